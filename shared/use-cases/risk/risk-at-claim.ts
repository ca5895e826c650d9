/** Checks the risk limits once more right before an order is sent: limits and open orders may have changed since. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { Unwanted } from '#domain/orders/cancel/unwanted.ts'
import type { Order } from '#domain/orders/order.ts'
import { isExitOrder, isLeg } from '#domain/orders/origin.ts'
import { NO_LIMITS, type RiskBreach, type RiskLimits, worstCost } from '#domain/risk/limits.ts'
import { type CheckRiskDeps, checkRisk } from './check-risk.ts'

/**
 * Returns the reason not to send the order. `price` is its limit; null if its cost was checked before. An order that
 * only closes a position is always sent.
 */
export const riskAtClaim = async (
  deps: CheckRiskDeps,
  subaccount: Subaccount | null,
  order: Order,
  price: Price | null,
): Promise<RiskBreach | null> => {
  if (subaccount === null || isExitOrder(order) || order.reduceOnly) return null
  // The risk of an order on a custom asset was checked for the whole of it.
  if (isLeg(order)) return checkRisk(deps, onlyHalt(subaccount.limits), order, null)
  const cost = price === null ? null : worstCost({ ...order, price })
  return checkRisk(deps, subaccount.limits, order, cost)
}

/** How an order of unknown outcome ends if trading was halted since; null when it may be sent again. */
export const haltedMeanwhile = async (
  deps: CheckRiskDeps,
  subaccount: Subaccount | null,
  order: Order,
): Promise<Unwanted | null> => {
  if (subaccount === null || isExitOrder(order) || order.reduceOnly) return null
  const breach = await checkRisk(deps, onlyHalt(subaccount.limits), order, null)
  return breach === null ? null : { status: 'CANCELLED', reason: breach.code, cancelRequestedAt: null }
}

const onlyHalt = ({ halted }: RiskLimits): RiskLimits => ({ ...NO_LIMITS, halted })
