/** The risk limits of a subaccount, and whether an order stays within them. */

import { type Money, money, ONE, type Price, type Qty, toDecimal } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'

/** A limit of null does not limit. A value equal to a limit is within it. */
export interface RiskLimits {
  /** Contracts of one order. */
  readonly maxOrderQty: Qty | null
  /** The worst-case cost of one order, without fees. */
  readonly maxOrderCost: Money | null
  /** Orders that are not final. */
  readonly maxOpenOrders: number | null
  /** The loss of a UTC day, realized and marked. */
  readonly maxDailyLoss: Money | null
  /** Cost of a UTC day that agents may confirm. Checked where a confirmation is used, not for each order. */
  readonly mcpDailyCost: Money | null
  /** Only orders that reduce a position are accepted. */
  readonly halted: boolean
  /** When they were last set; null: never. */
  readonly updatedAt: Millis | null
}

export const NO_LIMITS: RiskLimits = {
  maxOrderQty: null,
  maxOrderCost: null,
  maxOpenOrders: null,
  maxDailyLoss: null,
  mcpDailyCost: null,
  halted: false,
  updatedAt: null,
}

/** True if no order can break the limits, so that nothing has to be read. */
export const isUnlimited = (limits: RiskLimits): boolean =>
  !limits.halted &&
  limits.maxOrderQty === null &&
  limits.maxOrderCost === null &&
  limits.maxOpenOrders === null &&
  limits.maxDailyLoss === null

/** Risk that an order would add; null if it is not known, or not to be checked. */
export interface AddedRisk {
  readonly qty: Qty | null
  readonly cost: Money | null
  /** Open orders, this one included. */
  readonly openOrders: number | null
  /** The largest loss of the day so far. */
  readonly dailyLoss: Money | null
}

/** Why an order is refused: the code, and the sentence a person reads. */
export interface RiskBreach {
  readonly code: 'trading_halted' | 'risk_limit'
  readonly reason: string
}

/** The first limit that the order would break; null when it stays within all of them. */
export const breachOf = (limits: RiskLimits, { qty, cost, openOrders, dailyLoss }: AddedRisk): RiskBreach | null => {
  if (limits.halted) return HALTED
  const { maxOrderQty, maxOrderCost, maxOpenOrders, maxDailyLoss } = limits
  if (maxOrderQty !== null && qty !== null && qty > maxOrderQty)
    return breach(`The order is for ${toDecimal(qty)} contracts; max_order_qty is ${toDecimal(maxOrderQty)}.`)
  if (maxOrderCost !== null && cost !== null && cost > maxOrderCost)
    return breach(`The order could cost ${toDecimal(cost)} dollars; max_order_cost is ${toDecimal(maxOrderCost)}.`)
  if (maxOpenOrders !== null && openOrders !== null && openOrders > maxOpenOrders)
    return breach(`It would be open order number ${openOrders}; max_open_orders is ${maxOpenOrders}.`)
  if (maxDailyLoss !== null && dailyLoss !== null && dailyLoss > maxDailyLoss)
    return breach(
      `The subaccount has lost up to ${toDecimal(dailyLoss)} dollars since 00:00 UTC; max_daily_loss is ${toDecimal(maxDailyLoss)}.`,
    )
  return null
}

/**
 * The worst-case cost of an order, rounded up to a millionth of a dollar. A buyer pays the price; a seller who does not hold YES
 * pays one minus the price. Without a known price a contract could cost a dollar.
 */
export const worstCost = (order: {
  readonly qty: Qty
  readonly buyFlag: boolean
  readonly price: Price | null
}): Money => {
  const { qty, buyFlag, price } = order
  const each = price === null ? ONE : buyFlag ? price : ONE - price
  const exact = BigInt(qty) * BigInt(each)
  return money(Number((exact + BigInt(ONE) - 1n) / BigInt(ONE)))
}

export interface Stop {
  readonly stopPrice: Price | null
  readonly trigger: { readonly qty: Qty; readonly buyFlag: boolean; readonly price: Price | null }
}

/** Estimates the risk of a stop's order before it fires: at its own price, or at its stop price. */
export const riskOfTrigger = ({ stopPrice, trigger }: Stop): AddedRisk => ({
  qty: trigger.qty,
  cost: worstCost({ ...trigger, price: trigger.price ?? stopPrice }),
  openOrders: null,
  dailyLoss: null,
})

const HALTED: RiskBreach = {
  code: 'trading_halted',
  reason:
    'Trading is halted for the subaccount. Cancels and orders that reduce a position go on; set halted to false with PUT /v1/subaccounts/{subaccount_id}/limits to trade again.',
}

const breach = (reason: string): RiskBreach => ({ code: 'risk_limit', reason })
