/** Reads the current mark of a target from live books. Last trades are read only if the books have no middle. */

import type { Allocation } from '#domain/baskets/plan/plan.ts'
import { basketPrice, type MemberQuote } from '#domain/baskets/price.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { LastTrade, OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { withTimeout } from '../../kernel/with-timeout.ts'
import type { LiveMarketData } from '../../markets/live-market-data.ts'

export interface MarkNowDeps {
  readonly marketData: Pick<LiveMarketData, 'book' | 'lastTrade'>
  readonly clock: Clock
}

/** Returns the mark; null without one, and a problem if the exchanges do not answer. */
export const markNow = async (
  deps: MarkNowDeps,
  allocation: Allocation,
  markets: readonly Market[],
): Promise<Price | null | Problem> => {
  const books = await Promise.all(markets.map((market) => deps.marketData.book(market)))
  const silent = silentOf(allocation, books)
  if (silent !== null) return silent
  const middle = markOf(deps, allocation, books, [])
  if (middle !== null) return middle
  const trades = await Promise.all(markets.map((market) => deps.marketData.lastTrade(market)))
  return silentOf(allocation, trades) ?? markOf(deps, allocation, books, trades)
}

/** Returns the mark; also null if the exchanges do not answer in time: no order waits for an answer. */
export const markSoon = async (
  deps: MarkNowDeps,
  allocation: Allocation,
  markets: readonly Market[],
): Promise<Price | null> => {
  const mark = await withTimeout(markNow(deps, allocation, markets), PATIENCE)
  return mark === null || isProblem(mark) ? null : mark
}

/** Longest wait of an order for the mark, in ms. */
export const PATIENCE = 2 * SECOND

/** Returns the problem that leaves the target without a price. One bet has a price if one exchange answers; a mean needs all members. */
const silentOf = (allocation: Allocation, answers: readonly unknown[]): Problem | null => {
  const silent = answers.find(isProblem)
  return silent !== undefined && (allocation === 'EQUAL' || answers.every(isProblem)) ? silent : null
}

const markOf = (
  { clock }: MarkNowDeps,
  allocation: Allocation,
  books: ReadonlyArray<OrderBook | Problem>,
  trades: ReadonlyArray<LastTrade | null | Problem>,
): Price | null => {
  const quotes = books.map((book, index): MemberQuote | null => {
    if (isProblem(book)) return null
    const trade = trades[index] ?? null
    const last = isProblem(trade) ? null : trade
    return {
      bid: book.bids[0] ?? null,
      ask: book.asks[0] ?? null,
      lastPrice: last?.price ?? null,
      lastTradeAt: last?.at ?? null,
      asOf: book.receivedAt ?? book.at,
      paused: false,
    }
  })
  return basketPrice(allocation, quotes, 'MARK', false, clock())?.price ?? null
}
