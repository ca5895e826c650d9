/** Calls to Trade API v2: within the rate budget, signed where they are for an account, reads repeated, writes never. */

import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeAddresses } from '#ports/exchanges/exchange-addresses.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Http, HttpAnswer } from '../../http/http.ts'
import { brokenLimit } from '../../http/json-limits.ts'
import { pageTitle } from '../../http/page-title.ts'
import type { BucketSize, Grant, RateBudget } from '../../http/rate-budget.ts'
import { strikeSecrets } from '../../http/strike-secrets.ts'
import { troubleOf } from '../../http/trouble-of.ts'
import { type KalshiError, readError, refusesAll } from './errors.ts'
import { knownLimits } from './known-limits.ts'

export interface ClientOptions {
  readonly urls: ExchangeAddresses['EXCHANGE_A']
  readonly clock: Clock
  readonly http: Http
  readonly budget: RateBudget
  /** Waits; an argument so that tests need not. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** What proves for whom a call is made: its headers, or null when the account's secrets cannot be read. */
export type Signer = (account: ExchangeAccount) => Sign | null

/** The headers of one call. */
type Sign = (method: string, path: string) => Record<string, string>

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the base URL, without a query. */
  readonly path: string
  /** A list repeats its name for each member. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly body?: string
  /** Tokens it costs (Kalshi reference, section 4). */
  readonly cost: number
  /** The shard whose write bucket it draws on. */
  readonly shard?: number
  /** Tokens to leave for what is more urgent. */
  readonly keep?: number
  /** The longest answer that is read, where it may be longer than others. */
  readonly mostBytes?: number
}

/** An answer of the exchange, or why there is none. `too_fast`: our own budget did not let it go. */
export type CallResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: unknown
      readonly ageMs: number
      /** The title of the page that came in place of JSON; absent where none did. */
      readonly page?: string
    }
  | { readonly kind: 'too_fast'; readonly waitMs: number }
  | Exclude<HttpAnswer, { kind: 'answered' }>

export interface Client {
  /** One signed write, sent at most once. */
  write(account: ExchangeAccount, call: Call, signal: AbortSignal): Promise<CallResult>
  /** A read, repeated a few times; public when `account` is null. Throws `ExchangeUnavailable`, also for a 404. */
  read: Read
  /** The same for one thing by its name; null for a 404. */
  find<Schema extends v.GenericSchema>(...read: ReadArguments<Schema>): Promise<v.InferOutput<Schema> | null>
  /** Like `read`, with when the exchange made the answer: it may come from a cache (Kalshi live reference, section 2). */
  readDated: ReadDated
  /** Like `find`, with when the exchange made the answer. */
  findDated<Schema extends v.GenericSchema>(
    ...read: ReadArguments<Schema>
  ): Promise<Dated<v.InferOutput<Schema>> | null>
  /**
   * Sets aside the tokens of a write that comes soon, where they are there within `patienceMs`. Otherwise nothing is taken, and the answer
   * says how long they are not there.
   */
  setAside(
    account: ExchangeAccount,
    call: Pick<Call, 'cost' | 'shard' | 'keep'>,
    patienceMs: number,
    signal: AbortSignal,
  ): Promise<Grant>
  /** A signed read sent once, with whatever was answered. */
  ask(account: ExchangeAccount, call: ReadCall, signal: AbortSignal): Promise<CallResult>
}

/** An answer, and when the exchange made it, at the latest. */
export interface Dated<Body> {
  readonly body: Body
  readonly asOf: Millis
}

type ReadCall = Omit<Call, 'method' | 'body'>
type ReadArguments<Schema> = [account: ExchangeAccount | null, call: ReadCall, schema: Schema, signal: AbortSignal]
type ReadDated = <Schema extends v.GenericSchema>(
  ...read: ReadArguments<Schema>
) => Promise<Dated<v.InferOutput<Schema>>>
type Read = <Schema extends v.GenericSchema>(...read: ReadArguments<Schema>) => Promise<v.InferOutput<Schema>>

/** Limits of public reads are not published; clients space them by 0.12 s (reference, section 4). */
const PUBLIC_READS: BucketSize = { perSecond: 80, capacity: 80 }

const CALL_TIMEOUT_MS = 10_000
const READ_TRIES = 3
/** The next call of a stranger that was refused by chance goes as well as a later one. Of thousand calls one is refused so often. */
const STRANGER_WAITS_MS = 250
const STRANGER_TRIES = 6
/** An order waits for the answer. */
const LIMITS_WITHIN_MS = 2_000

/** Without a signer it makes public calls only. */
export const client = (options: ClientOptions, signer: Signer = () => null): Client => {
  const base = new URL(options.urls.api)
  const root = base.pathname.replace(/\/+$/, '')
  const limits = knownLimits(options.clock)

  const once = async (account: ExchangeAccount | null, call: Call, signal: AbortSignal): Promise<CallResult> => {
    const sign = account === null ? PUBLIC : signer(account)
    if (sign === null) return { kind: 'not_sent', reason: 'the stored private key cannot be read' }
    const { go, waitMs } = await takeTokens(account, call, sign, signal)
    if (!go) return { kind: 'too_fast', waitMs }
    if (waitMs > 0) await options.sleep(waitMs, signal)
    const answer = await send(call, sign, signal)
    if (answer.kind === 'answered' && answer.status === 429) {
      const { name, size } = bucketOf(account, call)
      // The limit of an account is shared by all who act for it. Of public lists every third call is refused, whatever the rate is.
      if (account === null) options.budget.drain(name, size)
      else options.budget.giveWay(name, size)
    }
    return answer
  }

  const bucketOf = (
    account: ExchangeAccount | null,
    call: Pick<Call, 'method' | 'shard'>,
  ): { name: string; size: BucketSize } => {
    if (account === null) return { name: 'public', size: PUBLIC_READS }
    const { read, write } = limits.of(account.accountKey)
    if (call.method === 'GET') return { name: `${account.accountKey}:read`, size: read }
    // Writes draw on the bucket of their shard; 0 and none on the unscoped one.
    return { name: `${account.accountKey}:write:${call.shard ?? 0}`, size: write }
  }

  /** An account that has to wait is asked for its tier first: most never have to. */
  const takeTokens = async (
    account: ExchangeAccount | null,
    call: Call,
    sign: Sign,
    signal: AbortSignal,
    how: 'take' | 'setAside' = 'take',
    patienceMs = PATIENCE_MS,
  ): Promise<Grant> => {
    const take = (patience: number): Grant => {
      const { name, size } = bucketOf(account, call)
      return options.budget[how](name, size, call.cost, patience, call.keep)
    }
    const atOnce = take(0)
    if (atOnce.go) return atOnce
    if (account !== null) await limits.learn(account.accountKey, () => askLimits(sign, signal))
    return take(patienceMs)
  }

  const askLimits = async (sign: Sign, signal: AbortSignal): Promise<unknown> => {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(LIMITS_WITHIN_MS)])
    const answer = await send({ method: 'GET', path: '/account/limits', cost: 10 }, sign, soon)
    return answer.kind === 'answered' && answer.status === 200 ? answer.body : null
  }

  const send = async (call: Call, sign: Sign, signal: AbortSignal): Promise<CallResult> => {
    const url = new URL(`${root}${call.path}`, base)
    for (const [name, value] of Object.entries(call.query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined) url.searchParams.append(name, String(one))
      }
    }
    const signed = sign(call.method, url.pathname)
    const answer = await options.http({
      method: call.method,
      url,
      headers: { ...HEADERS, ...signed, ...(call.body === undefined ? {} : JSON_BODY) },
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.mostBytes === undefined ? {} : { mostBytes: call.mostBytes }),
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
    })
    if (answer.kind !== 'answered') return answer
    const { status, text, ageMs } = answer
    const reason = brokenLimit(text)
    if (reason !== null) return { kind: 'no_answer', reason }
    // A read that went well is data: it may name the key it was asked with.
    const words = call.method === 'GET' && status === 200 ? text : strikeSecrets(text, signed)
    const body = parsed(words)
    const page = body === null ? pageTitle(words) : null
    return { kind: 'answered', status, body, ...(page === null ? {} : { page }), ageMs }
  }

  const findDated = async <Schema extends v.GenericSchema>(
    ...[account, call, schema, signal]: ReadArguments<Schema>
  ): Promise<Dated<v.InferOutput<Schema>> | null> => {
    let trouble = ''
    let wait = 0
    let most = READ_TRIES
    for (let tries = 1; tries <= most; tries += 1) {
      if (tries > 1) await options.sleep(wait, signal)
      const result = await once(account, { ...call, method: 'GET' }, signal)
      const isStranger = account === null && result.kind === 'answered' && result.status === 429
      wait = isStranger ? STRANGER_WAITS_MS : 500 * 2 ** tries
      most = isStranger ? STRANGER_TRIES : READ_TRIES
      if (result.kind === 'answered' && result.status === 200) {
        const reading = v.safeParse(schema, result.body)
        if (reading.success) return { body: reading.output, asOf: options.clock() - result.ageMs }
        const at = v.getDotPath(reading.issues[0]) ?? 'the body'
        throw new ExchangeUnavailable('EXCHANGE_A', `The exchange's answer to ${call.path} makes no sense at ${at}.`)
      }
      if (result.kind === 'answered' && result.status === 404) return null
      trouble = troubleOf(result, errorIn)
      if (result.kind === 'answered' && refusesAll(result.status, errorIn(result)))
        throw new ExchangeRefuses('EXCHANGE_A', `The exchange refuses all calls from here: ${trouble}`)
      const definite = result.kind === 'answered' && result.status < 500 && result.status !== 429
      if (definite || signal.aborted) break
    }
    throw new ExchangeUnavailable('EXCHANGE_A', `The exchange does not answer ${call.path}: ${trouble}`)
  }

  // A 404 for a list is a wrong address or a broken front door, and never an empty list.
  const readDated: ReadDated = async (account, call, schema, signal) => {
    const found = await findDated(account, call, schema, signal)
    if (found === null) throw new ExchangeUnavailable('EXCHANGE_A', `The exchange does not know ${call.path}.`)
    return found
  }

  return {
    write: once,
    setAside: async (account, call, patienceMs, signal) => {
      const sign = signer(account)
      // The send itself says what is wrong with the key.
      if (sign === null) return { go: true, waitMs: 0 }
      return takeTokens(account, { ...call, method: 'POST', path: '' }, sign, signal, 'setAside', patienceMs)
    },
    ask: (account, call, signal) => once(account, { ...call, method: 'GET' }, signal),
    read: async (...given) => (await readDated(...given)).body,
    find: async (...given) => (await findDated(...given))?.body ?? null,
    readDated,
    findDated,
  }
}

const PUBLIC = (): Record<string, string> => ({})

/** Longer than this we do not wait for tokens inside one call. */
const PATIENCE_MS = 3_000

/** Calls without a name of their own were answered with 403, or with nothing (Kalshi live reference, section 2.2). */
const HEADERS = { accept: 'application/json', 'user-agent': 'prediction-market-trading/1.0' }
const JSON_BODY = { 'content-type': 'application/json' }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What an answer says that is no success. */
export const errorIn = ({ body, page }: Extract<CallResult, { kind: 'answered' }>): KalshiError =>
  readError(body, page ?? null)
