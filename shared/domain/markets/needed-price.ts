/** The worst price of a book that an order needs. */

import type { Price, Qty } from '../kernel/numbers.ts'
import type { Level } from './depth.ts'

/** The price of the last level an order of `amount` needs, or of the last there is; null without any. */
export const neededPrice = (levels: readonly Level[], amount: Qty): Price | null => {
  let needed: number = amount
  let last: Price | null = null
  for (const level of levels) {
    if (needed <= 0) break
    last = level.price
    needed -= level.qty
  }
  return last
}
