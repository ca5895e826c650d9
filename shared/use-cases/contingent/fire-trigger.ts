/**
 * A price has reached an armed stop: in one transaction it becomes TRIGGERED and its order is stored, so that it happens once,
 * whoever saw the price and however often it is told, and never after a cancel.
 */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { isConditional, isTwap } from '#domain/contingent/complex-order.ts'
import { type Conditional, isExit } from '#domain/contingent/conditional.ts'
import { fire, type Observed } from '#domain/contingent/transitions.ts'
import { type Placing, triggerOrder } from '#domain/contingent/trigger-order.ts'
import { isTriggered } from '#domain/contingent/trigger-rule.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { notifyBy } from '#domain/orders/followers.ts'
import { withdraw } from '#domain/orders/withdraw.ts'
import { isUnlimited } from '#domain/risk/limits.ts'
import { enqueuePlaced } from '../orders/enqueue.ts'
import { findPlacedOrder } from '../orders/find-placed-order.ts'
import type { CheckRiskDeps } from '../risk/check-risk.ts'
import { advanceOrder } from './advance-contingents.ts'
import type { TendDeps } from './advance-exits.ts'
import { cancelComplexOrder } from './cancel-complex-order.ts'
import { conditionalRisk } from './conditional-risk.ts'

export interface FireTriggerDeps extends TendDeps {
  readonly positions: CheckRiskDeps['positions']
  readonly tradingDays: CheckRiskDeps['tradingDays']
}

/** Whoever is faster makes us look again. */
const TRIES = 20

/** `fired`: by this call. `not_armed`: it fired before, was cancelled, or that price does not reach it. */
export const fireTrigger = async (
  deps: FireTriggerDeps,
  complexOrderId: string,
  observed: Observed,
): Promise<'fired' | 'not_armed'> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const stop = await deps.complexOrders.get(complexOrderId)
    if (stop === null || isTwap(stop) || stop.status !== 'ACTIVE' || !isTriggered(stop, observed.price))
      return 'not_armed'
    const unwanted = await whyUnwanted(deps, stop, observed)
    if (unwanted !== null) {
      await cancelComplexOrder(deps, stop.userId, stop.complexOrderId, unwanted)
      return 'not_armed'
    }
    if (await fireOnce(deps, stop, observed)) return 'fired'
  }
  throw new Error(`complex order ${complexOrderId} stayed contended for ${TRIES} tries`)
}

/** Cancel-all has come since it was made, and did not see it; or it would trade for a subaccount that trades no more. */
const whyUnwanted = async (deps: FireTriggerDeps, stop: Conditional, observed: Observed): Promise<string | null> => {
  const subaccount = await deps.subaccounts.get(stop.userId, stop.subaccountId)
  const cancelledBefore = subaccount?.cancelComplexBefore ?? null
  if (cancelledBefore !== null && cancelledBefore >= (await askedAt(deps, stop))) return 'cancel_all'
  // What may protect a position goes on.
  const isProtection = stop.parentOrderId !== null
  if (!isProtection && subaccount?.isActive !== true) return 'subaccount_inactive'
  return subaccount !== null && (await breaksLimits(deps, subaccount, stop, observed)) ? 'risk_limit' : null
}

/** A stop that an SL or TP armed is as old as that: its user knows no other. */
const askedAt = async ({ complexOrders }: FireTriggerDeps, { armedBy, createdAt }: Conditional): Promise<Millis> =>
  armedBy === null ? createdAt : ((await complexOrders.get(armedBy))?.createdAt ?? createdAt)

/** The order is checked once more as it goes out, at the price it then has. */
const breaksLimits = async (
  deps: FireTriggerDeps,
  { limits }: Subaccount,
  stop: Conditional,
  observed: Observed,
): Promise<boolean> => {
  if (isUnlimited(limits)) return false
  const parent = stop.parentOrderId === null ? null : await findPlacedOrder(deps, stop.parentOrderId)
  return (await conditionalRisk(deps, limits, stop, parent, observed.price)) !== null
}

/** False when something changed meanwhile. */
const fireOnce = async (deps: FireTriggerDeps, stop: Conditional, observed: Observed): Promise<boolean> => {
  const [armedBy, parent] = await Promise.all([
    stop.armedBy === null ? null : deps.complexOrders.get(stop.armedBy),
    stop.parentOrderId === null ? null : findPlacedOrder(deps, stop.parentOrderId),
  ])
  const head = armedBy !== null && isConditional(armedBy) ? armedBy : null
  const now = deps.clock()
  const entered = parent !== null && isExit(stop, parent) ? parent : null
  const placing: Placing = {
    orderId: deps.ids.uuid(),
    qty: stop.armedQty ?? stop.trigger.qty,
    exitOf: entered === null ? null : entered.orderId,
    // An exit waits for its siblings: what they have left decides how much of it goes out.
    held: entered !== null,
    again: 0,
    children: [...(head?.childIds ?? []), ...stop.childIds],
    split: null,
  }
  const order = triggerOrder(stop, placing, now)
  const fired = (one: Conditional) => fire(one, order.orderId, observed, now)
  // What still rests of the entry leaves the book first, so that nobody buys what is being sold.
  const left = entered === null ? null : notifyBy(withdraw(entered, 'exit_fired', now), now)
  const saved = await deps.complexOrders.save({
    newOrders: [order],
    changedComplexOrders: head === null ? [fired(stop)] : [fired(stop), fired(head)],
    changedOrders: left === null ? [] : [left],
  })
  if (!saved) return false
  const { complexOrderId, subaccountId } = stop
  deps.log.info('trigger fired', { complexOrderId, subaccountId, orderId: order.orderId, price: observed.price })
  await enqueuePlaced(deps, left ?? order)
  if (left !== null) await advanceOrder(deps, left.orderId)
  return true
}
