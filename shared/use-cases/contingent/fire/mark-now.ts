/** The mark of a target at this moment, from live books. Last trades are asked for only where the books show no middle. */

import type { Allocation } from '#domain/baskets/plan.ts'
import { basketPrice, type MemberQuote } from '#domain/baskets/price.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { LastTrade, OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { soon } from '../../kernel/soon.ts'
import type { LiveMarketData } from '../../markets/live-market-data.ts'

export interface MarkNowDeps {
  readonly marketData: Pick<LiveMarketData, 'book' | 'lastTrade'>
  readonly clock: Clock
}

/** Null where the markets show no mark. A problem where their exchanges do not answer. */
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

/** The same, and null where their exchanges do not answer, or are slow to: an answer holds up no order. */
export const markSoon = async (
  deps: MarkNowDeps,
  allocation: Allocation,
  markets: readonly Market[],
): Promise<Price | null> => {
  const mark = await soon(markNow(deps, allocation, markets), PATIENCE)
  return mark === null || isProblem(mark) ? null : mark
}

/** How long an order waits for an answer of its exchange. */
export const PATIENCE = 2 * SECOND

/** One bet has a price as long as one exchange answers. A mean needs all members. */
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
