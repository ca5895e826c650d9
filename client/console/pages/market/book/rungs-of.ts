/** One side of a book as a fixed number of rows, so that nothing moves when levels come and go. */

import type { Order } from '../../../api/types.ts'

export interface Rung {
  readonly price: number
  readonly qty: number
  /** Contracts of this level and of all better ones. */
  readonly total: number
  /** Contracts of the user's own orders at this price. */
  readonly own: number
}

interface Level {
  readonly price: number
  readonly qty: number
}

type Own = Pick<Order, 'price' | 'qty' | 'traded_qty'>

/** As many rows of each side. */
export const RUNGS = 10

/** The best level comes first. A row without a level is null. `own` are the open orders of this side. */
export const rungsOf = (levels: readonly Level[], own: readonly Own[]): readonly (Rung | null)[] => {
  const owned = new Map<number | null, number>()
  for (const { price, qty, traded_qty } of own) owned.set(price, (owned.get(price) ?? 0) + qty - traded_qty)
  let total = 0
  return Array.from({ length: RUNGS }, (_, place) => {
    const level = levels[place]
    if (level === undefined) return null
    total += level.qty
    return { ...level, total, own: owned.get(level.price) ?? 0 }
  })
}
