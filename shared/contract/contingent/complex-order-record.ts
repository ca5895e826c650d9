/** A complex order as our interface shows it. */

import type { InferInput } from 'valibot'
import { isPaper } from '#domain/accounts/subaccount-kind.ts'
import { COMPLEX_ORDER_STATUSES } from '#domain/complex-orders/status.ts'
import { targetIds } from '#domain/complex-orders/target.ts'
import { COMPLEX_ORDER_KINDS, type ComplexOrder, isTwap } from '#domain/contingent/complex-order.ts'
import { CONDITIONAL_TYPES, type Conditional } from '#domain/contingent/conditional.ts'
import { isStop } from '#domain/contingent/request/rules.ts'
import { averagePrice } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { TRIGGER_PRICE_TYPES } from '#domain/markets/trigger-price.ts'
import { cancelCodeOf } from '#domain/orders/cancel/cancel-code.ts'
import { ORDER_TYPES } from '#domain/orders/order.ts'
import { endsAt, nextSliceAt, type TwapOrder, tradedBy } from '#domain/twap/twap-order.ts'
import { complexOrderCancelResult } from '../kernel/cancel-result.ts'
import { nextCursor } from '../kernel/lists/list-cursor.ts'
import { amount, amountOrNull, instant, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

const conditional = recordOf<[Conditional]>()({
  parent_svc_order_id: [nullable(uuid()), (order) => order.parentOrderId],
  parent_complex_order_id: [nullable(uuid()), (order) => order.parentComplexOrderId],
  conditional_order_type: [nullable(enumeration(CONDITIONAL_TYPES)), (order) => order.subtype],
  link_id: [nullable(string()), (order) => order.linkId],
  protect: [boolean(), (order) => order.protect],
  stop_order_price: amountOrNull((order) => order.stopPrice),
  trail_amount: amountOrNull((order) => (isStop(order.subtype) ? (order.trail?.amount ?? null) : null)),
  trigger_stop_order_price: amountOrNull((order) => order.trigger.stopPrice),
  trigger_trail_amount: amountOrNull((order) => (isStop(order.subtype) ? null : (order.trail?.amount ?? null))),
  trigger_order_type: [nullable(enumeration(ORDER_TYPES)), (order) => order.trigger.orderType],
  // Quantity that firing now would place: less than requested while the parent bought less or a sibling sold some.
  trigger_order_qty: amountOrNull((order) => order.armedQty ?? order.trigger.qty),
  trigger_order_limit_price: amountOrNull((order) => order.trigger.price),
  trigger_order_max_slippage: amountOrNull((order) => order.trigger.maxSlippage),
  trigger_order_protection_price: amountOrNull((order) => order.trigger.protectionPrice),
  trigger_order_post_only: [boolean(), (order) => order.trigger.postOnly],
  trigger_order_reduce_only: [boolean(), (order) => order.trigger.reduceOnly],
  trigger_order_buy_flag: [nullable(boolean()), (order) => order.trigger.buyFlag],
  trigger_svc_order_id: [nullable(uuid()), (order) => order.triggerOrderId],
  trigger_complex_order_id: [nullable(uuid()), (order) => order.triggerComplexOrderId],
  trigger_price_type: [enumeration(TRIGGER_PRICE_TYPES), (order) => order.triggerPriceType],
  triggered_at: instantOrNull((order) => order.triggeredAt),
  trigger_price: amountOrNull((order) => order.triggerPrice),
  trigger_price_source: [nullable(string()), (order) => order.triggerPriceSource],
  exit_incomplete_at: instantOrNull((order) => order.incompleteAt),
})

const twap = recordOf<[TwapOrder]>()({
  buy_flag: [boolean(), ({ terms }) => terms.buyFlag],
  total_qty: amount(({ terms }) => terms.totalQty),
  duration_s: [integer(), ({ terms }) => terms.durationMs / SECOND],
  slices: [integer(), ({ terms }) => terms.slices],
  limit_price: amountOrNull(({ terms }) => terms.limitPrice),
  max_slippage: amountOrNull(({ terms }) => terms.maxSlippage),
  randomize: [boolean(), ({ terms }) => terms.randomize],
  filled_qty: amount((order) => tradedBy(order).qty),
  average_price: amountOrNull((order) => {
    const { cost, qty } = tradedBy(order)
    return averagePrice(cost, qty)
  }),
  slices_done: [integer(), ({ slicesDone }) => slicesDone],
  svc_order_ids: [list(uuid()), ({ slices }) => slices.map(({ orderId }) => orderId)],
  started_at: instantOrNull(({ startedAt }) => startedAt),
  next_slice_at: instantOrNull((order) => (order.status === 'ACTIVE' ? nextSliceAt(order) : null)),
  ends_at: instantOrNull(endsAt),
})

/** One shape for both kinds: `conditional_order` is null for a TWAP, `twap_order` is null for a conditional order. */
export const { schema: complexOrderRecord, write: toComplexOrderRecord } = recordOf<[ComplexOrder]>()({
  complex_order_id: [uuid(), (order) => order.complexOrderId],
  complex_order_type: [enumeration(COMPLEX_ORDER_KINDS), (order) => order.kind],
  complex_order_subtype: [nullable(enumeration(CONDITIONAL_TYPES)), (order) => order.subtype],
  subaccount_id: [uuid(), (order) => order.subaccountId],
  is_paper: [boolean(), (order) => isPaper(order.subaccountId)],
  svc_id: [nullable(svcId()), ({ target }) => targetIds(target).svcId],
  custom_asset_id: [nullable(uuid()), ({ target }) => targetIds(target).customAssetId],
  market_title: [nullable(string()), ({ target }) => target.label?.title ?? null],
  exchange_ticker: [nullable(string()), ({ target }) => target.label?.ticker ?? null],
  tag: [nullable(string()), (order) => order.tag],
  status: [enumeration(COMPLEX_ORDER_STATUSES), (order) => order.status],
  created_at: instant((order) => order.createdAt),
  updated_at: instant((order) => order.updatedAt),
  cancel_reason: [nullable(string()), (order) => order.cancelReason],
  cancel_code: [nullable(string()), (order) => cancelCodeOf(order.cancelReason)],
  conditional_order: [nullable(conditional.schema), (order) => (isTwap(order) ? null : conditional.write(order))],
  twap_order: [nullable(twap.schema), (order) => (isTwap(order) ? twap.write(order) : null)],
})

export const complexOrderList = object({
  complex_orders: object({ conditional_orders: list(complexOrderRecord), twap_orders: list(complexOrderRecord) }),
  count: integer(),
  as_of: datetime(),
  has_more: boolean(),
  ...nextCursor,
})

/** The cancel of one also shows how it stands now. */
export const complexOrderCancelReply = object({
  ...complexOrderCancelResult.entries,
  complex_order: complexOrderRecord,
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
}): Omit<InferInput<typeof complexOrderList>, 'as_of' | 'next_cursor'> => ({
  complex_orders: {
    conditional_orders: found.filter((order) => !isTwap(order)).map(toComplexOrderRecord),
    twap_orders: found.filter(isTwap).map(toComplexOrderRecord),
  },
  count,
  has_more: hasMore,
})
