/**
 * The part of an entry that other trades than those of its exits have closed. The exits never sell that part again, whatever is bought
 * later.
 */

import { type Qty, qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { NOTIFY_GRACE, notifyBy } from '../orders/dependents/dependents.ts'
import { settle } from '../orders/settle.ts'
import { isNotificationDue } from './dependents.ts'
import { isBasketOrder, type PlacedOrder } from './placed-order.ts'

/** A trade in the market of the entry. */
export interface PositionTrade {
  readonly by: 'entry' | 'exit' | 'other'
  readonly buyFlag: boolean
  readonly qty: Qty
  readonly at: Millis
}

/** The holding of an entry by the stored fills. */
export interface EntryHolding {
  readonly buyFlag: boolean
  /** Entered quantity less the quantity that its exits have closed. */
  readonly held: number
  /** The position in its market; above 0 for YES, below 0 for NO. */
  readonly position: number
}

/**
 * Returns the closed part of the holding: the largest excess over the position, now or before any of `trades`.
 *
 * `trades` must be all trades of the market since some time, newest first, and all counted in `now`. A missing trade would count as a
 * close. This finds a position that was closed and opened again in between. It cannot within one moment: the order of trades within a
 * second is unknown (EXCHANGE_B reports whole seconds).
 */
export const closedOtherwise = (now: EntryHolding, trades: readonly PositionTrade[]): Qty => {
  const side = now.buyFlag ? 1 : -1
  let { held, position } = now
  let closed = held - side * position
  for (const [place, trade] of trades.entries()) {
    const moved = trade.buyFlag ? trade.qty : -trade.qty
    position -= moved
    if (trade.by !== 'other') held -= side * moved
    if (trades[place + 1]?.at !== trade.at) closed = Math.max(closed, held - side * position)
  }
  return qty(Math.max(0, closed))
}

/**
 * Records `closed` on the entry, on a custom asset for its member `svcId`. The quantity only grows. Returns the same object if nothing
 * changes.
 */
export const recordClosed = <Entry extends PlacedOrder>(
  entry: Entry,
  svcId: number,
  closed: Qty,
  now: Millis,
): Entry => (closed <= closedIn(entry, svcId) ? entry : withClosed(entry, svcId, closed, now))

/**
 * Records a smaller `closed` after a reversed trade, counted anew from all trades since the entry. The quantity only shrinks: before exits
 * were attached, no closes were recorded.
 */
export const reopen = <Entry extends PlacedOrder>(entry: Entry, svcId: number, closed: Qty, now: Millis): Entry =>
  closed >= closedIn(entry, svcId) ? entry : withClosed(entry, svcId, closed, now)

const withClosed = <Entry extends PlacedOrder>(entry: Entry, svcId: number, closed: Qty, now: Millis): Entry => {
  if (!isBasketOrder(entry)) return { ...entry, ...settle({ ...entry, closedQty: closed }, now) }
  const parts = entry.parts.map((part) => (part.svcId === svcId ? { ...part, closed } : part))
  const recorded = { ...entry, parts, updatedAt: now }
  return isNotificationDue(recorded) ? notifyBy(recorded, now + NOTIFY_GRACE) : recorded
}

/** The closed quantity recorded for the market. */
export const closedIn = (entry: PlacedOrder, svcId: number): Qty =>
  isBasketOrder(entry) ? (entry.parts.find((part) => part.svcId === svcId)?.closed ?? qty(0)) : entry.closedQty
