/**
 * Asks an exchange once more whether a market trades, before something fires there on an older word. Books and trades are live, while
 * a list of markets may be some 25 seconds old. Calls of many markets at the same moment become few.
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
  /** For whom it is asked; by nobody where none is known. */
  readonly readers: ReadonlyMap<ExchangeName, ExchangeAccount>
  readonly log: Log
}

export interface MayFireDeps extends Pick<ConfirmOpenDeps, 'exchanges' | 'log'> {
  readonly memory: Pick<ConfirmOpenDeps, 'confirming' | 'readers'>
}

/** The questions that wait for the one under way, by exchange. */
export type Confirming = Map<ExchangeName, { readonly names: Set<string>; readonly answer: Promise<States> }>

type States = ReadonlyMap<string, MarketState['state']>

/** What should fire waits no longer for the answer. */
const PATIENCE = 2 * SECOND

/** Whether something may fire in the market. Without an answer the older word stands. */
export const confirmOpen = async (
  deps: ConfirmOpenDeps,
  { exchange, nativeId }: MarketRef,
  shown: Pick<ExchangeQuote, 'state' | 'stateIsLive'>,
): Promise<boolean> => {
  if (shown.state !== 'open' || shown.stateIsLive) return shown.state === 'open'
  return ((await ask(deps, exchange, nativeId)).get(nativeId) ?? shown.state) === 'open'
}

/** Whether the market of a look trades, as of now. */
export const mayFire = (
  { exchanges, memory: { confirming, readers }, log }: MayFireDeps,
  market: MarketRef,
  shown: ExchangeQuote,
): Promise<boolean> => confirmOpen({ exchanges, confirming, readers, log }, market, shown)

/** The first question goes out at once. Those that come before its answer share the next one. */
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
    const asked = [...names]
    // From here on further questions wait for this answer, and then go out together.
    const next = { names: new Set<string>(), answer }
    deps.confirming.set(exchange, next)
    return statesOf(deps, exchange, asked).finally(() => {
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
    deps.log.warn('whether markets trade could not be confirmed; what was known stands', {
      exchange,
      error: String(error),
    })
    return new Map()
  }
}
