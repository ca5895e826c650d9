/** Sends an order once: stores a claim with its identity, submits the order, and stores the outcome. */

import type { NextAttempt, Order } from '#domain/orders/order.ts'
import { afterSend } from '#domain/orders/send/after-send.ts'
import { outboundOrder } from '#domain/orders/send/outbound-order.ts'
import { type SubmitOutcome, whyOf } from '#domain/orders/send/send-outcome.ts'
import { recordChildObservations } from '#domain/orders/transitions/attempt.ts'
import { claim, undoClaim } from '#domain/orders/transitions/claim.ts'
import { afterSave } from '../change-order.ts'
import { ORDER_LOG } from '../log-messages.ts'
import { accountOf, exchangeOf, type OrderRun, type StepResult } from './order-run.ts'
import { storeOutcome } from './store-outcome.ts'

/** The circuit breaker has let the call through. */
export const sendOnce = async (run: OrderRun, order: Order, attempt: NextAttempt): Promise<StepResult> => {
  const { deps, time } = run
  const claimed = await deps.circuitBreaker.ready(order.exchange, 'orders', () => claimForSend(run, order, attempt))
  if (claimed === null) return 'changed'
  const outcome = await submit(run, claimed, attempt)
  time.recordOutcome(outcome)
  const waitMs = await deps.circuitBreaker.sent(order.exchange, 'orders', outcome)
  const result = outcome.kind === 'later' && waitMs !== null ? { ...outcome, retryAfterMs: waitMs } : outcome
  // The outcome is true whatever changed the order meanwhile, so it is merged by identity.
  return storeOutcome(deps, afterSave(claimed), time, (current) =>
    current.attempt?.identity === attempt.identity
      ? afterSend(recordChildObservations(current, result.childObservations), result, deps.clock())
      : current,
  )
}

/** Returns the order as claimed, or null if another process changed it first. */
const claimForSend = async (run: OrderRun, order: Order, attempt: NextAttempt): Promise<Order | null> => {
  const { orders, ids, clock } = run.deps
  // Before the claim, so that every report under these ids finds its order.
  if (order.attempt?.identity !== attempt.identity)
    await orders.claimExchangeIds(order.exchange, attempt.exchangeOrderIds, order.orderId)
  const now = clock()
  const claimed = claim(order, { token: ids.uuid(), until: run.time.leaseUntil(now) }, attempt, now)
  const isClaimed = await run.time.claims.store(orders, claimed, (current) => undoClaim(current, clock()))
  return isClaimed ? claimed : null
}

const submit = async (run: OrderRun, claimed: Order, attempt: NextAttempt): Promise<SubmitOutcome> => {
  const { deps, time } = run
  const outcome = await exchangeOf(run)
    .submit(accountOf(run), outboundOrder(claimed, attempt), time.sendSignal())
    .catch((error: unknown): SubmitOutcome => ({ kind: 'unknown', error: String(error) }))
  deps.log.info(ORDER_LOG.sent, {
    orderId: claimed.orderId,
    subaccountId: claimed.subaccountId,
    exchange: claimed.exchange,
    identity: attempt.identity,
    exchangeOrderId: outcome.kind === 'accepted' ? outcome.order.exchangeOrderId : undefined,
    outcome: outcome.kind,
    reason: whyOf(outcome),
    sends: claimed.attempt?.sends,
    sinceCreatedMs: deps.clock() - claimed.createdAt,
  })
  return outcome
}
