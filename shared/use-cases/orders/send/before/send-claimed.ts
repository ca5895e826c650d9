/** One send of an order: claim it with its identity stored, send it, store the outcome. */

import { endsWhereRefused } from '#domain/baskets/shut-members.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { sentBy } from '#domain/orders/cancel/unwanted.ts'
import { wantsCancel } from '#domain/orders/derive-status.ts'
import type { NextAttempt, Order } from '#domain/orders/order.ts'
import { waitAfterRefusal, waitsAfter } from '#domain/orders/refusals/passing-refusal.ts'
import { endedBy, type Refusing } from '#domain/orders/refusals/refusing.ts'
import { outboundOrder } from '#domain/orders/send/outbound-order.ts'
import { type SubmitOutcome, whyOf } from '#domain/orders/send/send-outcome.ts'
import { settle } from '#domain/orders/settle.ts'
import { isFinal } from '#domain/orders/status.ts'
import { endStep } from '#domain/orders/steps/end-step.ts'
import { isStepRefused } from '#domain/orders/steps/in-steps.ts'
import {
  applyStatusReport,
  claim,
  endUnsent,
  giveClaimBack,
  hasTraded,
  markOutcomeUnknown,
  noteArrival,
  noteSightings,
  postpone,
  refuse,
} from '#domain/orders/transitions.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { LONGEST_DELAY } from '#ports/work/queues.ts'
import { enqueueCancel } from '../../../work/enqueue.ts'
import { afterSave } from '../../change-order.ts'
import { ORDER_LOG } from '../../log-messages.ts'
import type { ExecuteOrderDeps } from '../order-run.ts'
import { storeOutcome } from '../store-outcome.ts'
import type { TimeBudget } from '../time-budget.ts'

export type { ExecuteOrderDeps } from '../order-run.ts'

/** The order after a step; `changed` when another process changed it first, so that it has to be read again. */
export type Stepped = Order | 'changed' | null

/** Stores the order after a step that sends nothing. */
export const saveStep = async ({ orders }: Pick<ExecuteOrderDeps, 'orders'>, order: Order): Promise<Stepped> =>
  (await orders.save(order, [])) ? order : 'changed'

/** Claims the order for one send, sends, and stores the outcome. */
export const sendClaimed = async (
  deps: ExecuteOrderDeps,
  order: Order,
  attempt: NextAttempt,
  account: ExchangeAccount,
  window: TimeBudget,
): Promise<Stepped> => {
  const claimed = await deps.circuitBreaker.ready(order.exchange, 'orders', () =>
    claimForSend(deps, order, attempt, window),
  )
  if (claimed === null) return 'changed'
  const outcome = await deps
    .exchanges(order.exchange)
    .submit(account, outboundOrder(claimed, attempt), window.sendSignal())
    .catch((error: unknown): SubmitOutcome => ({ kind: 'unknown', error: String(error) }))
  deps.log.info(ORDER_LOG.sent, {
    orderId: order.orderId,
    subaccountId: order.subaccountId,
    exchange: order.exchange,
    identity: attempt.identity,
    exchangeOrderId: outcome.kind === 'accepted' ? outcome.order.exchangeOrderId : undefined,
    outcome: outcome.kind,
    reason: whyOf(outcome),
    sends: claimed.attempt?.sends,
    sinceCreatedMs: deps.clock() - order.createdAt,
  })
  window.recordOutcome(outcome)
  const waitMs = await deps.circuitBreaker.sent(order.exchange, 'orders', outcome)
  const told = outcome.kind === 'later' && waitMs !== null ? { ...outcome, retryAfterMs: waitMs } : outcome
  // True whatever happened to the order meanwhile: merged by identity.
  const stored = await storeOutcome(deps, afterSave(claimed), window, (current) =>
    current.attempt?.identity === attempt.identity
      ? afterSend(noteSightings(current, told.sightings), told, deps.clock())
      : current,
  )
  if (stored?.exchangeState === 'live') await askForCancel(deps, stored)
  return stored
}

/** The order as claimed; null when another process changed it first. */
const claimForSend = async (
  { orders, ids, clock }: ExecuteOrderDeps,
  order: Order,
  attempt: NextAttempt,
  window: TimeBudget,
): Promise<Order | null> => {
  // Before the claim, so that every report under these ids finds its order.
  if (order.attempt?.identity !== attempt.identity)
    await orders.claimExchangeIds(order.exchange, attempt.exchangeOrderIds, order.orderId)
  const now = clock()
  const claimed = claim(order, { token: ids.uuid(), until: window.leaseUntil(now) }, attempt, now)
  const isClaimed = await window.claims.store(orders, claimed, (current) => giveClaimBack(current, clock()))
  return isClaimed ? claimed : null
}

/** Enqueues a cancel that waited for this send, or one for an expiry that is near. */
export const askForCancel = async (deps: ExecuteOrderDeps, order: Order): Promise<void> => {
  const now = deps.clock()
  const due = wantsCancel(order, now) ? 0 : (order.expiresAt ?? Number.POSITIVE_INFINITY) - now
  if (due <= LONGEST_DELAY) await enqueueCancel(deps, order, due)
}

const afterSend = (order: Order, outcome: SubmitOutcome, now: number): Order => {
  switch (outcome.kind) {
    case 'accepted': {
      const { partRefusal } = outcome.order
      // The part may have arrived with an earlier send and be refused now for that reason: the exchange's record decides.
      return partRefusal !== undefined && order.attempt !== null && order.attempt.sends > 1
        ? refuse(order, { code: 'part_refused', reason: partRefusal }, now)
        : applyStatusReport(order, outcome.order, now)
    }
    case 'rejected':
      if (isStepRefused(order.attempt, outcome.code) && isOnlySend(order)) return stepOver(order, now)
      if (hasJustExpired(order, outcome.code, now)) return endUnsent(order, 'EXPIRED', 'expired', now)
      return isOnlySend(order) && waitsAfter(order, outcome.code)
        ? waitAfterRefusal(order, outcome, now)
        : refuse(order, outcome, now)
    case 'killed':
      if (order.attempt?.step === 'takes' && isOnlySend(order)) return stepOver(order, now)
      return (order.attempt !== null && order.attempt.sends > 1) || hasTraded(order)
        ? refuse(order, { code: 'not_filled', reason: outcome.reason }, now)
        : endUnsent(order, 'CANCELLED', 'not_filled', now)
    case 'duplicate':
      return markOutcomeUnknown(
        noteArrival(order),
        'the exchange has an earlier send of this order; looking it up',
        now,
      )
    case 'later':
      return orEnded(postpone(order, outcome.reason, waitAfter(outcome), now), outcome, now)
    case 'unknown':
      return markOutcomeUnknown(order, outcome.error, now)
  }
}

/** The step is over; an order that is no longer wanted waits for what ends it. */
const stepOver = (order: Order, now: number): Order => {
  const after = endStep(order, now)
  return settle(after === order ? giveClaimBack(order, now) : after, now)
}

/**
 * Whether the refusal of its expiry says that it has passed on the way: the clock of the exchange may be ahead. Not where an earlier send
 * may have arrived, nor where it replaces an order that stood on its book.
 */
const hasJustExpired = (order: Order, code: string, now: number): boolean =>
  code === 'expiry_refused' &&
  order.expiresAt !== null &&
  order.expiresAt - now <= CLOCKS_DIFFER &&
  order.attempt?.sends === 1 &&
  order.replaced === null &&
  !hasTraded(order)

/** Whether nothing else of the order can be at the exchange, so that the refusal of this send is definite. */
const isOnlySend = (order: Order): boolean =>
  order.sendState === 'in_flight' && order.attempt?.sends === 1 && !hasTraded(order)

/** A machine whose clock differs by more from that of the exchange has its signatures refused. */
const CLOCKS_DIFFER = 5 * SECOND

/** What an exchange names for a pause is a guess: post-only modes of two minutes have ended after ten seconds. */
const waitAfter = ({ retryAfterMs, refusing }: Extract<SubmitOutcome, { kind: 'later' }>): number | null =>
  retryAfterMs !== null && refusing === 'exchange_paused' ? Math.min(retryAfterMs, LONGEST_PAUSE) : retryAfterMs

const LONGEST_PAUSE = 16 * SECOND

/**
 * The order after it was put off. It ends instead, unless an earlier send of it is unresolved, where it need not wait: others can stand
 * in for it, it has to act before the exchange is tried again, or it is not to outlast a pause.
 */
export const orEnded = (order: Order, { refusing, reason }: PutOff, now: number): Order => {
  if (refusing === undefined || order.sendState !== 'none' || isFinal(order.status)) return order
  const sendBy = sentBy(order)
  const isTooLate = refusing === 'exchange_refuses' && sendBy !== null && order.dueAt !== null && order.dueAt >= sendBy
  const isPaused = order.cancelOnPause && (refusing === 'exchange_paused' || refusing === 'market_paused')
  return isTooLate || isPaused || endsWhereRefused(order)
    ? endUnsent(order, 'CANCELLED', endedBy(refusing, reason), now)
    : order
}

interface PutOff {
  readonly refusing?: Refusing | undefined
  readonly reason: string
}
