/** The limits once more, right before an order goes out: they, or what is open, may have changed since it was accepted. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { isExitOrder, isLeg } from '#domain/orders/origin.ts'
import type { Unwanted } from '#domain/orders/unwanted.ts'
import { NO_LIMITS, type RiskBreach, type RiskLimits, worstCost } from '#domain/risk/limits.ts'
import { type CheckRiskDeps, checkRisk } from './check-risk.ts'

/** `price` is the limit it goes out with; null where that was decided and checked before. Exits are never held back. */
export const riskAtClaim = async (
  deps: CheckRiskDeps,
  subaccount: Subaccount | null,
  order: Order,
  price: Price | null,
): Promise<RiskBreach | null> => {
  if (subaccount === null || isExitOrder(order)) return null
  // What an order on a custom asset may risk was decided for the whole of it.
  if (isLeg(order)) return checkRisk(deps, onlyHalt(subaccount.limits), order, null)
  const cost = price === null ? null : worstCost({ ...order, price })
  return checkRisk(deps, subaccount.limits, order, cost)
}

/** How an order of unknown fate ends that must not be sent again, because trading was halted since; null: it may be. */
export const haltedMeanwhile = async (
  deps: CheckRiskDeps,
  subaccount: Subaccount | null,
  order: Order,
): Promise<Unwanted | null> => {
  if (subaccount === null || isExitOrder(order)) return null
  const breach = await checkRisk(deps, onlyHalt(subaccount.limits), order, null)
  return breach === null ? null : { status: 'CANCELLED', reason: breach.code }
}

const onlyHalt = ({ halted }: RiskLimits): RiskLimits => ({ ...NO_LIMITS, halted })
