/** Queues the due step of an order again: its send, its cancel, a poll of its account, or the notification of its dependents. */

import { BASKET_GRACE, type BasketOrder } from '#domain/baskets/basket-order.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { dueStep } from '#domain/orders/due-step.ts'
import type { Order } from '#domain/orders/order.ts'
import { endWatch } from '#domain/orders/transitions/end-unsent.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { activateAccount } from '../accounts/activate-account.ts'
import { enqueueSweep } from '../work/enqueue.ts'
import { doubled, PATIENCE, recordSweep, untouchedFor, versionOf } from './record-sweep.ts'
import type { SweepItemDeps } from './sweep-deps.ts'

/** Reads the order itself, because the index may lag, and moves its due date before the message is sent. */
export const sweepOrder = async (deps: SweepItemDeps, work: Extract<DueWork, { kind: 'order' }>): Promise<void> => {
  const now = deps.clock()
  const stored = deps.read.orders.get(work.orderId) ?? (await deps.orders.find(work.orderId))
  if (stored === null) return
  // The next sweep does the other work of the order.
  if (stored.notifyDueAt !== null && stored.notifyDueAt <= now)
    return notifyAgain(deps, stored, stored.notifyDueAt, now)
  if (stored.dueAt === null || stored.dueAt > now) return
  return isBasketOrder(stored) ? sweepBasket(deps, stored, now) : sweepMarketOrder(deps, stored, now)
}

/** The notification stores another date. Other changes of the order leave the date. */
const notifyAgain = async (deps: SweepItemDeps, stored: PlacedOrder, leftAt: Millis, now: Millis): Promise<void> => {
  const { orderId, subaccountId } = stored
  const notice = { id: orderId, key: `dependents of ${orderId}`, leftAt }
  const notifyDueAt = now + doubled(PATIENCE, untouchedFor(deps, notice))
  if (!(await deps.orders.save({ ...stored, notifyDueAt }))) return
  await recordSweep(deps, notice, notifyDueAt)
  await deps.queues.send('advance-contingents', { orderId }, { group: `${subaccountId}:swept` })
}

/** `PATIENCE` for an order that must act now: it gets another try before its time is over. */
const SHORT_PATIENCE = 8 * SECOND

const sweepMarketOrder = async (deps: SweepItemDeps, stored: Order, now: number): Promise<void> => {
  const order = endWatch(stored, now)
  const step = dueStep(order, now)
  // The account has a due date of its own, and is logged as left behind if it is not polled.
  const waits = async () => step === 'sync' || (await waitsForItsTurn(deps, order, now))
  const work = versionOf(order.orderId, order)
  const untouched = untouchedFor(deps, work)
  const leasedUntil = order.lease !== null && order.lease.until > now ? order.lease.until : null
  const dueAt = leasedUntil ?? now + patience(order, untouched, now)
  if (!(await deps.orders.save({ ...order, dueAt: step === 'nothing' ? null : dueAt }))) return
  // Not at the next regular sweep, which may be ten seconds later.
  if (leasedUntil !== null) return enqueueSweep(deps, leasedUntil - now)
  await recordSweep(deps, work, order.version + 1, waits)
  // A group of its own: work that was left behind does not queue behind the consumer that left it, nor behind another account.
  const group = `${order.subaccountId}:${order.exchange}:swept`
  switch (step) {
    case 'execute':
      return deps.queues.send('execute-order', { orderId: order.orderId }, { group })
    case 'cancel':
      return deps.queues.send('cancel-order', { orderId: order.orderId }, { group })
    case 'sync':
      await activateAccount(deps, order)
      return
    case 'nothing':
      return
  }
}

const sweepBasket = async (deps: SweepItemDeps, basket: BasketOrder, now: number): Promise<void> => {
  const work = versionOf(basket.orderId, basket)
  const dueAt = now + doubled(BASKET_GRACE, untouchedFor(deps, work))
  if (!(await deps.orders.save({ ...basket, dueAt }))) return
  await recordSweep(deps, work, basket.version + 1)
  const { orderId, subaccountId } = basket
  await deps.queues.send('execute-basket', { orderId }, { group: `${subaccountId}:swept` })
}

/**
 * True if the order waits behind others of its account for the rate limit of the exchange: each send activates the
 * account.
 */
const waitsForItsTurn = async (
  { accountSyncs }: SweepItemDeps,
  { subaccountId, exchange, sendState }: Order,
  now: Millis,
): Promise<boolean> => {
  if (sendState !== 'none') return false
  const state = await accountSyncs.get(subaccountId, exchange)
  return state !== null && now - state.activatedAt < PATIENCE
}

const patience = (order: Order, untouched: number, now: number): number => {
  if (order.sendBy !== null && order.sendBy > now) return SHORT_PATIENCE
  return doubled(PATIENCE, Math.max(order.retries, untouched))
}
