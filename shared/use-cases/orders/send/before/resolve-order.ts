/** Finds out the outcome of a send that is unknown. Sends again only under the same identity. */

import { MINUTE } from '#domain/kernel/time.ts'
import { sentQty } from '#domain/orders/amend/amending.ts'
import { type Unwanted, unwanted } from '#domain/orders/cancel/unwanted.ts'
import { LINKED_EXIT, POSITION_CLOSED } from '#domain/orders/dependents/exit-order.ts'
import type { Sightings } from '#domain/orders/fills/sightings.ts'
import type { Attempt, Order } from '#domain/orders/order.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import { onlyReduces } from '#domain/orders/position/reducible.ts'
import type { CircuitOpen } from '#domain/orders/send/facts.ts'
import { outboundOrder } from '#domain/orders/send/outbound-order.ts'
import type { InvalidateOutcome, LookUpOutcome } from '#domain/orders/send/send-outcome.ts'
import { settle } from '#domain/orders/settle.ts'
import { endStep } from '#domain/orders/steps/end-step.ts'
import { isStepRefused, sendMayRest } from '#domain/orders/steps/in-steps.ts'
import {
  applyStatusReport,
  endUnsent,
  endUnwanted,
  forgetSends,
  lease,
  noteArrival,
  noteSightings,
  putOff,
  reject,
  withoutLease,
} from '#domain/orders/transitions.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { wakeAccount } from '../../../accounts/wake-account.ts'
import { haltedMeanwhile } from '../../../risk/risk-at-claim.ts'
import { afterSave, changeOrder } from '../../change-order.ts'
import type { OrderExchange as Exchange } from '../order-run.ts'
import { storeOutcome } from '../store-outcome.ts'
import type { TimeBudget } from '../time-budget.ts'
import { type Clamped, clampExit, type Sources } from './clamp-exit.ts'
import { clampReducing } from './clamp-reducing.ts'
import { askForCancel, type ExecuteOrderDeps, type Stepped, sendClaimed } from './send-claimed.ts'

/** The order after one step; `changed` when it was changed meanwhile. */
export const resolveOrder = async (deps: ExecuteOrderDeps, order: Order, window: TimeBudget): Promise<Stepped> => {
  const attempt = order.attempt
  if (attempt === null) throw new Error(`order ${order.orderId} is ${order.sendState} without an attempt`)
  const leased = lease(order, deps.ids.uuid(), window.leaseUntil(deps.clock()))
  if (!(await window.claims.store(deps.orders, leased, withoutLease))) return 'changed'
  const claimed = afterSave(leased)
  alarmIfStuck(deps, order, attempt)
  const change = await look(deps, claimed, attempt, window).catch((error: unknown) =>
    afterFailure(deps, claimed, error, window),
  )
  if (change === 'changed') await endLook(deps, claimed)
  if (typeof change !== 'function') return change
  // A status report may have come another way meanwhile: then nothing is left to find out.
  const stored = await storeOutcome(deps, claimed, window, (now) =>
    now.sendState === 'acked' ? withoutLease(now) : change(now),
  )
  if (stored?.exchangeState === 'live') await askForCancel(deps, stored)
  return stored
}

type Change = (order: Order) => Order

/** An exchange or a table that does not answer now is asked again soon, not after the lease. */
const afterFailure = (
  deps: ExecuteOrderDeps,
  { orderId, subaccountId }: Order,
  error: unknown,
  { claims }: TimeBudget,
): Change => {
  if (error instanceof ExchangeUnavailable) return later(deps, error.message)
  if (!(error instanceof ServiceUnavailable)) throw error
  deps.log.warn('could not look an order up yet', { orderId, subaccountId, error: error.message })
  const change = later(deps, 'a part of this service does not answer; looking the order up again')
  return (order) => change(claims.released(order) ?? order)
}

/** The order was changed during the look, and so not sent: the next look need not wait for the lease of this one. */
const endLook = (deps: ExecuteOrderDeps, { orderId, lease: ours }: Order): Promise<Order | null> =>
  changeOrder(deps.orders, orderId, (now) =>
    now.lease !== null && now.lease.token === ours?.token ? withoutLease(now) : now,
  )

const look = async (
  deps: ExecuteOrderDeps,
  order: Order,
  attempt: Attempt,
  window: TimeBudget,
): Promise<Change | Stepped> => {
  const account = await deps.openAccount(order.subaccountId, order.exchange)
  if (account === null) return later(deps, 'no credentials are stored to look the order up with')
  await wakeAccount(deps, order)
  const exchange = deps.exchanges(order.exchange)
  const found = await exchange.lookUp(account, outboundOrder(order, attempt), window.sendSignal())
  const { orderId, subaccountId } = order
  const { identity } = attempt
  deps.log.info('order looked up', { orderId, subaccountId, exchange: order.exchange, identity, outcome: found.kind })
  const change = await afterLook(
    deps,
    noteSightings(order, found.sightings),
    attempt,
    { exchange, account, found },
    window,
  )
  return typeof change === 'function' ? noting(found.sightings, change) : change
}

/** The same change, of the order with what was seen of its parts. */
const noting =
  (sightings: Sightings | undefined, change: Change): Change =>
  (order) =>
    change(noteSightings(order, sightings))

interface Looked {
  readonly exchange: Exchange
  readonly account: ExchangeAccount
  readonly found: LookUpOutcome
}

const afterLook = async (
  deps: ExecuteOrderDeps,
  order: Order,
  attempt: Attempt,
  { exchange, account, found }: Looked,
  window: TimeBudget,
): Promise<Change | Stepped> => {
  if (found.kind === 'found') return (now) => applyStatusReport(now, found.order, deps.clock(), found.watchMs)
  const retryAfterMs = found.kind === 'not_seen' ? found.retryAfterMs : undefined
  const subaccount = await deps.subaccounts.get(order.userId, order.subaccountId)
  const end = unwanted(order, subaccount, deps.clock()) ?? (await haltedMeanwhile(deps, subaccount, order))
  if (found.kind === 'absent') {
    const settled = absent(deps, attempt, order, end, found.watchMs)
    if (settled !== null) return settled
  }
  if (attempt.arrived) return later(deps, 'the exchange has the order but does not show it yet', retryAfterMs)
  if (end !== null) return invalidateIdentity(deps, exchange, account, order, attempt, end, window)
  // A re-send was refused before: further sends prove nothing, only time does.
  if (attempt.refusal !== null) return later(deps, attempt.refusal.reason, retryAfterMs)
  const sources = { exchange, account, signal: window.signal }
  const clamped = await clampAgain(deps, order, sources)
  if (clamped.kind === 'later') return later(deps, clamped.reason, clamped.retryAfterMs)
  if (clamped.kind === 'less' || clamped.kind === 'nothing') {
    const over = overHeld(order)
    return found.kind === 'absent'
      ? (now) => endUnwanted(now, over, deps.clock(), found.watchMs)
      : invalidateIdentity(deps, exchange, account, order, attempt, over, window)
  }
  const held = await heldUp(deps, order)
  if (held !== null) return later(deps, held.reason, held.waitMs)
  const { number, identity, payload, exchangeOrderIds, step } = attempt
  const resent = found.kind === 'absent' ? forgetSends(order) : order
  return sendClaimed(deps, resent, { number, identity, payload, exchangeOrderIds, step }, account, window)
}

/** What of the order the position allows now, where it could rest and open the opposite position. */
const clampAgain = async (deps: ExecuteOrderDeps, order: Order, sources: Sources): Promise<Clamped> => {
  const sent = { ...order, qty: sentQty(order) }
  if (isExitOrder(order)) return order.attempt?.step === 'takes' ? AS_ASKED : clampExit(deps, sent, sources)
  return onlyReduces(order) && sendMayRest(order) ? clampReducing(deps, sent, sources) : AS_ASKED
}

const AS_ASKED: Clamped = { kind: 'as_asked' }

/** It would close more than is held. What it serves places another one, for what is held; an order of a user ends. */
const overHeld = (order: Order): Unwanted => ({
  status: 'CANCELLED',
  reason: isExitOrder(order) ? LINKED_EXIT : POSITION_CLOSED,
  cancelRequestedAt: null,
})

/** Whether the order cannot be sent again, because its exchange refuses all orders. */
const heldUp = async ({ circuitBreaker }: ExecuteOrderDeps, { exchange }: Order): Promise<CircuitOpen | null> => {
  const held = await circuitBreaker.check(exchange, 'orders', true)
  return held !== null && held.waitMs > 0 ? held : circuitBreaker.enter(exchange, 'orders')
}

/** The change that follows from absence; null when the order is to be sent again. */
const absent = (
  deps: ExecuteOrderDeps,
  attempt: Attempt,
  order: Order,
  end: Unwanted | null,
  watchMs: number,
): Change | null => {
  const isStepOver =
    attempt.step === 'takes'
      ? attempt.arrived || attempt.refusal?.code === 'not_filled'
      : isStepRefused(attempt, attempt.refusal?.code ?? '')
  if (isStepOver && end === null) return (now) => settle(endStep(now, deps.clock()), deps.clock())
  if (attempt.arrived) {
    // "Already exists", but not found: an IOC or FOK that was killed. A resting order cannot vanish, so it is looked up further.
    return sendMayRest(order) ? null : (now) => endUnsent(now, 'CANCELLED', 'not_filled', deps.clock(), watchMs)
  }
  if (attempt.refusal?.code === 'not_filled')
    return (now) => endUnsent(now, 'CANCELLED', 'not_filled', deps.clock(), watchMs)
  const refusal = attempt.refusal
  if (refusal !== null) return (now) => reject(now, refusal, deps.clock(), watchMs)
  if (end !== null) return (now) => endUnwanted(now, end, deps.clock(), watchMs)
  return null
}

/** Makes the identity unusable, so that a send still under way can never become an unwanted order. */
const invalidateIdentity = async (
  deps: ExecuteOrderDeps,
  exchange: Exchange,
  account: ExchangeAccount,
  order: Order,
  attempt: Attempt,
  end: Unwanted,
  window: TimeBudget,
): Promise<Change> => {
  const outcome = await exchange.invalidateIdentity(account, outboundOrder(order, attempt), window.sendSignal())
  const { orderId, subaccountId } = order
  const { identity } = attempt
  deps.log.info('identity invalidated', { orderId, subaccountId, identity, outcome: outcome.kind })
  return noting(outcome.sightings, afterInvalidate(deps, outcome, end))
}

const afterInvalidate = (deps: ExecuteOrderDeps, outcome: InvalidateOutcome, end: Unwanted): Change => {
  switch (outcome.kind) {
    case 'dead':
      return (now) => endUnwanted(now, end, deps.clock(), outcome.watchMs)
    case 'arrived':
      return (now) => putOff(noteArrival(now), 'the exchange has the order; looking it up', 1_000, deps.clock())
    case 'unknown':
      return later(deps, outcome.error, outcome.retryAfterMs)
  }
}

const later =
  (deps: ExecuteOrderDeps, reason: string, retryAfterMs: number | null = null): Change =>
  (order) =>
    putOff(order, reason, retryAfterMs, deps.clock())

const alarmIfStuck = (deps: ExecuteOrderDeps, order: Order, attempt: Attempt): void => {
  if (deps.clock() - attempt.firstSentAt < 5 * MINUTE) return
  deps.log.warn('the fate of an order has been unknown for more than five minutes', {
    orderId: order.orderId,
    subaccountId: order.subaccountId,
  })
  deps.log.metric('OrderFateUnknown', 1)
}
