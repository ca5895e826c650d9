/** Whether new terms of an order stay within the risk limits of its subaccount. Terms that add no risk are not checked. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { qty } from '#domain/kernel/numbers.ts'
import type { OrderTerms } from '#domain/orders/amend/amend.ts'
import { addsRisk, termsOf } from '#domain/orders/amend/amending.ts'
import { filledOf, type Order } from '#domain/orders/order.ts'
import { NO_LIMITS, type RiskBreach, worstCost } from '#domain/risk/limits.ts'
import { type CheckRiskDeps, checkRisk } from './check-risk.ts'

/** Why the order may not get these terms. What can only reduce a position always may. */
export const riskOfAmend = async (
  deps: CheckRiskDeps,
  subaccount: Subaccount | null,
  order: Order,
  wanted: OrderTerms,
): Promise<RiskBreach | null> => {
  if (subaccount === null || !addsRisk(order.buyFlag, termsOf(order), wanted)) return null
  const amended = { ...order, qty: wanted.qty }
  const cost = worstCost({ ...wanted, buyFlag: order.buyFlag })
  const breach = await checkRisk(deps, subaccount.limits, amended, cost)
  if (breach === null) return null
  // Of the total, only what has not filled can still change the position.
  const rest = { ...order, qty: qty(Math.max(0, wanted.qty - filledOf(order))) }
  const isReducing = (await checkRisk(deps, { ...NO_LIMITS, halted: true }, rest, null)) === null
  return isReducing ? null : breach
}
