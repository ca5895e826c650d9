/** Calls to Trade API v2: within the rate budget, signed where they are for an account, reads repeated, writes never. */

import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeAddresses } from '#ports/exchanges/exchange-addresses.ts'
import type { Calling } from '../../http/calling.ts'
import { type Answered, type CallResult, type JsonCall, readAnswer, requestOf, urlOf } from '../../http/json-call.ts'
import type { BucketSize, Grant, GrantAside, RateBudget } from '../../http/rate-budget.ts'
import { type ReadingClient, readingClient } from '../../http/reading-client.ts'
import { type KalshiError, readError, refusesAll } from './errors.ts'
import { knownLimits } from './known-limits.ts'

export interface ClientOptions extends Calling {
  readonly urls: ExchangeAddresses['EXCHANGE_A']
}

/** What proves for whom a call is made: its headers, or null when the account's secrets cannot be read. */
export type Signer = (account: ExchangeAccount) => Sign | null

/** The headers of one call. */
type Sign = (method: string, path: string) => Record<string, string>

export interface Call extends JsonCall {
  /** Tokens it costs (Kalshi reference, section 4). */
  readonly cost: number
  /** `reads`: a write that is no order (live reference, section 3.1). `balance`: a bucket of its own, in calls. Absent: by its method. */
  readonly drawsOn?: 'reads' | 'balance'
  /** The shard whose write bucket it draws on. */
  readonly shard?: number
  /** Tokens to leave for what is more urgent. */
  readonly keep?: number | undefined
}

/** What it reads may come from a cache (Kalshi live reference, section 2). */
export interface Client extends ReadingClient<ReadCall> {
  /** One signed write, sent at most once. */
  write(account: ExchangeAccount, call: Call, signal: AbortSignal): Promise<CallResult>
  /**
   * Sets aside the tokens of a write that comes soon, where they are there within `patienceMs`. Otherwise nothing is taken, and the answer
   * says how long they are not there.
   */
  setAside(
    account: ExchangeAccount,
    call: Pick<Call, 'cost' | 'shard' | 'keep'>,
    patienceMs: number,
    signal: AbortSignal,
  ): Promise<GrantAside>
  /** A signed read sent once, with whatever was answered. */
  ask(account: ExchangeAccount, call: ReadCall, signal: AbortSignal): Promise<CallResult>
}

type ReadCall = Omit<Call, 'method' | 'body'>

/** Limits of public reads are not published; clients space them by 0.12 s (reference, section 4). */
const PUBLIC_READS: BucketSize = { perSecond: 80, capacity: 80 }
/** Basic and Advanced accounts have one call a second for the balance, without a burst (changes of November 2026, EXCHANGE_A 1). */
const BALANCES: BucketSize = { perSecond: 1, capacity: 1 }
/** Market data that is read for an account. */
const MARKET_DATA = /^\/(markets|exchange\/status)\b/
/** The part of an account's reads that market data may take. Polls and look-ups of orders, also in other processes, have the rest. */
const MARKET_DATA_SHARE = 3 / 4
/** The next call of a stranger that was refused by chance goes as well as a later one. Of thousand calls one is refused so often. */
const STRANGERS = { tries: 6, waitMs: 250 }
/** An order waits for the answer. */
const LIMITS_WITHIN_MS = 2_000
/** All orders of the account wait for this one's turn. An answer that comes later serves those behind it. */
const TURN_WAITS_MS = 250

/** Without a signer it makes public calls only. */
export const client = (options: ClientOptions, signer: Signer = () => null): Client => {
  const limits = knownLimits(options.clock)

  const once = async (account: ExchangeAccount | null, call: Call, signal: AbortSignal): Promise<CallResult> => {
    const sign = account === null ? PUBLIC : signer(account)
    if (sign === null) return { kind: 'not_sent', reason: 'the stored private key cannot be read' }
    const { go, waitMs } = await takeTokens(account, sign, signal, LIMITS_WITHIN_MS, (isKnown) => {
      // No tier changes the bucket of the balance: a call waits there at once.
      const patience = isKnown || call.drawsOn === 'balance' ? PATIENCE_MS : 0
      return takeOfEach(options.budget, bucketsOf(account, call), call, patience)
    })
    if (!go) return { kind: 'too_fast', waitMs }
    if (waitMs > 0) await options.sleep(waitMs, signal)
    const answer = await send(call, sign, signal)
    if (answer.kind === 'answered' && answer.status === 429) {
      for (const { name, size } of bucketsOf(account, call)) {
        // The limit of an account is shared by all who act for it. Of public lists every third call is refused, whatever the rate is.
        if (account === null) options.budget.drain(name, size)
        else options.budget.giveWay(name, size)
      }
    }
    return answer
  }

  /** The buckets that a call draws on, the smallest first. */
  const bucketsOf = (account: ExchangeAccount | null, call: Pick<Call, 'method' | 'path' | 'shard' | 'drawsOn'>) => {
    if (account === null) return [{ name: 'public', size: PUBLIC_READS }]
    const { read } = limits.of(account.accountKey)
    if (call.drawsOn === 'balance') return [{ name: `${account.accountKey}:balance`, size: BALANCES }]
    if (call.method !== 'GET' && call.drawsOn !== 'reads') return [writesOf(account, call)]
    const reads = { name: `${account.accountKey}:read`, size: read }
    if (!MARKET_DATA.test(call.path)) return [reads]
    return [{ name: `${account.accountKey}:market-data`, size: scaled(read, MARKET_DATA_SHARE) }, reads]
  }

  /** Writes draw on the bucket of their shard; 0 and none on the unscoped one. */
  const writesOf = (account: ExchangeAccount, { shard = 0 }: Pick<Call, 'shard'>) => ({
    name: `${account.accountKey}:write:${shard}`,
    size: limits.of(account.accountKey).write,
  })

  /** An account that has to wait is asked for its tier first: most never have to. */
  const takeTokens = async <Granted extends Grant>(
    account: ExchangeAccount | null,
    sign: Sign,
    signal: AbortSignal,
    learnsWithinMs: number,
    take: (isKnown: boolean) => Granted,
  ): Promise<Granted> => {
    const atOnce = take(false)
    if (atOnce.go) return atOnce
    if (account !== null) await limits.learn(account.accountKey, () => askLimits(sign, signal), learnsWithinMs)
    return take(true)
  }

  const askLimits = async (sign: Sign, signal: AbortSignal): Promise<unknown> => {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(LIMITS_WITHIN_MS)])
    const answer = await send({ method: 'GET', path: '/account/limits', cost: 10 }, sign, soon)
    return answer.kind === 'answered' && answer.status === 200 ? answer.body : null
  }

  const send = async (call: Call, sign: Sign, signal: AbortSignal): Promise<CallResult> => {
    const url = urlOf(options.urls.api, call)
    const signed = sign(call.method, url.pathname)
    const answer = await options.http(requestOf(call, url, signed, signal))
    return answer.kind === 'answered' ? readAnswer(answer, call, signed) : answer
  }

  const ask = (account: ExchangeAccount | null, call: ReadCall, signal: AbortSignal): Promise<CallResult> =>
    once(account, { ...call, method: 'GET' }, signal)

  return {
    ...readingClient({
      ...options,
      exchange: 'EXCHANGE_A',
      once: ask,
      errorIn,
      refusesAll,
      passing: [429],
      strangers: STRANGERS,
    }),
    write: once,
    setAside: async (account, call, patienceMs, signal) => {
      const sign = signer(account)
      // The send itself says what is wrong with the key.
      if (sign === null) return { go: true, waitMs: 0, refillMs: 0 }
      return takeTokens(account, sign, signal, TURN_WAITS_MS, (isKnown) => {
        const { name, size } = writesOf(account, call)
        return options.budget.setAside(name, size, call.cost, isKnown ? patienceMs : 0, call.keep)
      })
    },
    ask,
  }
}

const scaled = ({ perSecond, capacity }: BucketSize, share: number): BucketSize => ({
  perSecond: perSecond * share,
  capacity: capacity * share,
})

/** Takes the cost of a call from each bucket. The call waits for the slowest of them. */
const takeOfEach = (
  budget: Pick<RateBudget, 'take'>,
  buckets: ReadonlyArray<{ readonly name: string; readonly size: BucketSize }>,
  { cost, keep }: Pick<Call, 'cost' | 'keep'>,
  patience: number,
): Grant => {
  let waitMs = 0
  for (const { name, size } of buckets) {
    const grant = budget.take(name, size, cost, patience, keep)
    if (!grant.go) return grant
    waitMs = Math.max(waitMs, grant.waitMs)
  }
  return { go: true, waitMs }
}

const PUBLIC = (): Record<string, string> => ({})

/** Longer than this we do not wait for tokens inside one call. */
const PATIENCE_MS = 3_000

/** What an answer says that is no success. */
export const errorIn = ({ body, page }: Answered): KalshiError => readError(body, page ?? null)
