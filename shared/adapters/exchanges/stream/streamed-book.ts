/** An order book that is kept up to date by changes of its levels. */

import { type Price, qty } from '#domain/kernel/numbers.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'

export type Side = 'bid' | 'ask'

export interface StreamedBook {
  /** Sets the size at a price, in millionths of a contract; 0 removes the level. */
  set(side: Side, at: Price, size: number): void
  /** Adds to the size at a price. Returns false if the size would fall below 0: the book is wrong. */
  add(side: Side, at: Price, change: number): boolean
  best(side: Side): Level | null
  /** Returns all levels at this moment. */
  depth(): Depth
}

export const streamedBook = (): StreamedBook => {
  const levels = { bid: new Map<Price, number>(), ask: new Map<Price, number>() }
  const best: Record<Side, Price | null> = { bid: null, ask: null }

  const isBetter = (side: Side, one: Price, other: Price | null): boolean =>
    other === null || (side === 'bid' ? one > other : one < other)

  const set = (side: Side, at: Price, size: number): void => {
    if (size > 0) {
      levels[side].set(at, size)
      if (isBetter(side, at, best[side])) best[side] = at
      return
    }
    levels[side].delete(at)
    if (best[side] !== at) return
    best[side] = null
    for (const other of levels[side].keys()) if (isBetter(side, other, best[side])) best[side] = other
  }

  const sorted = (side: Side): readonly Level[] =>
    [...levels[side]]
      .map(([at, size]) => ({ price: at, qty: qty(size) }))
      .sort((one, other) => (side === 'bid' ? other.price - one.price : one.price - other.price))

  return {
    set,
    add: (side, at, change) => {
      const size = (levels[side].get(at) ?? 0) + change
      if (size < 0) return false
      set(side, at, size)
      return true
    },
    best: (side) => {
      const at = best[side]
      return at === null ? null : { price: at, qty: qty(levels[side].get(at) ?? 0) }
    },
    depth: () => ({ bids: sorted('bid'), asks: sorted('ask') }),
  }
}
