/** Reads what was traded in markets while neither a stream nor the quotes of a poll told it: stops that watch the last trade see every trade. */

import { type MadeTrade, TRADE_COUNTS_FOR } from '#domain/contingent/mark-price.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { marketMemory, type QuoteMemory } from './quote-memory.ts'
import { isArmed } from './read-watched.ts'
import type { MissedTrades } from './watch-market.ts'

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

interface Markets {
  /** A stream has told all of its trades. */
  readonly isStreamed: (market: WatchedMarket) => boolean
  /** Of a custom asset with a stop that goes by its trades. */
  readonly isMember: (market: WatchedMarket) => boolean
}

/** Markets of an exchange that one look reads, each with a call. More wait for the next look. */
const MOST_READ = 30
/** A trade changes its book. One that has not changed for so long has had none that could still be told. */
const STILL_FOR = TRADE_COUNTS_FOR + 30 * SECOND

/** How the trades of each market are read. None are where they need not be, or where other markets go first. A read never throws. */
export const missedTrades = (
  deps: MissedTradesDeps,
  exchange: TradesTold,
  polled: readonly Polled[],
  { isStreamed, isMember }: Markets,
  signal: AbortSignal,
): ((market: WatchedMarket) => MissedTrades) => {
  const now = deps.clock()
  const memoryOf = ({ svcId }: WatchedMarket) => marketMemory(deps.memory, svcId, now)
  const due = (exchange.tradesSince === undefined ? [] : polled)
    .filter(({ shown }) => isUntold(shown, now))
    .map(({ market }) => market)
    .filter((market) => isArmed(market) && (memoryOf(market).watchesLast !== false || isMember(market)))
    .filter((market) => !isStreamed(market))
    .toSorted((one, other) => memoryOf(one).tradesReadAt - memoryOf(other).tradesReadAt)
  const read = new Set(due.slice(0, MOST_READ).map(({ svcId }) => svcId))
  const waiting = due.filter(
    (market) => !read.has(market.svcId) && (memoryOf(market).watchesLast === true || isMember(market)),
  )
  if (waiting.length > 0)
    deps.log.warn('trades of some markets wait for a later look', { exchange: exchange.name, markets: waiting.length })
  const reading = new Map<number, Promise<readonly MadeTrade[]>>()
  const readOnce = (market: WatchedMarket): Promise<readonly MadeTrade[]> => {
    const known = reading.get(market.svcId) ?? readTrades(market)
    reading.set(market.svcId, known)
    return known
  }
  const readTrades = async (market: WatchedMarket): Promise<readonly MadeTrade[]> => {
    memoryOf(market).tradesReadAt = now
    const told = await exchange
      .tradesSince?.(market.nativeId, now - TRADE_COUNTS_FOR, signal)
      .catch(logged(deps.log, 'warn', 'trades between two looks could not be read', { exchange: exchange.name }))
    return told ?? []
  }
  return (market) => async () => (read.has(market.svcId) ? readOnce(market) : [])
}

const isUntold = ({ trades, toldAt, state }: ExchangeQuote, now: Millis): boolean =>
  trades === undefined && state === 'open' && (toldAt === undefined || now - toldAt < STILL_FOR)
