/** Reads of an exchange: repeated over passing trouble, checked against a schema, and told with when they were answered. */

import * as v from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Calling } from './calling.ts'
import { type ErrorWords, troubleOf } from './error-words.ts'
import type { Answered, CallResult, JsonCall } from './json-call.ts'

export interface ReadingClient<Call> {
  /** A read, repeated a few times; public when `account` is null. Throws `ExchangeUnavailable`, also for a 404. */
  read<Schema extends v.GenericSchema>(...read: ReadArguments<Call, Schema>): Promise<v.InferOutput<Schema>>
  /** The same for one thing by its name; null for a 404 of the exchange itself. */
  find<Schema extends v.GenericSchema>(...read: ReadArguments<Call, Schema>): Promise<v.InferOutput<Schema> | null>
  /** Like `read`, with when the exchange made the answer: a cache on the way may have kept it. */
  readDated<Schema extends v.GenericSchema>(...read: ReadArguments<Call, Schema>): Promise<Dated<v.InferOutput<Schema>>>
  /** Like `find`, with when the exchange made the answer. */
  findDated<Schema extends v.GenericSchema>(
    ...read: ReadArguments<Call, Schema>
  ): Promise<Dated<v.InferOutput<Schema>> | null>
}

/** An answer, and when the exchange made it, at the latest. */
export interface Dated<Body> {
  readonly body: Body
  readonly asOf: Millis
}

type ReadArguments<Call, Schema> = [account: ExchangeAccount | null, call: Call, schema: Schema, signal: AbortSignal]

interface ReadingOptions<Call, Said extends ErrorWords> extends Pick<Calling, 'clock' | 'sleep'> {
  readonly exchange: ExchangeName
  /** One read, sent at most once. */
  readonly once: (account: ExchangeAccount | null, call: Call, signal: AbortSignal) => Promise<CallResult>
  /** What an answer says that is no success. */
  readonly errorIn: (answer: Answered) => Said
  /** Whether such an answer refuses every call, whatever it is for. */
  readonly refusesAll: (status: number, error: Said) => boolean
  /** Refusals that pass: the statuses below 500 for which a read is repeated. */
  readonly passing: readonly number[]
  /** How a read without an account is repeated when it was refused for its rate; like any other where this is absent. */
  readonly strangers?: { readonly tries: number; readonly waitMs: number }
}

const TRIES = 3

export const readingClient = <Call extends Pick<JsonCall, 'path' | 'missing'>, Said extends ErrorWords>({
  exchange,
  clock,
  sleep,
  once,
  errorIn,
  refusesAll,
  passing,
  strangers,
}: ReadingOptions<Call, Said>): ReadingClient<Call> => {
  const unavailable = (message: string): ExchangeUnavailable => new ExchangeUnavailable(exchange, message)

  const findDated: ReadingClient<Call>['findDated'] = async (account, call, schema, signal) => {
    let trouble = ''
    let wait = 0
    let most = TRIES
    for (let tries = 1; tries <= most; tries += 1) {
      if (tries > 1) await sleep(wait, signal)
      const result = await once(account, call, signal)
      const isStranger = account === null && result.kind === 'answered' && result.status === 429
      const how = isStranger ? strangers : undefined
      wait = how?.waitMs ?? 500 * 2 ** tries
      most = how?.tries ?? TRIES
      if (result.kind === 'answered' && result.status === 200) {
        const reading = v.safeParse(schema, result.body)
        if (reading.success) return { body: reading.output, asOf: clock() - result.ageMs }
        const at = v.getDotPath(reading.issues[0]) ?? 'the body'
        throw unavailable(`The exchange's answer to ${call.path} makes no sense at ${at}.`)
      }
      const isRefused = result.kind === 'answered' && refusesAll(result.status, errorIn(result))
      if (result.kind === 'answered' && result.status === 404 && !isRefused) return null
      if (result.kind === 'answered' && call.missing?.includes(result.status)) return null
      trouble = troubleOf(result, errorIn)
      if (isRefused) throw new ExchangeRefuses(exchange, `The exchange refuses all calls from here: ${trouble}`)
      const isDefinite = result.kind === 'answered' && result.status < 500 && !passing.includes(result.status)
      if (isDefinite || signal.aborted) break
    }
    throw unavailable(`The exchange does not answer ${call.path}: ${trouble}`)
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
