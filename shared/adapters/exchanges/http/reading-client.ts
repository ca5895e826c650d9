/** Reads of an exchange: repeated after passing failures, checked against a schema, and dated by the time of the answer. */

import * as v from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeRefuses, ExchangeUnavailable, KeyRefused } from '#ports/exchanges/exchange-unavailable.ts'
import type { Calling } from './calling.ts'
import { type ErrorWords, troubleOf } from './error-words.ts'
import type { Answered, CallResult, JsonCall } from './json-call.ts'

export interface ReadingClient<Call> {
  /** Reads with a few repetitions; publicly if `account` is null. Throws `ExchangeUnavailable`, also for a 404; `KeyRefused` for a 401. */
  read<Schema extends v.GenericSchema>(...read: ReadArguments<Call, Schema>): Promise<v.InferOutput<Schema>>
  /** Reads one thing by its name; null for a 404 of the exchange itself. */
  find<Schema extends v.GenericSchema>(...read: ReadArguments<Call, Schema>): Promise<v.InferOutput<Schema> | null>
  /** Reads like `read`, with the time at which the exchange made the answer: a cache on the way may have kept it. */
  readDated<Schema extends v.GenericSchema>(...read: ReadArguments<Call, Schema>): Promise<Dated<v.InferOutput<Schema>>>
  /** Reads like `find`, with the time at which the exchange made the answer. */
  findDated<Schema extends v.GenericSchema>(
    ...read: ReadArguments<Call, Schema>
  ): Promise<Dated<v.InferOutput<Schema>> | null>
}

/** An answer, and the latest time at which the exchange can have made it. */
export interface Dated<Body> {
  readonly body: Body
  readonly asOf: Millis
}

type ReadArguments<Call, Schema> = [account: ExchangeAccount | null, call: Call, schema: Schema, signal: AbortSignal]

interface ReadingOptions<Call, Said extends ErrorWords> extends Pick<Calling, 'clock' | 'sleep'> {
  readonly exchange: ExchangeName
  /** Sends one read at most once. */
  readonly once: (account: ExchangeAccount | null, call: Call, signal: AbortSignal) => Promise<CallResult>
  /** Reads the words of an answer that is no success. */
  readonly errorIn: (answer: Answered) => Said
  /** Returns true if such an answer refuses every call, whatever its purpose. */
  readonly refusesAll: (status: number, error: Said) => boolean
  /** Statuses below 500 after which a read is repeated. */
  readonly passing: readonly number[]
  /** Repetition of a read without an account that was refused for its rate; as of any other read if absent. */
  readonly strangers?: Repetition
}

interface Repetition {
  readonly tries: number
  readonly waitMs: number
}

type Outcome<Body> =
  | { readonly kind: 'found'; readonly found: Dated<Body> | null }
  | { readonly kind: 'failed'; readonly trouble: string; readonly isFinal: boolean }

const TRIES = 3

export const readingClient = <Call extends Pick<JsonCall, 'path' | 'missing'>, Said extends ErrorWords>(
  options: ReadingOptions<Call, Said>,
): ReadingClient<Call> => {
  const unavailable = (message: string): ExchangeUnavailable => new ExchangeUnavailable(options.exchange, message)

  const failureOf = (account: ExchangeAccount | null, result: CallResult, { path }: Call, trouble: string) => {
    const words = `The exchange does not answer ${path}: ${trouble}`
    const isKeyRefused = account !== null && result.kind === 'answered' && result.status === 401
    return isKeyRefused ? new KeyRefused(options.exchange, words) : unavailable(words)
  }

  const repetitionOf = (account: ExchangeAccount | null, result: CallResult, tries: number): Repetition => {
    const isStranger = account === null && result.kind === 'answered' && result.status === 429
    return (isStranger ? options.strangers : undefined) ?? { tries: TRIES, waitMs: 500 * 2 ** tries }
  }

  const bodyOf = <Schema extends v.GenericSchema>(answer: Answered, call: Call, schema: Schema) => {
    const reading = v.safeParse(schema, answer.body)
    if (reading.success) return { body: reading.output, asOf: options.clock() - answer.ageMs }
    const at = v.getDotPath(reading.issues[0]) ?? 'the body'
    throw unavailable(`The exchange's answer to ${call.path} makes no sense at ${at}.`)
  }

  const outcomeOf = <Schema extends v.GenericSchema>(
    result: CallResult,
    call: Call,
    schema: Schema,
  ): Outcome<v.InferOutput<Schema>> => {
    const { errorIn, refusesAll, passing, exchange } = options
    if (result.kind !== 'answered') return { kind: 'failed', trouble: troubleOf(result, errorIn), isFinal: false }
    const { status } = result
    if (status === 200 && result.body === undefined)
      return { kind: 'failed', trouble: withoutData(result), isFinal: false }
    if (status === 200) return { kind: 'found', found: bodyOf(result, call, schema) }
    const isRefused = refusesAll(status, errorIn(result))
    const isMissing = (status === 404 && !isRefused) || call.missing?.includes(status)
    if (isMissing) return { kind: 'found', found: null }
    const trouble = troubleOf(result, errorIn)
    if (isRefused) throw new ExchangeRefuses(exchange, `The exchange refuses all calls from here: ${trouble}`)
    return { kind: 'failed', trouble, isFinal: status < 500 && !passing.includes(status) }
  }

  const findDated: ReadingClient<Call>['findDated'] = async (account, call, schema, signal) => {
    for (let tries = 1; ; tries += 1) {
      const result = await options.once(account, call, signal)
      const outcome = outcomeOf(result, call, schema)
      if (outcome.kind === 'found') return outcome.found
      const { tries: most, waitMs } = repetitionOf(account, result, tries)
      if (outcome.isFinal || signal.aborted || tries >= most) throw failureOf(account, result, call, outcome.trouble)
      await options.sleep(waitMs, signal)
    }
  }

  // A 404 for a list is a wrong address or a broken front door, and never an empty list.
  const readDated: ReadingClient<Call>['readDated'] = async (account, call, schema, signal) => {
    const found = await findDated(account, call, schema, signal)
    if (found === null) throw unavailable(`The exchange does not know ${call.path}.`)
    return found
  }

  return {
    read: async (...given) => (await readDated(...given)).body,
    find: async (...given) => (await findDated(...given))?.body ?? null,
    readDated,
    findDated,
  }
}

/** Returns what the front door answered with success in place of the exchange. */
const withoutData = ({ page }: Answered): string =>
  page === undefined ? 'status 200 without data' : `status 200 with the page "${page}" in place of data`
