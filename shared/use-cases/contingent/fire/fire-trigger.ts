/**
 * Fires an armed stop whose price was reached. One transaction makes the stop TRIGGERED and stores its order. So the stop fires once,
 * however often the price is reported, and never after a cancel.
 */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { whyComplexCancelled } from '#domain/accounts/why-cancelled.ts'
import { cancelOrEnd } from '#domain/baskets/cancel-or-end.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { type Conditional, isExit } from '#domain/contingent/conditional.ts'
import type { LinkGroup } from '#domain/contingent/exits/linked-exits.ts'
import { fire, type Observed, ratchet, recheckAt } from '#domain/contingent/transitions.ts'
import { type Placing, triggerOrder } from '#domain/contingent/trigger/trigger-order.ts'
import { isTriggered } from '#domain/contingent/trigger/trigger-rule.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { notifyBy } from '#domain/orders/dependents/dependents.ts'
import type { Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { afterSave } from '../../orders/change-order.ts'
import type { CheckRiskDeps } from '../../risk/check-risk.ts'
import { enqueuePlaced } from '../../work/enqueue.ts'
import { advanceComplexOrder, notifyDependents } from '../advance-contingents.ts'
import type { AdvanceDeps } from '../advance-deps.ts'
import { cancelComplexOrder } from '../end/cancel-complex-order.ts'
import { findConditional } from '../find-conditional.ts'
import { readLinkGroup } from '../groups/advance-linked.ts'
import { conditionalRisk } from '../place/conditional-risk.ts'

export interface FireTriggerDeps extends AdvanceDeps {
  readonly tradingDays: CheckRiskDeps['tradingDays']
  readonly haltOfDeployment: CheckRiskDeps['haltOfDeployment']
}

/** The price that the price watch has seen. */
export interface TriggerHit extends Observed {
  /** Level of a trailing stop by the best price seen; it may be nearer than the stored one. */
  readonly stopPrice?: Price | undefined
}

/**
 * `fired`: by this call. `not_armed`: the stop fired before, was cancelled, or the price does not reach it. `isAgain`: this run has tried
 * before, and may have fired the stop without an answer of the table.
 */
export const fireTrigger = (
  deps: FireTriggerDeps,
  complexOrderId: string,
  observed: TriggerHit,
  isAgain = false,
): Promise<'fired' | 'not_armed'> =>
  retryOnConflict(`complex order ${complexOrderId}`, async () => {
    const found = await findConditional(deps, complexOrderId)
    if (found === null) return 'not_armed'
    const stop = moved(found, observed, deps.clock())
    if (isAgain) await continueFired(deps, stop)
    if (stop.status !== 'ACTIVE' || !isTriggered(stop, observed.price)) return 'not_armed'
    const firing = await readTriggered(deps, stop)
    const unwanted = await whyUnwanted(deps, firing, observed)
    if (unwanted !== null) {
      await cancelComplexOrder(deps, stop.userId, complexOrderId, unwanted)
      return 'not_armed'
    }
    return (await fireOnce(deps, firing, observed)) ? 'fired' : AGAIN
  })

const moved = (one: Conditional, { stopPrice }: TriggerHit, now: Millis): Conditional =>
  stopPrice === undefined ? one : ratchet(one, stopPrice, now)

/** A stop with all facts that decide about its firing. */
interface TriggeredStop {
  readonly stop: Conditional
  /** The SL or TP that armed it. */
  readonly head: Conditional | null
  readonly parent: PlacedOrder | null
  readonly subaccount: Subaccount | null
  /** Null for a stop without a group. */
  readonly link: LinkGroup | null
}

const readTriggered = async (deps: FireTriggerDeps, stop: Conditional): Promise<TriggeredStop> => {
  const { armedBy, parentOrderId, userId, subaccountId } = stop
  const [head, parent, subaccount, link] = await Promise.all([
    findConditional(deps, armedBy),
    parentOrderId === null ? null : deps.orders.find(parentOrderId),
    deps.subaccounts.get(userId, subaccountId),
    readLinkGroup(deps, stop),
  ])
  return { stop, head, parent, subaccount, link }
}

/** Returns why the stop must not fire: a cancel-all that did not see it, an inactive subaccount, or a risk limit. */
const whyUnwanted = async (
  deps: FireTriggerDeps,
  { stop, head, parent, subaccount, link }: TriggeredStop,
  observed: Observed,
): Promise<string | null> => {
  // A stop that an SL or TP armed has the age of that order: its user knows no other.
  const cancelled = whyComplexCancelled(subaccount, (head ?? stop).createdAt)
  if (cancelled !== null) return cancelled
  // An order that may protect a position continues.
  const isProtection = stop.parentOrderId !== null || stop.protect
  if (!isProtection && subaccount?.isActive !== true) return 'subaccount_inactive'
  if (subaccount === null) return null
  // The order is checked once more when it is sent, at its price then.
  const breach = await conditionalRisk(besideLinked(deps, link), subaccount.limits, stop, parent, observed.price)
  return breach === null ? null : 'risk_limit'
}

/** Ignores the orders of linked stops: they leave the book before the order is sent. */
const besideLinked = (deps: FireTriggerDeps, link: LinkGroup | null): FireTriggerDeps => {
  const isLinked = ({ origin }: Order): boolean =>
    origin.kind === 'linked' && link?.complexOrderIds.includes(origin.complexOrderId) === true
  const live: FireTriggerDeps['orders']['live'] = async (...args) =>
    (await deps.orders.live(...args)).filter((order) => !isLinked(order))
  return { ...deps, orders: { ...deps.orders, live } }
}

/** Does the work after a stop has fired. The sweeper would come ten seconds later. */
const continueFired = async (
  deps: FireTriggerDeps,
  { status, complexOrderId, triggerOrderId }: Conditional,
): Promise<void> => {
  if (status !== 'TRIGGERED' || triggerOrderId === null) return
  await advanceComplexOrder(deps, complexOrderId)
  const order = await deps.orders.find(triggerOrderId)
  const entryId = order?.suspended ? entryIdOf(order) : null
  const entry = entryId === null ? null : await deps.orders.find(entryId)
  if (order === null || (entryId !== null && entry === null)) return
  await sendFired(deps, order, entry)
}

/** Sends the order of a fired stop. For an exit, the rest of its entry leaves the book first. */
const sendFired = async (deps: FireTriggerDeps, order: PlacedOrder, entry: PlacedOrder | null): Promise<void> => {
  await enqueuePlaced(deps, entry ?? order)
  if (entry !== null) await notifyDependents(deps, entry)
}

/** Stores the fired stop and its order. False if a part of it was changed meanwhile. */
const fireOnce = async (
  deps: FireTriggerDeps,
  { stop, head, parent, link }: TriggeredStop,
  observed: TriggerHit,
): Promise<boolean> => {
  const now = deps.clock()
  const entry = parent !== null && isExit(stop, parent) ? parent : null
  const order = triggerOrder(stop, placingOf(deps, { stop, head, link }, entry), now)
  const fired = (one: Conditional) => {
    const after = fire(one, order.orderId, observed, now)
    // The group of a linked stop releases the order.
    return link === null ? after : recheckAt(after, now)
  }
  // The rest of the entry leaves the book first, so that it adds nothing to the position that the exit closes.
  const left = entry === null ? null : notifyBy(cancelOrEnd(entry, 'exit_fired', now), now)
  const saved = await deps.complexOrders.save({
    newOrders: [order],
    changedComplexOrders: head === null ? [fired(stop)] : [fired(stop), fired(moved(head, observed, now))],
    changedOrders: left === null ? [] : [left],
    linkGroups: link === null ? [] : [link],
  })
  if (!saved) return false
  const { complexOrderId, subaccountId } = stop
  deps.log.info('trigger fired', { complexOrderId, subaccountId, orderId: order.orderId, price: observed.price })
  if (link === null) await sendFired(deps, order, left === null ? null : afterSave(left))
  else await advanceComplexOrder(deps, complexOrderId)
  return true
}

/** The terms of the order that the stop places. */
const placingOf = (
  { ids }: FireTriggerDeps,
  { stop, head, link }: Pick<TriggeredStop, 'stop' | 'head' | 'link'>,
  entry: PlacedOrder | null,
): Placing => ({
  orderId: ids.uuid(),
  // A stop may have nothing to sell for now. Its group releases the order with the quantity of that time.
  qty: stop.armedQty === null || stop.armedQty === 0 ? stop.trigger.qty : stop.armedQty,
  entryId: entry?.orderId ?? null,
  // An exit waits for the linked exits: the quantity that they leave goes out.
  suspended: entry !== null || link !== null,
  again: 0,
  children: [...(head?.childIds ?? []), ...stop.childIds],
  split: null,
})
