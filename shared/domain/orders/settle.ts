/** Settles an order after a change. Every change of an order ends here. */

import type { Millis } from '../kernel/time.ts'
import { largestTotalSent } from './amend/amending.ts'
import { settleAmend } from './amend/settle-amend.ts'
import { deriveStatus } from './derive-status.ts'
import { filledOf, type Order } from './order.ts'

/**
 * Settles the amend and sets all derived fields. An amend may change the total, and with it whether the order is full.
 * So a full order is ended both before and after.
 */
export const settle = (changed: Order, now: Millis): Order =>
  deriveStatus(endedIfFull(settleAmend(endedIfFull(changed), now)), now)

/** A completely filled order does not rest any more, even if so far only its fills say so. */
const endedIfFull = (order: Order): Order =>
  order.exchangeState === 'live' && filledOf(order) >= largestTotalSent(order)
    ? { ...order, exchangeState: 'ended' }
    : order
