/**
 * Decides whether new terms of an order stay within the risk limits of its subaccount. Terms that add no risk are not
 * checked.
 */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { OrderTerms } from '#domain/orders/amend/amend.ts'
import { addsRisk, termsOf } from '#domain/orders/amend/amending.ts'
import type { Order } from '#domain/orders/order.ts'
import { type RiskBreach, worstCost } from '#domain/risk/limits.ts'
import { type CheckRiskDeps, checkRisk } from './check-risk.ts'

/** Returns the reason against these terms. An order that can only reduce a position may always get them. */
export const riskOfAmend = async (
  deps: CheckRiskDeps,
  subaccount: Subaccount | null,
  order: Order,
  requested: OrderTerms,
): Promise<RiskBreach | null> => {
  if (subaccount === null || !addsRisk(order.buyFlag, termsOf(order), requested)) return null
  const cost = worstCost({ ...requested, buyFlag: order.buyFlag })
  return checkRisk(deps, subaccount.limits, { ...order, qty: requested.qty }, cost)
}
