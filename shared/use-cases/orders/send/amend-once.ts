/** Sends an amend once: stores a claim, sends the amend, and stores the outcome. Safe to run any number of times. */

import { amendNotSent, beginAmendSend } from '#domain/orders/amend/amend-steps.ts'
import { afterAmend } from '#domain/orders/send/after-amend.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import { type AmendOutcome, whyOf } from '#domain/orders/send/send-outcome.ts'
import { lease } from '#domain/orders/transitions/claim.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { afterSave } from '../change-order.ts'
import { orderRef } from '../order-ref.ts'
import { accountOf, exchangeOf, type OrderRun, type StepResult } from './order-run.ts'
import { storeOutcome } from './store-outcome.ts'

/** The circuit breaker has let the call through. */
export const amendOnce = async (run: OrderRun): Promise<StepResult> => {
  const { deps, time, order } = run
  const { amend, exchangeOrderId } = order
  if (amend === null || exchangeOrderId === null) throw new Error(`order ${order.orderId} has nothing to amend`)
  const claimed = await deps.circuitBreaker.ready(order.exchange, 'orders', async () => {
    const leased = lease(order, deps.ids.uuid(), time.leaseUntil(deps.clock()))
    const begun = beginAmendSend(leased, deps.clock())
    return (await time.claims.store(deps.orders, begun, amendNotSent(amend.amendId))) ? begun : null
  })
  if (claimed === null) return 'changed'
  const { nativeId, shard, buyFlag } = order
  const outcome = await exchangeOf(run)
    .amend(accountOf(run), { nativeId, shard, buyFlag, exchangeOrderId }, amend.requested, time.sendSignal())
    .catch((error: unknown): AmendOutcome => ({ kind: 'unknown', error: String(error) }))
  deps.log.info('amend sent', {
    orderId: order.orderId,
    subaccountId: order.subaccountId,
    exchange: order.exchange,
    exchangeOrderId,
    amendId: amend.amendId,
    outcome: outcome.kind,
    reason: whyOf(outcome),
  })
  time.recordOutcome(outcome)
  const waitMs = await deps.circuitBreaker.sent(order.exchange, 'orders', outcome)
  const end = outcome.kind === 'gone' ? await readEnd(run, exchangeOrderId) : null
  return storeOutcome(deps, afterSave(claimed), time, (current) =>
    afterAmend(current, { outcome, claimed, end, waitMs }, deps.clock()),
  )
}

/** Returns null if the exchange does not show the order, or cannot be read now. */
const readEnd = async (run: OrderRun, exchangeOrderId: string): Promise<OrderReport | null> => {
  const ref = orderRef(run.order, exchangeOrderId)
  const found = await exchangeOf(run)
    .order(accountOf(run), ref, run.time.sendSignal())
    .catch(ifUnavailable(() => null))
  return found?.report ?? null
}
