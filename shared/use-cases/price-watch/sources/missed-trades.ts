/** Reads what was traded in markets while neither a stream nor the quotes of a poll told it: stops that watch the last trade see every trade. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { type MadeTrade, TRADE_COUNTS_FOR } from '#domain/markets/mark-price.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { tradesMatter } from '../compare/needs-trades.ts'
import { marketMemory, type QuoteMemory } from '../watch-state.ts'

export interface MissedTradesDeps {
  readonly memory: QuoteMemory
  readonly clock: Clock
  readonly log: Log
}

export type TradesTold = Pick<MarketDataSource, 'name' | 'tradesSince'>

/** A market as the poll shows it. */
interface Polled {
  readonly market: WatchedMarket
  readonly shown: ExchangeQuote
}

/** Markets of an exchange that one look reads, each with a call. More wait for the next look. */
const MOST_READ = 30
/** A trade changes its book. One that has not changed for so long has had none that could still be told. */
const STILL_FOR = TRADE_COUNTS_FOR + 30 * SECOND

/** Reads the trades of a market. None are read where they need not be, or where other markets go first. Never throws. */
export const missedTrades = (
  deps: MissedTradesDeps,
  exchange: TradesTold,
  polled: readonly Polled[],
  isStreamed: (market: WatchedMarket) => boolean,
  signal: AbortSignal,
): ((market: WatchedMarket) => Promise<readonly MadeTrade[]>) => {
  const now = deps.clock()
  const memoryOf = ({ svcId }: WatchedMarket) => marketMemory(deps.memory, svcId, now)
  const due = (exchange.tradesSince === undefined ? [] : polled)
    .filter(({ shown }) => isUntold(shown, now))
    .map(({ market }) => market)
    .filter(tradesMatter(deps.memory))
    .filter((market) => !isStreamed(market))
    .toSorted((one, other) => memoryOf(one).tradesReadAt - memoryOf(other).tradesReadAt)
  const read = new Set(due.slice(0, MOST_READ).map(({ svcId }) => svcId))
  const waiting = due.length - read.size
  if (waiting > 0)
    deps.log.warn('trades of some markets wait for a later look', { exchange: exchange.name, markets: waiting })
  return async (market) => {
    if (!read.has(market.svcId)) return []
    memoryOf(market).tradesReadAt = now
    const told = await exchange
      .tradesSince?.(market.nativeId, now - TRADE_COUNTS_FOR, signal)
      .catch(logged(deps.log, 'warn', 'trades between two looks could not be read', { exchange: exchange.name }))
    return told ?? []
  }
}

const isUntold = ({ trades, toldAt, state }: ExchangeQuote, now: Millis): boolean =>
  trades === undefined && state === 'open' && (toldAt === undefined || now - toldAt < STILL_FOR)
