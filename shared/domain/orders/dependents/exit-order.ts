/** An order that was placed for an exit, as the linked exits see it. */

import type { Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { isCancelledByUser } from '../cancel/cancelled-by-user.ts'
import { filledOf, type Order } from '../order.ts'
import { isFinal } from '../status.ts'
import { isOrderOffTheBook } from './entry-view.ts'

export interface ExitOrder {
  readonly orderId: string
  readonly qty: Qty
  readonly filled: Qty
  /** How much of what it was to sell was not held any more when it went out. */
  readonly notHeld: Qty
  /** `held`: stored and not to be sent yet. `open`: may still fill. */
  readonly state: 'held' | 'open' | 'ended'
  /** A cancel of the order was requested. */
  readonly leaving: boolean
  /** A trade of it was reversed, and it is unknown whether the exchange offers that part again (EXCHANGE_B). */
  readonly takenBack: boolean
  /**
   * Why it ended short; null while it works, and if it filled. `user`: its user cancelled this very order. `with_all`: a cancel of all
   * orders ended it. `ours`: it made room for a linked exit.
   */
  readonly end: 'user' | 'with_all' | 'ours' | 'failed' | null
  readonly endedAt: Millis
  /** Since when its order waits because the exchange refuses it; null while it is not refused, and once it has ended. */
  readonly refusedSince: Millis | null
}

/** The `cancel_reason` of an order that makes room for a linked exit, or for one of less quantity. */
export const LINKED_EXIT = 'sibling'

/** The `cancel_reason` of an order and of an exit whose position was closed otherwise. */
export const POSITION_CLOSED = 'position_closed'

/** The view of an order on one market. */
export const orderAsExit = (order: Order): ExitOrder => {
  const isOffTheBook = isOrderOffTheBook(order)
  return exitOrder(order, {
    filled: filledOf(order),
    notHeld: order.notHeld,
    isOffTheBook,
    refusedSince: isOffTheBook ? null : order.refusedSince,
  })
}

/** Everything that orders on one market and orders on a custom asset store alike. */
type Placed = Pick<
  Order,
  'orderId' | 'qty' | 'status' | 'suspended' | 'cancelRequestedAt' | 'cancelReason' | 'reversedQty' | 'updatedAt'
>

interface Progress extends Pick<ExitOrder, 'filled' | 'notHeld' | 'refusedSince'> {
  readonly isOffTheBook: boolean
}

/** The view of any order. */
export const exitOrder = (order: Placed, { filled, notHeld, isOffTheBook, refusedSince }: Progress): ExitOrder => ({
  orderId: order.orderId,
  qty: order.qty,
  filled,
  notHeld,
  state: order.suspended && !isFinal(order.status) ? 'held' : isOffTheBook ? 'ended' : 'open',
  leaving: order.cancelRequestedAt !== null,
  takenBack: order.reversedQty > 0,
  end: isOffTheBook ? endOf(order) : null,
  refusedSince,
  endedAt: order.updatedAt,
})

/** The reason why an order that has left the book ended short. */
const endOf = ({ status, cancelReason }: Placed): ExitOrder['end'] => {
  if (status === 'EXECUTED') return null
  if (status !== 'CANCELLED') return 'failed'
  if (isCancelledByUser(cancelReason)) return cancelReason === 'user' ? 'user' : 'with_all'
  return cancelReason === LINKED_EXIT || cancelReason === POSITION_CLOSED ? 'ours' : 'failed'
}
