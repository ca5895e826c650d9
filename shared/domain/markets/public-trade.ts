/** The tape: the trades of all traders in a market. */

import type { Price, Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'

export interface PublicTrade {
  /** Unique within the market. Given by the exchange, or derived from its data. */
  readonly tradeId: string
  /** The YES price, in 1e-6 dollars. */
  readonly price: Price
  readonly qty: Qty
  /** True if the taker bought YES, or sold NO; null if the exchange does not give the side. */
  readonly takerBuys: boolean | null
  /** Marks a trade that was negotiated off the book. The trade is shown, and is no price of the market. Absent: no. */
  readonly isBlockTrade?: boolean
  readonly at: Millis
}

export interface TapeQuery {
  /** From 1 on. A page may have more, where more trades have the time of its last one. */
  readonly limit: number
  /** Trades before this time; null: the newest. */
  readonly before: Millis | null
}

export interface TapePage {
  /** Newest first. */
  readonly trades: readonly PublicTrade[]
  readonly hasMore: boolean
}

/**
 * Returns a page of the tape that never ends between two trades of one time. The next page then needs only the time of
 * the last trade, and no trade is lost or repeated. `trades` are newest first, and more than `limit` if there are more.
 * Null if more trades are needed, because all end within the time of the page's last one.
 */
export const tapePage = (trades: readonly PublicTrade[], limit: number, isComplete: boolean): TapePage | null => {
  if (trades.length <= limit) return isComplete ? { trades, hasMore: false } : null
  const next = trades[limit]?.at
  const cut = trades.findIndex(({ at }) => at === next)
  if (cut > 0) return { trades: trades.slice(0, cut), hasMore: true }
  // All of the page is of one time: it becomes as long as that.
  const end = trades.findIndex(({ at }) => at !== next)
  if (end < 0) return isComplete ? { trades, hasMore: false } : null
  return { trades: trades.slice(0, end), hasMore: true }
}
