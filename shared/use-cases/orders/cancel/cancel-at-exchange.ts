/** Asks the exchange to cancel an order. The order ends when the exchange reports its end, not by the request. */

import { minus, type Qty } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { beginAmendSend } from '#domain/orders/amend/amend-steps.ts'
import { largestTotalRequested, leavesToBeReplaced } from '#domain/orders/amend/amending.ts'
import { unwanted } from '#domain/orders/cancel/unwanted.ts'
import { isSettled, wantsCancel } from '#domain/orders/derive-status.ts'
import { replacedQty } from '#domain/orders/fills/whole-report.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import type { CircuitOpen } from '#domain/orders/send/facts.ts'
import { whyOf } from '#domain/orders/send/send-outcome.ts'
import { isFinal } from '#domain/orders/status.ts'
import { applyStatusReport, type OrderStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { recordChildObservations } from '#domain/orders/transitions/attempt.ts'
import { endUnwanted } from '#domain/orders/transitions/end-unsent.ts'
import { reschedule } from '#domain/orders/transitions/reschedule.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { type ActivateAccountDeps, activateAccount } from '../../accounts/activate-account.ts'
import type { OpenAccount } from '../../accounts/open-account.ts'
import { enqueueCancel, enqueueExecute } from '../../work/enqueue.ts'
import { changeOrder } from '../change-order.ts'
import { ORDER_LOG } from '../log-messages.ts'
import { childObservationsOf, orderRef } from '../order-ref.ts'
import type { CircuitBreaker } from '../send/circuit-breaker.ts'
import type { TimeBudget } from '../send/time-budget.ts'

export interface CancelAtExchangeDeps extends ActivateAccountDeps {
  readonly orders: OrderStore
  readonly openAccount: OpenAccount
  readonly exchanges: (name: Order['exchange']) => Exchange
  readonly circuitBreaker: Pick<CircuitBreaker, 'check' | 'enter' | 'ready' | 'sent'>
}

/** Does nothing for an order that needs no cancel. Safe to run any number of times. */
export const cancelAtExchange = async (
  deps: CancelAtExchangeDeps,
  orderId: string,
  window: TimeBudget,
): Promise<void> => {
  const known = await deps.orders.get(orderId)
  if (known === null || isSettled(known)) return
  if (isDueAgain(known)) return enqueueExecute(deps, known)
  if (!wantsCancel(known, deps.clock())) return
  if (known.sendState !== 'acked') return beforeAck(deps, known)
  const order = await recordReplacement(deps, known)
  if (order.exchangeOrderId === null || order.exchangeState !== 'live') return
  const account = await deps.openAccount(order.subaccountId, order.exchange)
  if (account === null) return postponeCancel(deps, order, 'no credentials are stored to cancel the order with', null)
  await activateAccount(deps, order)
  const held = await heldUp(deps, order)
  if (held !== null) return postponeCancel(deps, order, held.reason, held.waitMs)
  return sendCancel(deps, account, { ...order, exchangeOrderId: order.exchangeOrderId }, window)
}

/** An order that the exchange has taken. */
type TakenOrder = Order & { readonly exchangeOrderId: string }

/** Sends the cancel, and stores or reads how the order has ended. */
const sendCancel = async (
  deps: CancelAtExchangeDeps,
  account: ExchangeAccount,
  order: TakenOrder,
  window: TimeBudget,
): Promise<void> => {
  const exchange = deps.exchanges(order.exchange)
  const { orderId, nativeId, shard, exchangeOrderId } = order
  const target = { nativeId, shard, exchangeOrderId, childObservations: childObservationsOf(order) }
  const outcome = await exchange.cancel(account, target, window.sendSignal())
  deps.log.info(ORDER_LOG.cancelSent, {
    orderId,
    subaccountId: order.subaccountId,
    exchange: order.exchange,
    exchangeOrderId,
    outcome: outcome.kind,
    reason: whyOf(outcome),
  })
  const waitMs = await deps.circuitBreaker.sent(order.exchange, 'cancels', outcome)
  switch (outcome.kind) {
    case 'cancelled': {
      const filledQty = provenFilled(order, outcome.removedQty)
      if (filledQty === null)
        return readEnd(deps, exchange, account, recordChildObservations(order, outcome.childObservations), window)
      return storeEnd(deps, order, { exchangeOrderId, state: 'ended', filledQty })
    }
    case 'gone':
      return readEnd(deps, exchange, account, recordChildObservations(order, outcome.childObservations), window)
    case 'later':
      return postponeCancel(deps, order, outcome.reason, waitMs ?? outcome.retryAfterMs ?? null)
    case 'unknown':
      return postponeCancel(deps, order, outcome.error, null)
  }
}

/** Returns why the order cannot be cancelled, because its exchange refuses all cancels. */
const heldUp = async ({ circuitBreaker }: CancelAtExchangeDeps, order: Order): Promise<CircuitOpen | null> => {
  const held = await circuitBreaker.check(order.exchange, 'cancels', order.retries > 0)
  return held !== null && held.waitMs > 0 ? held : circuitBreaker.enter(order.exchange, 'cancels')
}

/**
 * Returns the quantity that had filled when the cancel took `removedQty` off the book; null if only the exchange knows.
 * A missing quantity may have filled a moment ago, or a person may have reduced the order at the exchange. A change of
 * its total may be in effect.
 */
const provenFilled = (order: Order, removedQty: Qty | null): Qty | null => {
  const known = filledOf(order)
  return removedQty !== null && known + removedQty >= largestTotalRequested(order)
    ? minus(known, replacedQty(order))
    : null
}

/**
 * Stored before the cancel, so that a reader of the order's end knows that it left the book to be replaced. The same order
 * where that is not why it leaves.
 */
const recordReplacement = async (deps: CancelAtExchangeDeps, order: Order): Promise<Order> => {
  if (!leavesToBeReplaced(order) || order.amend?.sentAt !== null) return order
  const recorded = await changeOrder(deps.orders, order, (now) =>
    leavesToBeReplaced(now) && now.amend?.sentAt === null ? beginAmendSend(now, deps.clock()) : now,
  )
  return recorded ?? order
}

/** Stores how the order has ended. The rest of an order that is to be replaced is sent at once. */
const storeEnd = async (deps: CancelAtExchangeDeps, order: Order, report: OrderStatusReport): Promise<void> => {
  const stored = await changeOrder(deps.orders, order, (now) => applyStatusReport(now, report, deps.clock()))
  if (stored !== null && isDueAgain(stored)) await enqueueExecute(deps, stored)
}

/** True if the order has left its book to be replaced. The executor decides whether its rest is still wanted. */
const isDueAgain = (order: Order): boolean => order.replaced !== null && order.sendState === 'none'

/** The order has left the book. The reads say how it ended, but they lag: "still there" and "not there" prove nothing yet. */
const readEnd = async (
  deps: CancelAtExchangeDeps,
  exchange: Exchange,
  account: ExchangeAccount,
  order: Order,
  window: TimeBudget,
): Promise<void> => {
  if (order.exchangeOrderId === null) return
  const ref = orderRef(order, order.exchangeOrderId)
  const found = await exchange.order(account, ref, window.sendSignal()).catch(ifUnavailable((error) => error))
  if (found instanceof Error) return postponeCancel(deps, order, found.message, null)
  const { report, childObservations } = found
  if (report !== null && report.state === 'ended') return storeEnd(deps, order, report)
  const seen = recordChildObservations(order, childObservations)
  return postponeCancel(deps, seen, 'the order is off the book; waiting to read how it ended', 2 * SECOND)
}

/**
 * Ends an order that was never sent. For any other, the executor finds out the outcome first: a cancel never races a
 * send.
 */
const beforeAck = async (deps: CancelAtExchangeDeps, order: Order): Promise<void> => {
  const stored = await changeOrder(deps.orders, order, (now) => endIfUnsent(now, deps.clock()))
  if (stored === null || isFinal(stored.status) || isLeased(stored, deps.clock())) return
  const { orderId, subaccountId, exchange } = stored
  await deps.queues.send('execute-order', { orderId }, { group: `${subaccountId}:${exchange}:cancel` })
}

const endIfUnsent = (order: Order, now: Millis): Order => {
  if (order.sendState !== 'none' || isLeased(order, now) || isFinal(order.status)) return order
  const end = unwanted(order, null, now)
  return end === null ? order : endUnwanted(order, end, now)
}

const isLeased = ({ lease }: Order, now: Millis): boolean => lease !== null && lease.until > now

/** Postpones the cancel, and stores the child observations of `order`. */
const postponeCancel = async (
  deps: CancelAtExchangeDeps,
  order: Order,
  reason: string,
  retryAfterMs: number | null,
): Promise<void> => {
  const stored = await changeOrder(deps.orders, order, (now) =>
    isSettled(now)
      ? now
      : reschedule(recordChildObservations(now, childObservationsOf(order)), reason, retryAfterMs, deps.clock()),
  )
  if (stored === null || isSettled(stored)) return
  await enqueueCancel(deps, order, Math.max(SECOND, (stored.dueAt ?? 0) - deps.clock()))
}
