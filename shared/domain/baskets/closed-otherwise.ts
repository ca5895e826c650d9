/**
 * What trades other than those of its exits have closed of what an order entered. Its exits never sell that part again, whatever
 * is bought later.
 */

import { type Qty, qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { NOTIFY_GRACE, notifyBy } from '../orders/dependents/followers.ts'
import { settle } from '../orders/settle.ts'
import { isNotificationDue } from './followers.ts'
import { isBasketOrder, type PlacedOrder } from './placed-order.ts'

/** A trade in the market of the entry, as far as it moves the position. */
export interface PositionTrade {
  readonly by: 'entry' | 'exit' | 'other'
  readonly buyFlag: boolean
  readonly qty: Qty
  readonly at: Millis
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
 * How much of the holding is gone: the most that it ever exceeded the position, now or before any of `trades`. Those are all
 * trades of the market since some moment, newest first, and all counted in `now`: one that is left out would count as if it had closed
 * something. A position that was closed and opened again in between is found that way; not within one moment, because nobody knows
 * in which order its trades came (EXCHANGE_B tells whole seconds).
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
 * The entry with `closed` noted, on a custom asset for its member `svcId`. It only grows here. The same object when nothing changes.
 */
export const recordClosed = <Entry extends PlacedOrder>(
  entry: Entry,
  svcId: number,
  closed: Qty,
  now: Millis,
): Entry => (closed <= closedIn(entry, svcId) ? entry : withClosed(entry, svcId, closed, now))

/**
 * The same where a trade was taken back, and `closed` was counted anew from all trades since the entry. It only shrinks here:
 * nobody has followed what happened before exits were attached.
 */
export const reopen = <Entry extends PlacedOrder>(entry: Entry, svcId: number, closed: Qty, now: Millis): Entry =>
  closed >= closedIn(entry, svcId) ? entry : withClosed(entry, svcId, closed, now)

const withClosed = <Entry extends PlacedOrder>(entry: Entry, svcId: number, closed: Qty, now: Millis): Entry => {
  if (!isBasketOrder(entry)) return { ...entry, ...settle({ ...entry, closedQty: closed }, now) }
  const parts = entry.parts.map((part) => (part.svcId === svcId ? { ...part, closed } : part))
  const noted = { ...entry, parts, updatedAt: now }
  return isNotificationDue(noted) ? notifyBy(noted, now + NOTIFY_GRACE) : noted
}

/** What is noted as closed of that market. */
export const closedIn = (entry: PlacedOrder, svcId: number): Qty =>
  isBasketOrder(entry) ? (entry.parts.find((part) => part.svcId === svcId)?.closed ?? qty(0)) : entry.closedQty
