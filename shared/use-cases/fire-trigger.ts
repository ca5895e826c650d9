/**
 * A price has reached an armed stop: in one transaction it becomes TRIGGERED and its order is stored, so that it happens once,
 * whoever saw the price and however often it is told, and never after a cancel.
 */

import { type BasketStop, isBasketStop, orderOfBasketStop } from '#domain/basket-stop.ts'
import { type ConditionalOrder, isConditional, isExit, isTwap } from '#domain/complex-order.ts'
import { fire, type Observed } from '#domain/complex-order-facts.ts'
import { isCrossed } from '#domain/crossed.ts'
import { lookAgain } from '#domain/family.ts'
import type { Order } from '#domain/order.ts'
import { requestCancel } from '#domain/order-facts.ts'
import { isFinal } from '#domain/order-status.ts'
import { isUnlimited, worstCost } from '#domain/risk-limits.ts'
import type { Subaccount } from '#domain/subaccount.ts'
import { triggerOrder } from '#domain/trigger-order.ts'
import { basketRisk } from './basket-risk.ts'
import { cancelComplexOrder } from './cancel-complex-order.ts'
import { type CheckRiskDeps, checkRisk } from './check-risk.ts'
import { nudgeBasket, nudgeCancel, nudgeExecute } from './nudges.ts'
import { tendOrder } from './tend-conditionals.ts'
import type { TendDeps } from './tend-exits.ts'

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
    if (stop === null || isTwap(stop) || stop.status !== 'ACTIVE' || !isCrossed(stop, observed.price))
      return 'not_armed'
    const unwanted = await whyUnwanted(deps, stop, observed)
    if (unwanted !== null) {
      await cancelComplexOrder(deps, stop.userId, stop.complexOrderId, unwanted)
      return 'not_armed'
    }
    if (await (isBasketStop(stop) ? fireBasket(deps, stop, observed) : fireOnce(deps, stop, observed))) return 'fired'
  }
  throw new Error(`complex order ${complexOrderId} stayed contended for ${TRIES} tries`)
}

/** Cancel-all has come since it was made, and did not see it; or it would trade for a subaccount that trades no more. */
const whyUnwanted = async (
  deps: FireTriggerDeps,
  stop: ConditionalOrder | BasketStop,
  observed: Observed,
): Promise<string | null> => {
  const subaccount = await deps.subaccounts.get(stop.userId, stop.subaccountId)
  if ((subaccount?.cancelComplexBefore ?? 0) >= stop.createdAt) return 'cancel_all'
  // What may protect a position goes on.
  const isProtection = stop.parentOrderId !== null
  if (!isProtection && subaccount?.isActive !== true) return 'subaccount_inactive'
  return subaccount !== null && (await breaksLimits(deps, subaccount, stop, observed)) ? 'risk_limit' : null
}

/** Exits go on whatever the limits are. The order is looked at once more as it goes out, at the price it then has. */
const breaksLimits = async (
  deps: FireTriggerDeps,
  { limits }: Subaccount,
  stop: ConditionalOrder | BasketStop,
  observed: Observed,
): Promise<boolean> => {
  if (isUnlimited(limits)) return false
  if (isBasketStop(stop)) {
    const { userId, subaccountId, trigger } = stop
    const basket = { userId, subaccountId, qty: stop.armedQty ?? trigger.qty, buyFlag: trigger.buyFlag }
    return (await basketRisk(deps, limits, basket, worstCost({ ...basket, price: observed.price }))) !== null
  }
  const parent = stop.parentOrderId === null ? null : await deps.orders.get(stop.parentOrderId)
  if (parent !== null && isExit(stop, parent)) return false
  const qty = stop.armedQty ?? stop.trigger.qty
  const order = { ...stop, orderId: stop.complexOrderId, qty, buyFlag: stop.trigger.buyFlag, isNew: true } as const
  const cost = worstCost({ ...order, price: stop.trigger.price ?? observed.price })
  return (await checkRisk(deps, limits, order, cost)) !== null
}

/** The same for a stop on a custom asset: nothing hangs on it, and it hangs on nothing. */
const fireBasket = async (deps: FireTriggerDeps, stop: BasketStop, observed: Observed): Promise<boolean> => {
  const now = deps.clock()
  const order = orderOfBasketStop(stop, deps.ids.uuid(), now)
  const fired = fire(stop, order.orderId, observed, now)
  if (!(await deps.complexOrders.save({ newBaskets: [order], changedComplexOrders: [fired] }))) return false
  const { complexOrderId, subaccountId } = stop
  deps.log.info('trigger fired', { complexOrderId, subaccountId, orderId: order.orderId, price: observed.price })
  await nudgeBasket(deps, order)
  return true
}

/** False when something changed meanwhile. */
const fireOnce = async (deps: FireTriggerDeps, stop: ConditionalOrder, observed: Observed): Promise<boolean> => {
  const [armedBy, parent] = await Promise.all([
    stop.armedBy === null ? null : deps.complexOrders.get(stop.armedBy),
    stop.parentOrderId === null ? null : deps.orders.get(stop.parentOrderId),
  ])
  const head = armedBy !== null && isConditional(armedBy) ? armedBy : null
  const now = deps.clock()
  const entered = parent !== null && isExit(stop, parent) ? parent : null
  const order = triggerOrder(
    stop,
    {
      orderId: deps.ids.uuid(),
      qty: stop.armedQty ?? stop.trigger.qty,
      exitOf: entered === null ? null : entered.orderId,
      // An exit waits for its siblings: what they have left decides how much of it goes out.
      held: entered !== null,
      again: 0,
      children: [...(head?.childIds ?? []), ...stop.childIds],
    },
    now,
  )
  const fired = (one: ConditionalOrder) => fire(one, order.orderId, observed, now)
  const saved = await deps.complexOrders.save({
    newOrders: [order],
    changedComplexOrders: head === null ? [fired(stop)] : [fired(stop), fired(head)],
    changedOrders: entered === null ? [] : [lookAgain(withoutRest(entered, now), now)],
  })
  if (!saved) return false
  const { complexOrderId, subaccountId } = stop
  deps.log.info('trigger fired', { complexOrderId, subaccountId, orderId: order.orderId, price: observed.price })
  if (entered === null) await nudgeExecute(deps, order)
  else {
    if (!isFinal(entered.status)) await nudgeCancel(deps, entered)
    await tendOrder(deps, entered.orderId)
  }
  return true
}

/** What still rests of the entry leaves the book first: nobody buys what is being sold. */
const withoutRest = (entered: Order, now: number): Order => requestCancel(entered, 'exit_fired', now)
