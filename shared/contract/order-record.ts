/** An order as our interface shows it. */

import type { InferInput } from 'valibot'
import type { Fill } from '#domain/fill.ts'
import { averagePrice, toNumber } from '#domain/numbers.ts'
import { ORDER_TYPES, type Order, TIMES_IN_FORCE } from '#domain/order.ts'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { toIso } from '#domain/time.ts'
import { complexOrderIds, toComplexOrderIds } from './complex-order-record.ts'
import { fillRecord, toFillRecord } from './fill-record.ts'
import { boolean } from './validation/boolean.ts'
import { datetime } from './validation/datetime.ts'
import { decimal } from './validation/decimal.ts'
import { enumeration } from './validation/enumeration.ts'
import { integer } from './validation/integer.ts'
import { list } from './validation/list.ts'
import { nullable } from './validation/nullable.ts'
import { object } from './validation/object.ts'
import { string } from './validation/string.ts'
import { uuid } from './validation/uuid.ts'

const fields = {
  svc_order_id: uuid(),
  order_type: enumeration(ORDER_TYPES),
  time_in_force: enumeration(TIMES_IN_FORCE),
  qty: decimal(),
  buy_flag: boolean(),
  status: enumeration(ORDER_STATUSES),
  subaccount_id: uuid(),
  created_at: datetime(),
  updated_at: datetime(),
  complex_order_ids: complexOrderIds,
  price: nullable(decimal()),
  svc_id: nullable(integer()),
  custom_asset_id: nullable(uuid()),
  expiry_ts_utc: nullable(datetime()),
  traded_qty: decimal(),
  average_price: nullable(decimal()),
  fees_paid: decimal(),
  reject_reason: nullable(string()),
  reject_code: nullable(string()),
  cancel_reason: nullable(string()),
  cancel_requested_at: nullable(datetime()),
  last_error: nullable(string()),
  client_order_id: nullable(string()),
  exchange_order_id: nullable(string()),
}

export const orderRecord = object(fields)

/** The single-order view; `fills_truncated` says that there are more than the fills shown. */
export const orderWithFillsRecord = object({ ...fields, fills: list(fillRecord), fills_truncated: boolean() })

export const toOrderRecord = (order: Order): InferInput<typeof orderRecord> => ({
  svc_order_id: order.orderId,
  order_type: order.orderType,
  time_in_force: order.timeInForce,
  qty: toNumber(order.qty),
  buy_flag: order.buyFlag,
  status: order.status,
  subaccount_id: order.subaccountId,
  created_at: toIso(order.createdAt),
  updated_at: toIso(order.updatedAt),
  complex_order_ids: toComplexOrderIds(order.complexOrderIds),
  price: order.orderType === 'MARKET' ? null : number(order.price),
  svc_id: order.svcId,
  custom_asset_id: order.customAssetId,
  expiry_ts_utc: order.expiresAt === null ? null : toIso(order.expiresAt),
  traded_qty: toNumber(order.tradedQty),
  average_price: number(averagePrice(order.tradedCost, order.tradedQty)),
  fees_paid: toNumber(order.feesPaid),
  reject_reason: order.rejectReason,
  reject_code: order.rejectCode,
  cancel_reason: order.status === 'CANCELLED' ? order.cancelReason : null,
  cancel_requested_at: order.cancelRequestedAt === null ? null : toIso(order.cancelRequestedAt),
  last_error: order.lastError,
  client_order_id: order.clientOrderId,
  exchange_order_id: order.venueOrderId,
})

export const toOrderWithFillsRecord = (
  order: Order,
  fills: readonly Fill[],
  truncated: boolean,
): InferInput<typeof orderWithFillsRecord> => ({
  ...toOrderRecord(order),
  fills: fills.map((fill) => toFillRecord(fill, order.clientOrderId)),
  fills_truncated: truncated,
})

const number = (millionths: number | null): number | null => (millionths === null ? null : toNumber(millionths))
