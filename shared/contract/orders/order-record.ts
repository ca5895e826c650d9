/** An order as our interface shows it. */

import type { InferInput } from 'valibot'
import { type BasketOrder, legsOf } from '#domain/baskets/basket-order.ts'
import { averagePrice, toNumber } from '#domain/kernel/numbers.ts'
import { toIso } from '#domain/kernel/time.ts'
import { AMEND_STATUSES } from '#domain/orders/amend/amend.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { shownTrades } from '#domain/orders/fills/shown-trades.ts'
import { ORDER_TYPES, type Order, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import { isBasketOrder, isHeld, type PlacedOrder } from '#domain/orders/placed-order.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import { complexOrderIds, toComplexOrderIds } from '../contingent/complex-order-record.ts'
import { labelFields, toLabelFields } from '../markets/label-record.ts'
import { fillRecord, toFillRecord } from '../portfolio/fill-record.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

/** What became of the change that was asked for last; `reason` says why it was refused. */
const lastAmend = object({ status: enumeration(AMEND_STATUSES), reason: nullable(string()) })

const fields = {
  svc_order_id: uuid(),
  order_type: enumeration(ORDER_TYPES),
  time_in_force: enumeration(TIMES_IN_FORCE),
  qty: decimal(),
  original_qty: decimal(),
  buy_flag: boolean(),
  status: enumeration(ORDER_STATUSES),
  subaccount_id: uuid(),
  created_at: datetime(),
  updated_at: datetime(),
  complex_order_ids: complexOrderIds,
  price: nullable(decimal()),
  max_slippage: nullable(decimal()),
  protection_price: nullable(decimal()),
  post_only: boolean(),
  reduce_only: boolean(),
  cancel_on_pause: boolean(),
  svc_id: nullable(integer()),
  custom_asset_id: nullable(uuid()),
  ...labelFields,
  expiry_ts_utc: nullable(datetime()),
  last_amend: nullable(lastAmend),
  traded_qty: decimal(),
  average_price: nullable(decimal()),
  fees_paid: decimal(),
  fills_complete: boolean(),
  reject_reason: nullable(string()),
  reject_code: nullable(string()),
  cancel_reason: nullable(string()),
  cancel_requested_at: nullable(datetime()),
  last_error: nullable(string()),
  client_order_id: nullable(string()),
  exchange_order_id: nullable(string()),
  parent_svc_order_id: nullable(uuid()),
}

export const orderRecord = object(fields)

/** A member of a custom asset that an order on it does not trade, and why. */
const skippedMember = object({ svc_id: integer(), code: string(), reason: string() })

/** The single-order view; `fills_truncated` says that there are more than the fills shown. */
export const orderWithFillsRecord = object({
  ...fields,
  fills: list(fillRecord),
  fills_truncated: boolean(),
  leg_svc_order_ids: list(uuid()),
  skipped_members: list(skippedMember),
})

/** The order without its fills. Fields that only an order on one market has are null for an order on a custom asset. */
export const toOrderRecord = (order: PlacedOrder): InferInput<typeof orderRecord> => {
  const own = isBasketOrder(order) ? OF_BASKET : ofMarket(order)
  const traded = shownTrades(order)
  return {
    svc_order_id: order.orderId,
    order_type: own.order_type,
    time_in_force: order.timeInForce,
    qty: toNumber(order.qty),
    original_qty: toNumber(own.original_qty ?? order.qty),
    buy_flag: order.buyFlag,
    status: order.status,
    subaccount_id: order.subaccountId,
    created_at: toIso(order.createdAt),
    updated_at: toIso(order.updatedAt),
    complex_order_ids: toComplexOrderIds(order.complexOrderIds),
    price: own.price,
    max_slippage: number(order.maxSlippage),
    protection_price: number(order.protectionPrice),
    post_only: own.post_only,
    reduce_only: own.reduce_only,
    cancel_on_pause: own.cancel_on_pause,
    svc_id: order.svcId,
    custom_asset_id: order.customAssetId,
    ...toLabelFields(order.label),
    expiry_ts_utc: own.expiry_ts_utc,
    last_amend: own.last_amend,
    traded_qty: toNumber(traded.qty),
    average_price: number(averagePrice(traded.cost, traded.pricedQty)),
    fees_paid: toNumber(traded.fees),
    fills_complete: traded.complete,
    reject_reason: own.reject_reason,
    reject_code: own.reject_code,
    cancel_reason: order.status === 'CANCELLED' ? order.cancelReason : null,
    cancel_requested_at: order.cancelRequestedAt === null ? null : toIso(order.cancelRequestedAt),
    last_error: order.lastError ?? (isHeld(order) ? BEHIND_LINKED : null),
    client_order_id: order.clientOrderId,
    exchange_order_id: own.exchange_order_id,
    parent_svc_order_id: own.parent_svc_order_id,
  }
}

/** Why an order is held: what its linked orders may still trade, it must not trade too (decision 0018). */
const BEHIND_LINKED = 'It waits for linked orders, which may still trade what it is to exit.'

/** What only an order on one market has. */
const ofMarket = (order: Order) => ({
  order_type: order.orderType,
  original_qty: order.originalQty,
  last_amend: order.amend === null ? null : { status: order.amend.status, reason: order.amend.reason },
  price: order.orderType === 'MARKET' ? null : number(order.price),
  post_only: order.postOnly,
  reduce_only: order.reduceOnly,
  cancel_on_pause: order.cancelOnPause,
  expiry_ts_utc: order.expiresAt === null ? null : toIso(order.expiresAt),
  reject_reason: order.rejectReason,
  reject_code: order.rejectCode,
  exchange_order_id: exchangeIds(order),
  parent_svc_order_id: order.origin.kind === 'leg' ? order.origin.basketOrderId : null,
})

/** The ids of all that it was at its exchange, joined by `+`: of what it has replaced, and of what stands there now. */
const exchangeIds = ({ replaced, exchangeOrderId }: Order): string | null => {
  if (replaced === null) return exchangeOrderId
  const now = exchangeOrderId?.split('+') ?? []
  return [...new Set([...replaced.exchangeOrderIds, ...now])].join('+')
}

/** On a custom asset each leg is known to its exchange, and may be refused there; the whole only fills or does not. */
const OF_BASKET = {
  order_type: 'MARKET',
  original_qty: null,
  last_amend: null,
  price: null,
  post_only: false,
  reduce_only: false,
  cancel_on_pause: false,
  expiry_ts_utc: null,
  reject_reason: null,
  reject_code: null,
  exchange_order_id: null,
  parent_svc_order_id: null,
} as const

/** The order with its fills, and with its legs and skipped members. `truncated` says that `fills` are not all of them. */
export const toOrderWithFillsRecord = (
  order: PlacedOrder,
  fills: readonly Fill[],
  truncated: boolean,
): InferInput<typeof orderWithFillsRecord> => ({
  ...toOrderRecord(order),
  // Fills of an order on a custom asset are in other markets than its own.
  fills: fills.map((fill) => toFillRecord(fill, isBasketOrder(order) ? { ...order, label: null } : order)),
  fills_truncated: truncated,
  ...(isBasketOrder(order) ? toBasketDetail(order) : { leg_svc_order_ids: [], skipped_members: [] }),
})

const toBasketDetail = (basket: BasketOrder) => ({
  leg_svc_order_ids: legsOf(basket).map(({ orderId }) => orderId),
  skipped_members: basket.skipped.map(({ svcId, code, reason }) => ({ svc_id: svcId, code, reason })),
})

const number = (millionths: number | null): number | null => (millionths === null ? null : toNumber(millionths))
