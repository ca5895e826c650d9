/**
 * Asks an exchange once more whether a market trades, before a stop fires there on an older state. Books and trades are live, while a list of
 * markets may be some 25 seconds old. Questions about many markets at the same moment share few calls.
 */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeQuote, MarketDataSource, MarketState } from '#ports/exchanges/market-data-source.ts'
import type { Log } from '#ports/kernel/log.ts'

export interface ConfirmOpenDeps {
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => Pick<MarketDataSource, 'marketStates'> | null
  readonly confirming: Confirming
  /** Accounts for which an exchange is asked; none if no account is known. */
  readonly readers: ReadonlyMap<ExchangeName, ExchangeAccount>
  readonly log: Log
}

export interface MayFireDeps extends Pick<ConfirmOpenDeps, 'exchanges' | 'log'> {
  readonly memory: Pick<ConfirmOpenDeps, 'confirming' | 'readers'>
}

/** The questions that wait for the call in progress, by exchange. */
export type Confirming = Map<ExchangeName, { readonly names: Set<string>; readonly answer: Promise<States> }>

type States = ReadonlyMap<string, MarketState['state']>

/** Longest wait for the market state before a stop fires. */
const PATIENCE = 2 * SECOND

/** Returns whether a stop may fire in the market. Without an answer the older state counts. */
export const confirmOpen = async (
  deps: ConfirmOpenDeps,
  { exchange, nativeId }: MarketRef,
  shown: Pick<ExchangeQuote, 'state' | 'stateIsLive'>,
): Promise<boolean> => {
  if (shown.state !== 'open' || shown.stateIsLive) return shown.state === 'open'
  return ((await ask(deps, exchange, nativeId)).get(nativeId) ?? shown.state) === 'open'
}

/** Returns whether the market of a poll trades now. */
export const mayFire = (
  { exchanges, memory: { confirming, readers }, log }: MayFireDeps,
  market: MarketRef,
  shown: ExchangeQuote,
): Promise<boolean> => confirmOpen({ exchanges, confirming, readers, log }, market, shown)

/** Sends the first question at once. Questions that arrive before its answer share the next call. */
const ask = (deps: ConfirmOpenDeps, exchange: ExchangeName, nativeId: string): Promise<States> => {
  const waiting = deps.confirming.get(exchange)
  if (waiting?.names.has(nativeId)) return waiting.answer
  if (waiting !== undefined && waiting.names.size > 0) {
    waiting.names.add(nativeId)
    return waiting.answer
  }
  const names = new Set([nativeId])
  const before = waiting?.answer ?? Promise.resolve()
  const answer = before.then(() => {
    const requested = [...names]
    // Later questions wait for this answer, and then share a call.
    const next = { names: new Set<string>(), answer }
    deps.confirming.set(exchange, next)
    return statesOf(deps, exchange, requested).finally(() => {
      if (deps.confirming.get(exchange) === next) deps.confirming.delete(exchange)
    })
  })
  deps.confirming.set(exchange, { names, answer })
  return answer
}

const statesOf = async (deps: ConfirmOpenDeps, exchange: ExchangeName, names: readonly string[]): Promise<States> => {
  try {
    const reader = deps.readers.get(exchange) ?? null
    const states = (await deps.exchanges(exchange)?.marketStates(names, AbortSignal.timeout(PATIENCE), reader)) ?? []
    return new Map(states.map(({ nativeId, state }) => [nativeId, state]))
  } catch (error) {
    deps.log.warn('market states not confirmed; the known states stay', {
      exchange,
      error: String(error),
    })
    return new Map()
  }
}
