/** A complex order as our interface shows it, and what a cancel request of complex orders answers. */

import * as v from 'valibot'
import { COMPLEX_ORDER_KINDS, type ComplexOrder, isTwap } from '#domain/contingent/complex-order.ts'
import { CONDITIONAL_TYPES, type Conditional, TRIGGER_PRICE_TYPES } from '#domain/contingent/conditional.ts'
import { isStop } from '#domain/contingent/rules.ts'
import { COMPLEX_ORDER_STATUSES } from '#domain/contingent/status.ts'
import { targetIds } from '#domain/contingent/target.ts'
import { averagePrice, toNumber } from '#domain/kernel/numbers.ts'
import { SECOND, toIso } from '#domain/kernel/time.ts'
import { ORDER_TYPES } from '#domain/orders/order.ts'
import { endsAt, nextSliceAt, type TwapOrder, tradedBy } from '#domain/twap/twap-order.ts'
import { labelFields, toLabelFields } from '../markets/label-record.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

/** Ids of complex orders by kind; no key where there are none. */
export const complexOrderIds = object({ conditional_orders: optional(list(uuid())) })

/** The ids of conditional orders under their kind; an empty object for none. */
export const toComplexOrderIds = (conditional: readonly string[]): v.InferInput<typeof complexOrderIds> =>
  conditional.length === 0 ? {} : { conditional_orders: [...conditional] }

const conditionalOrderRecord = object({
  parent_svc_order_id: nullable(uuid()),
  parent_complex_order_id: nullable(uuid()),
  conditional_order_type: nullable(enumeration(CONDITIONAL_TYPES)),
  link_id: nullable(string()),
  protect: boolean(),
  stop_order_price: nullable(decimal()),
  trail_amount: nullable(decimal()),
  trigger_stop_order_price: nullable(decimal()),
  trigger_trail_amount: nullable(decimal()),
  trigger_order_type: nullable(enumeration(ORDER_TYPES)),
  trigger_order_qty: nullable(decimal()),
  trigger_order_limit_price: nullable(decimal()),
  trigger_order_max_slippage: nullable(decimal()),
  trigger_order_protection_price: nullable(decimal()),
  trigger_order_post_only: boolean(),
  trigger_order_reduce_only: boolean(),
  trigger_order_buy_flag: nullable(boolean()),
  trigger_svc_order_id: nullable(uuid()),
  trigger_complex_order_id: nullable(uuid()),
  trigger_price_type: enumeration(TRIGGER_PRICE_TYPES),
  triggered_at: nullable(datetime()),
  trigger_price: nullable(decimal()),
  trigger_price_source: nullable(string()),
  exit_incomplete_at: nullable(datetime()),
})

const twapOrderRecord = object({
  buy_flag: boolean(),
  total_qty: decimal(),
  duration_s: integer(),
  slices: integer(),
  limit_price: nullable(decimal()),
  max_slippage: nullable(decimal()),
  randomize: boolean(),
  filled_qty: decimal(),
  average_price: nullable(decimal()),
  slices_done: integer(),
  svc_order_ids: list(uuid()),
  started_at: nullable(datetime()),
  next_slice_at: nullable(datetime()),
  ends_at: nullable(datetime()),
})

export const complexOrderRecord = object({
  complex_order_id: uuid(),
  complex_order_type: enumeration(COMPLEX_ORDER_KINDS),
  complex_order_subtype: nullable(enumeration(CONDITIONAL_TYPES)),
  subaccount_id: uuid(),
  svc_id: nullable(integer()),
  custom_asset_id: nullable(uuid()),
  ...labelFields,
  status: enumeration(COMPLEX_ORDER_STATUSES),
  created_at: datetime(),
  updated_at: datetime(),
  cancel_reason: nullable(string()),
  conditional_order: nullable(conditionalOrderRecord),
  twap_order: nullable(twapOrderRecord),
})

export const complexOrderList = object({
  complex_orders: object({ conditional_orders: list(complexOrderRecord), twap_orders: list(complexOrderRecord) }),
  count: integer(),
  has_more: boolean(),
})

const cancelResult = {
  cancelled_complex_order_ids: list(uuid()),
  failed_cancelled_complex_order_ids: v.record(v.string(), string()),
}

export const complexOrderCancelResult = object(cancelResult)

/** The cancel of one also shows how it stands now. */
export const complexOrderCancelReply = object({ ...cancelResult, complex_order: complexOrderRecord })

/** `failed` pairs the id of each complex order that is not cancelled with a sentence that says why. */
export const toComplexOrderCancelResult = (
  cancelled: readonly string[],
  failed: Iterable<readonly [string, string]>,
): v.InferInput<typeof complexOrderCancelResult> => ({
  cancelled_complex_order_ids: [...cancelled],
  failed_cancelled_complex_order_ids: Object.fromEntries(failed),
})

/** One shape for both kinds: `conditional_order` is null for a TWAP, `twap_order` is null for a conditional order. */
export const toComplexOrderRecord = (order: ComplexOrder): v.InferInput<typeof complexOrderRecord> => ({
  complex_order_id: order.complexOrderId,
  complex_order_type: order.kind,
  complex_order_subtype: order.subtype,
  subaccount_id: order.subaccountId,
  svc_id: targetIds(order.target).svcId,
  custom_asset_id: targetIds(order.target).customAssetId,
  ...toLabelFields(order.target.label),
  status: order.status,
  created_at: toIso(order.createdAt),
  updated_at: toIso(order.updatedAt),
  cancel_reason: order.cancelReason,
  conditional_order: isTwap(order) ? null : toConditionalRecord(order),
  twap_order: isTwap(order) ? toTwapRecord(order) : null,
})

/** Both kinds, each newest first. */
export const toComplexOrderList = ({
  complexOrders: found,
  count,
  hasMore,
}: {
  readonly complexOrders: readonly ComplexOrder[]
  readonly count: number
  readonly hasMore: boolean
}): v.InferInput<typeof complexOrderList> => ({
  complex_orders: {
    conditional_orders: found.filter((order) => !isTwap(order)).map(toComplexOrderRecord),
    twap_orders: found.filter(isTwap).map(toComplexOrderRecord),
  },
  count,
  has_more: hasMore,
})

const toConditionalRecord = (order: Conditional | Conditional): v.InferInput<typeof conditionalOrderRecord> => ({
  parent_svc_order_id: order.parentOrderId,
  parent_complex_order_id: order.parentComplexOrderId,
  conditional_order_type: order.subtype,
  link_id: order.linkId,
  protect: order.protect,
  stop_order_price: number(order.stopPrice),
  trail_amount: isStop(order.subtype) ? number(order.trail?.amount ?? null) : null,
  trigger_stop_order_price: number(order.trigger.stopPrice),
  trigger_trail_amount: isStop(order.subtype) ? null : number(order.trail?.amount ?? null),
  trigger_order_type: order.trigger.orderType,
  // What firing now would place: less than asked for while the parent bought less or a sibling sold some.
  trigger_order_qty: toNumber(order.armedQty ?? order.trigger.qty),
  trigger_order_limit_price: number(order.trigger.price),
  trigger_order_max_slippage: number(order.trigger.maxSlippage),
  trigger_order_protection_price: number(order.trigger.protectionPrice),
  trigger_order_post_only: order.trigger.postOnly,
  trigger_order_reduce_only: order.trigger.reduceOnly,
  trigger_order_buy_flag: order.trigger.buyFlag,
  trigger_svc_order_id: order.triggerOrderId,
  trigger_complex_order_id: order.triggerComplexOrderId,
  trigger_price_type: order.triggerPriceType,
  triggered_at: instant(order.triggeredAt),
  trigger_price: number(order.triggerPrice),
  trigger_price_source: order.triggerPriceSource,
  exit_incomplete_at: instant(order.incompleteAt),
})

const toTwapRecord = (twap: TwapOrder): v.InferInput<typeof twapOrderRecord> => {
  const { terms, startedAt, slicesDone, slices } = twap
  const traded = tradedBy(twap)
  return {
    buy_flag: terms.buyFlag,
    total_qty: toNumber(terms.totalQty),
    duration_s: terms.durationMs / SECOND,
    slices: terms.slices,
    limit_price: number(terms.limitPrice),
    max_slippage: number(terms.maxSlippage),
    randomize: terms.randomize,
    filled_qty: toNumber(traded.qty),
    average_price: number(averagePrice(traded.cost, traded.qty)),
    slices_done: slicesDone,
    svc_order_ids: slices.map(({ orderId }) => orderId),
    started_at: instant(startedAt),
    next_slice_at: twap.status === 'ACTIVE' ? instant(nextSliceAt(twap)) : null,
    ends_at: instant(endsAt(twap)),
  }
}

const number = (millionths: number | null): number | null => (millionths === null ? null : toNumber(millionths))
const instant = (at: number | null): string | null => (at === null ? null : toIso(at))
