/**
 * Frees the work that a killed run of the service held: no other run can hold it, because the data belongs to one run.
 */

import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { endLease } from '#domain/orders/transitions/claim.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { DueWork, WorkStore } from '#ports/work/work-store.ts'

export interface HeldWork {
  /** Work due at or before `until`, at most `limit`. */
  readonly due: (until: number, limit: number) => Promise<readonly DueWork[]>
  readonly work: Pick<WorkStore, 'reschedule'>
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  readonly accountSyncs: Pick<AccountSyncStore, 'get'>
}

/** Every order in the middle of a send, and every account in the middle of a chain of polls, is due by then. */
const HELD_WITHIN = 130 * SECOND

/** More than one run can hold: a batch of orders for each of its lanes, and the accounts that are polled. */
const AT_MOST = 5_000

/**
 * Orders that were being sent are due at once, as if their lease were over; so are the polls of accounts that were active. Before
 * anything else uses the table.
 */
export const freeHeldWork = async (
  { due: dueBy, work, orders, accountSyncs }: HeldWork,
  now: number,
): Promise<void> => {
  for (const due of await dueBy(now + HELD_WITHIN, AT_MOST)) {
    if (due.kind === 'order') {
      const order = await orders.find(due.orderId)
      if (order !== null && !isBasketOrder(order) && order.lease !== null) await orders.save(endLease(order, now))
    }
    if (due.kind === 'account') {
      const state = await accountSyncs.get(due.subaccountId, due.exchange)
      if (state?.active === true) await work.reschedule(due, now)
    }
  }
}
