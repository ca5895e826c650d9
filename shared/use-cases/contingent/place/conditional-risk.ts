/** Checks the order that a conditional order would place against the limits of its subaccount. */

import { type Conditional, isExit } from '#domain/contingent/conditional.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { isUnlimited, type RiskBreach, type RiskLimits, worstCost } from '#domain/risk/limits.ts'
import { basketRisk } from '../../baskets/basket-risk.ts'
import { type CheckRiskDeps, checkRisk } from '../../risk/check-risk.ts'

/**
 * Returns the broken limit, or null. An order that only reduces, such as an exit of `parent`, breaks none. `at` is the price of a trigger
 * order without a limit.
 */
export const conditionalRisk = async (
  deps: CheckRiskDeps,
  limits: RiskLimits,
  conditional: Conditional,
  parent: Pick<Order, 'buyFlag'> | null,
  at: Price | null,
): Promise<RiskBreach | null> => {
  if (isUnlimited(limits) || conditional.trigger.reduceOnly || (parent !== null && isExit(conditional, parent)))
    return null
  const { complexOrderId: orderId, userId, subaccountId, createdAt, target, trigger } = conditional
  const { buyFlag } = trigger
  const qty = conditional.armedQty ?? trigger.qty
  const cost = worstCost({ qty, buyFlag, price: trigger.price ?? at })
  return target.kind === 'market'
    ? checkRisk(deps, limits, { ...target, orderId, userId, subaccountId, createdAt, qty, buyFlag, isNew: true }, cost)
    : basketRisk(deps, limits, { userId, subaccountId, qty, buyFlag }, cost)
}
