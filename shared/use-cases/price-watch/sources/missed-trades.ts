/** Reads the trades that neither a stream nor the quotes of a poll contained: stops on the last trade see every trade. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { type MadeTrade, TRADE_COUNTS_FOR } from '#domain/markets/mark-price.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { needsTrades } from '../compare/needs-trades.ts'
import { marketMemory, type WatchState } from '../watch-state.ts'

export interface MissedTradesDeps {
  readonly memory: WatchState
  readonly clock: Clock
  readonly log: Log
}

/** The answers of a poll. */
export interface PollResult {
  readonly polled: ReadonlyArray<{ readonly market: WatchedMarket; readonly shown: ExchangeQuote }>
  /** Returns whether a stream has reported every trade of the market that a read could still return. */
  readonly isStreamed: (market: WatchedMarket) => boolean
  readonly signal: AbortSignal
}

/** Markets of an exchange that one poll reads, each with a call. Further markets wait for the next poll. */
const MOST_READ = 30
/** A trade changes its book. A book without a change for this long had no trade that a read could still return. */
const STILL_FOR = TRADE_COUNTS_FOR + 30 * SECOND

/** Returns a reader for the trades of one market. The reader returns no trades if none are needed, or if other markets come first. Never throws. */
export const missedTrades = (
  deps: MissedTradesDeps,
  exchange: Pick<MarketDataSource, 'name' | 'tradesSince'>,
  { polled, isStreamed, signal }: PollResult,
): ((market: WatchedMarket) => Promise<readonly MadeTrade[]>) => {
  const now = deps.clock()
  const memoryOf = ({ svcId }: WatchedMarket) => marketMemory(deps.memory, svcId, now)
  const due = (exchange.tradesSince === undefined ? [] : polled)
    .filter(({ shown }) => mayLackTrades(shown, now))
    .map(({ market }) => market)
    .filter(needsTrades(deps.memory))
    .filter((market) => !isStreamed(market))
    .toSorted((one, other) => memoryOf(one).tradesReadAt - memoryOf(other).tradesReadAt)
  const read = new Set(due.slice(0, MOST_READ).map(({ svcId }) => svcId))
  const waiting = due.length - read.size
  if (waiting > 0)
    deps.log.warn('trades of some markets postponed to a later poll', { exchange: exchange.name, markets: waiting })
  return async (market) => {
    if (!read.has(market.svcId)) return []
    memoryOf(market).tradesReadAt = now
    const trades = await exchange
      .tradesSince?.(market.nativeId, now - TRADE_COUNTS_FOR, signal)
      .catch(logged(deps.log, 'warn', 'trades between two looks could not be read', { exchange: exchange.name }))
    return trades ?? []
  }
}

const mayLackTrades = ({ trades, statedAt, state }: ExchangeQuote, now: Millis): boolean =>
  trades === undefined && state === 'open' && (statedAt === undefined || now - statedAt < STILL_FOR)
