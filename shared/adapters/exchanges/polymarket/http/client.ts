/**
 * Calls to the exchange's hosts within the rate budget. Calls for an account are signed, reads are repeated, writes
 * never.
 */

import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeAddresses } from '#ports/exchanges/exchange-addresses.ts'
import type { Calling } from '../../http/calling.ts'
import { type HttpAnswer, MOST_BYTES_READ } from '../../http/http.ts'
import {
  type Answered,
  type CallResult,
  type HttpAnswered,
  type JsonCall,
  readAnswer,
  requestOf,
  urlOf,
} from '../../http/json-call.ts'
import type { BucketSize, GrantAside } from '../../http/rate-budget.ts'
import { type ReadingClient, readingClient } from '../../http/reading-client.ts'
import { type PolymarketError, readError, refusesAll } from './errors.ts'
import { knownTiers } from './known-tiers.ts'

export interface ClientOptions extends Calling {
  /** Without a slash at the end. */
  readonly urls: ExchangeAddresses['EXCHANGE_B']
}

/** Parts of the interface with their own rate limits (Polymarket reference, sections 8.2 and 8.3). */
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

export interface Call extends JsonCall {
  readonly host: Exclude<keyof ClientOptions['urls'], 'marketWs' | 'userWs'>
  readonly area: Area
  /** Tokens that the call costs; 1 by default. */
  readonly cost?: number
  /** Longest wait for tokens, in ms. */
  readonly patienceMs?: number
  /** Headers of a call without API credentials, such as the one that requests them. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A read whose subjects are in a body is a POST. */
export interface Client extends ReadingClient<ReadCall> {
  /** Sends one call at most once; signed by API credentials unless `account` is null. */
  once(account: ExchangeAccount | null, call: Call, signal: AbortSignal): Promise<CallResult>
  /** Sets aside the tokens of an order, if they arrive within `patienceMs`. Otherwise takes none. */
  setAsideOrder(account: ExchangeAccount, patienceMs: number): GrantAside
}

export type ReadCall = Omit<Call, 'method'>

/** Returns the signature of an account's calls, or null if the secrets of the account cannot be read. */
export type Signer = (
  account: ExchangeAccount,
) => ((call: Pick<Call, 'method' | 'path' | 'body'>) => Record<string, string>) | null

/** Areas whose answers are public and long, also of a POST. */
const DATA: readonly Area[] = ['market_data', 'price_history', 'gamma']

/** Without a signer the client makes public calls only. */
export const client = (options: ClientOptions, signer: Signer = () => null): Client => {
  const tiers = knownTiers()

  const bucketOf = (account: ExchangeAccount | null, area: Area): Bucket => {
    if (account === null || (area !== 'orders' && area !== 'cancels'))
      return { name: `polymarket:${area}`, size: BUCKETS[area], isShared: false }
    const { accountKey } = account
    return { name: `polymarket:${accountKey}:${area}`, size: tiers.of(accountKey)[area], isShared: true }
  }

  const send = (call: Call, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HttpAnswer> => {
    const sized = DATA.includes(call.area) ? { ...call, mostBytes: MOST_BYTES_READ } : call
    return options.http(requestOf(sized, urlOf(options.urls[call.host], call), headers, signal))
  }

  /** Stores the limits that an answer reports. */
  const recordLimits = (account: ExchangeAccount | null, bucket: Bucket, answer: HttpAnswered): void => {
    const { status, tokensLeft, tier } = answer
    if (tier !== undefined && account !== null && bucket.isShared) tiers.record(account.accountKey, tier)
    if (status === 429) options.budget.drain(bucket.name, bucket.size)
    if (tokensLeft !== null) options.budget.record(bucket.name, bucket.size, tokensLeft)
  }

  const once: Client['once'] = async (account, call, signal) => {
    const sign = account === null ? PUBLIC : signer(account)
    if (sign === null) return { kind: 'not_sent', reason: UNREADABLE }
    const bucket = bucketOf(account, call.area)
    const { go, waitMs } = options.budget.take(bucket.name, bucket.size, call.cost ?? 1, call.patienceMs ?? PATIENCE_MS)
    if (!go) return { kind: 'too_fast', waitMs }
    if (waitMs > 0) await options.sleep(waitMs, signal)
    const headers = { ...call.headers, ...sign(call) }
    const answer = await send(call, headers, signal)
    if (answer.kind !== 'answered') return answer
    recordLimits(account, bucket, answer)
    return readAnswer(answer, call, headers, DATA.includes(call.area))
  }

  return {
    ...readingClient({
      ...options,
      exchange: 'EXCHANGE_B',
      once: (account, call: ReadCall, signal) =>
        once(account, { ...call, method: call.body === undefined ? 'GET' : 'POST' }, signal),
      errorIn,
      refusesAll,
      passing: [425, 429],
    }),
    once,
    setAsideOrder: (account, patienceMs) => {
      const { name, size } = bucketOf(account, 'orders')
      return options.budget.setAside(name, size, 1, patienceMs)
    },
  }
}

const PUBLIC = (): Record<string, string> => ({})

export const UNREADABLE = 'the stored credentials cannot be read; store them again'

/** Longest wait for tokens within one call, in ms. */
const PATIENCE_MS = 3_000

interface Bucket {
  readonly name: string
  readonly size: BucketSize
  /** True for a bucket of one account, which all processes of the account use. */
  readonly isShared: boolean
}

/**
 * Limits of an address. Two seconds' worth is far below the limits of the 10 s windows. The orders and cancels among
 * them are for calls without an account.
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

/** Reads the words of an answer that is no success. */
export const errorIn = ({ body, page, retryAfterMs, namesBucket }: Answered): PolymarketError => ({
  ...readError(body, retryAfterMs, page ?? null),
  namesBucket,
})
