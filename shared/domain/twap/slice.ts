/** The orders that a TWAP sends as its slices. */

import { withDependents } from '../baskets/dependents.ts'
import { isOffTheBook } from '../baskets/placed-order.ts'
import type { Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { tradedMarket } from '../markets/market.ts'
import { holdsAllFills } from '../orders/fills/holds-all-fills.ts'
import { shownTrades } from '../orders/fills/shown-trades.ts'
import { newOrder, type Order } from '../orders/order.ts'
import { subscriberStateOf } from '../orders/subscriber-state.ts'
import type { TwapOrder, TwapSlice } from './twap-order.ts'

/** Creates the order of a slice. The order trades at once or not at all. Later slices share the rest. */
export const twapSlice = (twap: TwapOrder, orderId: string, qty: Qty, now: Millis): Order => {
  const { complexOrderId, userId, subaccountId, target, terms, subscriberState, tag } = twap
  const order = newOrder(
    {
      subscriberState: subscriberStateOf({ hasWebhooks: subscriberState !== null }),
      orderId,
      userId,
      subaccountId,
      ...tradedMarket(target),
      orderType: terms.limitPrice === null ? 'MARKET' : 'LIMIT',
      timeInForce: 'IOC',
      qty,
      buyFlag: terms.buyFlag,
      price: terms.limitPrice,
      expiresAt: null,
      clientOrderId: null,
      tag,
      maxSlippage: terms.maxSlippage,
    },
    now,
  )
  return withDependents({ ...order, origin: { kind: 'slice', complexOrderId } as const }, [])
}

/** The view of a slice for its TWAP. Trades that the exchange has reported with their cost count at once. */
export const twapSliceOf = (order: Order): TwapSlice => {
  const { orderId, qty, tradedQty, tradedCost } = order
  const shown = shownTrades(order)
  const state = sliceStateOf(order)
  return shown.pricedQty < shown.qty
    ? { orderId, qty, tradedQty, tradedCost, state }
    : { orderId, qty, tradedQty: shown.qty, tradedCost: shown.cost, state }
}

const sliceStateOf = (order: Order): TwapSlice['state'] => {
  if (!isOffTheBook(order) || !holdsAllFills(order)) return 'open'
  if (order.watchUntil !== null) return 'watched'
  return order.provisional === null ? 'done' : 'settling'
}

/**
 * Returns why the end of a slice ends its TWAP; null if later slices may follow. A refusal usually meets the next slice too. A lack of
 * money or size may pass.
 */
export const endsTwap = (slice: Pick<Order, 'status' | 'rejectCode' | 'cancelReason'>): string | null => {
  const why = slice.status === 'REJECTED' ? slice.rejectCode : slice.cancelReason
  if (why !== null && RISK.has(why)) return 'risk_limit'
  return slice.status === 'REJECTED' && !PASSING.has(why ?? '') ? why : null
}

const RISK: ReadonlySet<string> = new Set(['risk_limit', 'trading_halted'])

const PASSING: ReadonlySet<string> = new Set(['insufficient_balance', 'qty_below_minimum', 'value_below_minimum'])
