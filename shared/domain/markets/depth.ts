/** The two sides of a YES book. */

import type { Price, Qty } from '../kernel/numbers.ts'

/** One price level of a book. */
export interface Level {
  /** The YES price, in 1e-6 dollars. */
  readonly price: Price
  /** In millionths of a contract, above 0. */
  readonly qty: Qty
}

/** The levels of a YES book, best price first: bids descend, asks ascend, one level for each price. */
export interface Depth {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}
