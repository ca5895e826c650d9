/** The levels of a book that an order takes. */

import { type Qty, qty } from '../kernel/numbers.ts'
import type { Level } from './depth.ts'

/** Returns the part of the levels that an order of `amount` takes, best first; less if the book is not that deep. */
export const walkLevels = (levels: readonly Level[], amount: Qty): readonly Level[] => {
  const takes: Level[] = []
  let needed: number = amount
  for (const level of levels) {
    if (needed <= 0) break
    const taken = qty(Math.min(needed, level.qty))
    takes.push({ price: level.price, qty: taken })
    needed -= taken
  }
  return takes
}
