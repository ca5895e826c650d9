/**
 * What trades other than those of its exits have closed of what an order entered. Its exits never sell that part again, whatever
 * is bought later.
 */

import { type Qty, qty, smallest } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { deriveStatus } from './derive-status.ts'
import { filledOf, type Order } from './order.ts'

/** A trade in the market of the entry, as far as it moves the position. */
export interface PositionTrade {
  readonly by: 'entry' | 'exit' | 'other'
  readonly buyFlag: boolean
  readonly qty: Qty
}

/** Where an entry stands by the stored fills. */
export interface EntryHolding {
  readonly buyFlag: boolean
  /** What it entered, less what its exits have closed. */
  readonly held: number
  /** The position in its market; above 0 holds YES, below 0 holds NO. */
  readonly position: number
}

/**
 * How much of the holding is gone: the most that it ever exceeded the position, now or before any of `trades`. Those are the
 * newest trades of the market, newest first, and all counted in `now`. A position that was closed and opened again in between is
 * found that way.
 */
export const closedOtherwise = (now: EntryHolding, trades: readonly PositionTrade[]): Qty => {
  const side = now.buyFlag ? 1 : -1
  let { held, position } = now
  let closed = held - side * position
  for (const trade of trades) {
    const moved = trade.buyFlag ? trade.qty : -trade.qty
    position -= moved
    if (trade.by !== 'other') held -= side * moved
    closed = Math.max(closed, held - side * position)
  }
  return qty(Math.max(0, closed))
}

/** The entry with `closed` noted. It never shrinks. The same object when nothing changes. */
export const noteClosed = (entry: Order, closed: Qty, now: Millis): Order => {
  const most = smallest(closed, filledOf(entry))
  return most <= entry.closedQty ? entry : deriveStatus({ ...entry, closedQty: most }, now)
}
