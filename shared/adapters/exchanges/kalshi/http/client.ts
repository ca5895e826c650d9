/** Calls to Trade API v2 within the rate budget. Calls for an account are signed, reads are repeated, writes never. */

import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeAddresses } from '#ports/exchanges/exchange-addresses.ts'
import type { Calling } from '../../http/calling.ts'
import { type Answered, type CallResult, readAnswer, requestOf, urlOf } from '../../http/json-call.ts'
import type { Grant, GrantAside } from '../../http/rate-budget.ts'
import { type ReadingClient, readingClient } from '../../http/reading-client.ts'
import { type Call, CallBuckets } from './call-buckets.ts'
import { type KalshiError, readError, refusesAll } from './errors.ts'
import { knownLimits } from './known-limits.ts'

export interface ClientOptions extends Calling {
  readonly urls: ExchangeAddresses['EXCHANGE_A']
}

/** Returns the signature of an account's calls, or null if the secrets of the account cannot be read. */
export type Signer = (account: ExchangeAccount) => Sign | null

/** Returns the headers of one call. */
export type Sign = (method: string, path: string) => Record<string, string>

/** Answers to reads may come from a cache (Kalshi live reference, section 2). */
export interface Client extends ReadingClient<ReadCall> {
  /** Sends one signed write at most once. */
  write(account: ExchangeAccount, call: Call, signal: AbortSignal): Promise<CallResult>
  /**
   * Sets aside the tokens of a write that comes soon, if they arrive within `patienceMs`. Otherwise it takes none, and returns how long
   * they are missing.
   */
  setAside(
    account: ExchangeAccount,
    call: Pick<Call, 'cost' | 'shard' | 'keep'>,
    patienceMs: number,
    signal: AbortSignal,
  ): Promise<GrantAside>
  /** Sends a signed read once, and returns any answer. */
  ask(account: ExchangeAccount, call: ReadCall, signal: AbortSignal): Promise<CallResult>
}

type ReadCall = Omit<Call, 'method' | 'body'>

/** Retries of public reads. Refusals are random, so an early retry is as good as a late one; of a thousand calls one fails so often. */
const STRANGERS = { tries: 6, waitMs: 250 }
/** Longest wait for the limits of an account, in ms: an order waits too. */
const LIMITS_WITHIN_MS = 2_000
/** Longest wait for the limits before an order's turn, in ms: all orders of the account wait too. A later answer serves the next ones. */
const TURN_WAITS_MS = 250
/** Longest wait for tokens within one call, in ms. */
const PATIENCE_MS = 3_000

/** Without a signer the client makes public calls only. */
export const client = (options: ClientOptions, signer: Signer = () => null): Client => {
  const limits = knownLimits(options.clock)
  const buckets = new CallBuckets(options.budget, limits)

  const send = async (call: Call, sign: Sign, signal: AbortSignal): Promise<CallResult> => {
    const url = urlOf(options.urls.api, call)
    const signed = sign(call.method, url.pathname)
    const answer = await options.http(requestOf(call, url, signed, signal))
    return answer.kind === 'answered' ? readAnswer(answer, call, signed) : answer
  }

  const readLimits = async (sign: Sign, signal: AbortSignal): Promise<unknown> => {
    const withTimeout = AbortSignal.any([signal, AbortSignal.timeout(LIMITS_WITHIN_MS)])
    const answer = await send({ method: 'GET', path: '/account/limits', cost: 10 }, sign, withTimeout)
    return answer.kind === 'answered' && answer.status === 200 ? answer.body : null
  }

  const limitsLearner =
    (account: ExchangeAccount | null, sign: Sign, signal: AbortSignal, withinMs: number) => async (): Promise<void> => {
      if (account !== null) await limits.learn(account.accountKey, () => readLimits(sign, signal), withinMs)
    }

  const once = async (account: ExchangeAccount | null, call: Call, signal: AbortSignal): Promise<CallResult> => {
    const sign = account === null ? PUBLIC : signer(account)
    if (sign === null) return { kind: 'not_sent', reason: 'the stored private key cannot be read' }
    const learn = limitsLearner(account, sign, signal, LIMITS_WITHIN_MS)
    // No tier changes the bucket of the balance: a call waits there immediately.
    const firstPatience = call.drawsOn === 'balance' ? PATIENCE_MS : 0
    const { go, waitMs } = await takeTokens(learn, (areKnown) =>
      buckets.take(account, call, areKnown ? PATIENCE_MS : firstPatience),
    )
    if (!go) return { kind: 'too_fast', waitMs }
    if (waitMs > 0) await options.sleep(waitMs, signal)
    const answer = await send(call, sign, signal)
    if (isRateRefusal(answer)) buckets.refused(account, call)
    return answer
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
      // The later send reports the unreadable key.
      if (sign === null) return { go: true, waitMs: 0, refillMs: 0 }
      const learn = limitsLearner(account, sign, signal, TURN_WAITS_MS)
      return takeTokens(learn, (areKnown) => buckets.setAside(account, call, areKnown ? patienceMs : 0))
    },
    ask,
  }
}

/** Takes tokens without a wait, or else reads the limits of the account before it takes them. Most accounts never have to wait. */
const takeTokens = async <Granted extends Grant>(
  learnLimits: () => Promise<void>,
  take: (areLimitsKnown: boolean) => Granted,
): Promise<Granted> => {
  const immediate = take(false)
  if (immediate.go) return immediate
  await learnLimits()
  return take(true)
}

const isRateRefusal = (answer: CallResult): boolean => answer.kind === 'answered' && answer.status === 429

const PUBLIC = (): Record<string, string> => ({})

/** Reads the words of an answer that is no success. */
export const errorIn = ({ body, page }: Answered): KalshiError => readError(body, page ?? null)
