/** Calls to the exchange's hosts: within the rate budget, signed where they are for an account, reads repeated, writes never. */

import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeAddresses } from '#ports/exchanges/exchange-addresses.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Http, type HttpAnswer, MOST_BYTES_READ } from '../../http/http.ts'
import { brokenLimit } from '../../http/json-limits.ts'
import { pageTitle } from '../../http/page-title.ts'
import type { BucketSize, Grant, RateBudget } from '../../http/rate-budget.ts'
import { strikeSecrets } from '../../http/strike-secrets.ts'
import { troubleOf } from '../../http/trouble-of.ts'
import { type PolymarketError, readError, refusesAll } from './errors.ts'
import { knownTiers } from './known-tiers.ts'

export interface ClientOptions {
  /** Without a slash at the end. */
  readonly urls: ExchangeAddresses['EXCHANGE_B']
  readonly clock: Clock
  readonly http: Http
  readonly budget: RateBudget
  /** Waits; an argument so that tests need not. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The parts of the interface that have rate limits of their own (Polymarket reference, sections 8.2 and 8.3). */
export type Area =
  | 'orders'
  | 'cancels'
  | 'ledger'
  | 'balances'
  | 'balance_refresh'
  | 'keys'
  | 'market_data'
  | 'price_history'
  | 'gamma'

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly host: Exclude<keyof ClientOptions['urls'], 'marketWs' | 'userWs'>
  readonly area: Area
  /** Below the host, without a query. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  /** The exact text that is signed and sent. */
  readonly body?: string
  /** Tokens it costs; 1 where it is not said. */
  readonly cost?: number
  /** How long it may wait for tokens. */
  readonly patienceMs?: number
  /** Of a call that is not signed by API credentials, because it asks for them. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer of the exchange, or why there is none. `too_fast`: our own budget did not let it go. */
export type CallResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: unknown
      /** The title of the page that came in place of JSON; absent where none did. */
      readonly page?: string
      readonly retryAfterMs: number | null
      readonly namesBucket: boolean
      readonly ageMs: number
    }
  | { readonly kind: 'too_fast'; readonly waitMs: number }
  | Exclude<HttpAnswer, { kind: 'answered' }>

export interface Client {
  /** One call, sent at most once; signed by API credentials unless `account` is null. */
  once(account: ExchangeAccount | null, call: Call, signal: AbortSignal): Promise<CallResult>
  /** Sets aside what sending an order takes, where it is there within `patienceMs`. Otherwise nothing is taken. */
  setAsideOrder(account: ExchangeAccount, patienceMs: number): Grant
  /**
   * A read, repeated a few times; public when `account` is null, and a POST when what is asked for stands in a body. Throws
   * `ExchangeUnavailable`, also for a 404.
   */
  read: Read
  /** The same for one thing by its name; null for a 404. */
  find<Schema extends v.GenericSchema>(...read: ReadArguments<Schema>): Promise<v.InferOutput<Schema> | null>
  /** Like `find`, with when the answer was made: a cache on the way may have kept it. */
  findDated<Schema extends v.GenericSchema>(
    ...read: ReadArguments<Schema>
  ): Promise<Dated<v.InferOutput<Schema>> | null>
  /** Like `read`, with when the answer was made. */
  readDated<Schema extends v.GenericSchema>(...read: ReadArguments<Schema>): Promise<Dated<v.InferOutput<Schema>>>
}

/** An answer, and when the exchange made it, at the latest. */
export interface Dated<Body> {
  readonly body: Body
  readonly asOf: Millis
}

type ReadCall = Omit<Call, 'method'>
type ReadArguments<Schema> = [account: ExchangeAccount | null, call: ReadCall, schema: Schema, signal: AbortSignal]
type Read = <Schema extends v.GenericSchema>(...read: ReadArguments<Schema>) => Promise<v.InferOutput<Schema>>

/** What proves for whom a call is made: its headers, or null when the account's secrets cannot be read. */
export type Signer = (
  account: ExchangeAccount,
) => ((call: Pick<Call, 'method' | 'path' | 'body'>) => Record<string, string>) | null

/** Public, and long also where it is asked for with a POST. */
const DATA: readonly Area[] = ['market_data', 'price_history', 'gamma']

/** Without a signer it makes public calls only. */
export const client = (options: ClientOptions, signer: Signer = () => null): Client => {
  const tiers = knownTiers()

  const bucketOf = (account: ExchangeAccount | null, area: Area): Bucket => {
    if (account === null || (area !== 'orders' && area !== 'cancels'))
      return { name: `polymarket:${area}`, size: BUCKETS[area], isShared: false }
    const { accountKey } = account
    return { name: `polymarket:${accountKey}:${area}`, size: tiers.of(accountKey)[area], isShared: true }
  }

  const once: Client['once'] = async (account, call, signal) => {
    const sign = account === null ? PUBLIC : signer(account)
    if (sign === null) return { kind: 'not_sent', reason: UNREADABLE }
    const bucket = bucketOf(account, call.area)
    const { go, waitMs } = options.budget.take(bucket.name, bucket.size, call.cost ?? 1, call.patienceMs ?? PATIENCE_MS)
    if (!go) return { kind: 'too_fast', waitMs }
    if (waitMs > 0) await options.sleep(waitMs, signal)
    const signed = sign(call)
    const isData = DATA.includes(call.area)
    const answer = await options.http({
      method: call.method,
      url: urlOf(options.urls[call.host], call),
      headers: {
        ...HEADERS,
        ...call.headers,
        ...signed,
        ...(call.body === undefined ? {} : JSON_BODY),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
      ...(isData ? { mostBytes: MOST_BYTES_READ } : {}),
    })
    if (answer.kind !== 'answered') return answer
    const { status, retryAfterMs, tokensLeft, namesBucket, tier, text, ageMs } = answer
    if (tier !== undefined && account !== null && bucket.isShared) tiers.note(account.accountKey, tier)
    if (status === 429) options.budget.drain(bucket.name, bucket.size)
    if (tokensLeft !== null) options.budget.note(bucket.name, bucket.size, tokensLeft)
    const reason = brokenLimit(text)
    if (reason !== null) return { kind: 'no_answer', reason }
    // A read that went well is data: it may name the key it was asked with.
    const words = call.method === 'GET' && status === 200 ? text : strikeSecrets(text, { ...signed, ...call.headers })
    const body = parsed(isData ? text : words)
    const page = body === undefined ? pageTitle(words) : null
    return { kind: 'answered', status, body, ...(page === null ? {} : { page }), retryAfterMs, namesBucket, ageMs }
  }

  const findDated = async <Schema extends v.GenericSchema>(
    ...[account, call, schema, signal]: ReadArguments<Schema>
  ): Promise<Dated<v.InferOutput<Schema>> | null> => {
    let trouble = ''
    for (let tries = 1; tries <= READ_TRIES; tries += 1) {
      if (tries > 1) await options.sleep(250 * 2 ** tries, signal)
      const result = await once(account, { ...call, method: call.body === undefined ? 'GET' : 'POST' }, signal)
      if (result.kind === 'answered' && result.status === 200) {
        const reading = v.safeParse(schema, result.body)
        if (reading.success) return { body: reading.output, asOf: options.clock() - result.ageMs }
        const at = v.getDotPath(reading.issues[0]) ?? 'the body'
        throw unavailable(`The exchange's answer to ${call.path} makes no sense at ${at}.`)
      }
      if (result.kind === 'answered' && result.status === 404) return null
      trouble = troubleOf(result, errorIn)
      if (result.kind === 'answered' && refusesAll(result.status, errorIn(result)))
        throw new ExchangeRefuses('EXCHANGE_B', `The exchange refuses all calls from here: ${trouble}`)
      const definite = result.kind === 'answered' && result.status < 500 && ![425, 429].includes(result.status)
      if (definite || signal.aborted) break
    }
    throw unavailable(`The exchange does not answer ${call.path}: ${trouble}`)
  }

  // A 404 for a list is a wrong address or a broken front door, and never an empty list.
  const readDated: Client['readDated'] = async (account, call, schema, signal) => {
    const found = await findDated(account, call, schema, signal)
    if (found === null) throw unavailable(`The exchange does not know ${call.path}.`)
    return found
  }

  return {
    once,
    setAsideOrder: (account, patienceMs) => {
      const { name, size } = bucketOf(account, 'orders')
      return options.budget.setAside(name, size, 1, patienceMs)
    },
    find: async (...given) => (await findDated(...given))?.body ?? null,
    read: async (...given) => (await readDated(...given)).body,
    findDated,
    readDated,
  }
}

const PUBLIC = (): Record<string, string> => ({})

export const UNREADABLE = 'the stored credentials cannot be read; store them again'

/** A call without a name of its own is refused at the front door (Polymarket reference, section 1). */
const HEADERS = { accept: 'application/json', 'user-agent': 'prediction-market-trading/1.0' }
const JSON_BODY = { 'content-type': 'application/json' }

const CALL_TIMEOUT_MS = 10_000
const READ_TRIES = 3
/** Longer than this we do not wait for tokens inside one call. */
const PATIENCE_MS = 3_000

interface Bucket {
  readonly name: string
  readonly size: BucketSize
  /** Whether it belongs to an account, and so to every process that acts for it. */
  readonly isShared: boolean
}

/**
 * Limits of an address. Two seconds' worth at once stays far below the 10 s windows they are counted in. Those of orders and cancels are
 * for calls without an account.
 */
const BUCKETS: Readonly<Record<Area, BucketSize>> = {
  orders: { perSecond: 40, capacity: 60 },
  cancels: { perSecond: 80, capacity: 120 },
  ledger: { perSecond: 50, capacity: 100 },
  balances: { perSecond: 20, capacity: 40 },
  balance_refresh: { perSecond: 5, capacity: 10 },
  keys: { perSecond: 10, capacity: 20 },
  market_data: { perSecond: 150, capacity: 300 },
  price_history: { perSecond: 15, capacity: 30 },
  gamma: { perSecond: 30, capacity: 60 },
}

const urlOf = (base: string, { path, query }: Call): URL => {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) url.searchParams.append(name, String(one))
    }
  }
  return url
}

/** Undefined for what is no JSON: the front door answers in HTML, and null is an answer of its own. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an answer says that is no success. */
export const errorIn = ({
  body,
  page,
  retryAfterMs,
  namesBucket,
}: Extract<CallResult, { kind: 'answered' }>): PolymarketError => ({
  ...readError(body, retryAfterMs, page ?? null),
  namesBucket,
})

const unavailable = (message: string): ExchangeUnavailable => new ExchangeUnavailable('EXCHANGE_B', message)
