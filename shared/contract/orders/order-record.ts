/** An order as our interface shows it. */

import type { InferInput } from 'valibot'
import { isPaper } from '#domain/accounts/subaccount-kind.ts'
import { legsOf, type SkippedMember } from '#domain/baskets/basket-order.ts'
import { isBasketOrder, isHeld, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { shownTradesOf } from '#domain/baskets/shown-trades.ts'
import { averagePrice } from '#domain/kernel/numbers.ts'
import { AMEND_STATUSES, type Amend } from '#domain/orders/amend/amend.ts'
import { cancelCodeOf } from '#domain/orders/cancel/cancel-code.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { ORDER_TYPES, type Order, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import { complexOrderIds, toComplexOrderIds } from '../contingent/complex-order-ids.ts'
import { amount, amountOrNull, instant, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { fillRecord, toFillRecord } from '../portfolio/fill-record.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

/** Result of the last requested change; `reason` says why it was refused. */
const lastAmend = recordOf<[Amend]>()({
  status: [enumeration(AMEND_STATUSES), ({ status }) => status],
  reason: [nullable(string()), ({ reason }) => reason],
})

/** A member of a custom asset that an order on it does not trade, and why. */
const skippedMember = recordOf<[SkippedMember]>()({
  svc_id: [svcId(), ({ svcId }) => svcId],
  code: [string(), ({ code }) => code],
  reason: [string(), ({ reason }) => reason],
})

/** Fields of an order on one market only: on a custom asset each leg is known to its exchange, and may be refused there. */
const ofMarket =
  <Value>(of: (order: Order) => Value) =>
  (order: PlacedOrder): Value | null =>
    isBasketOrder(order) ? null : of(order)

/** The order without its fills. */
export const { schema: orderRecord, write: toOrderRecord } = recordOf<[PlacedOrder]>()({
  svc_order_id: [uuid(), (order) => order.orderId],
  order_type: [enumeration(ORDER_TYPES), (order) => (isBasketOrder(order) ? 'MARKET' : order.orderType)],
  time_in_force: [enumeration(TIMES_IN_FORCE), (order) => order.timeInForce],
  qty: amount((order) => order.qty),
  original_qty: amount((order) => (isBasketOrder(order) ? order.qty : (order.originalQty ?? order.qty))),
  buy_flag: [boolean(), (order) => order.buyFlag],
  status: [enumeration(ORDER_STATUSES), (order) => order.status],
  subaccount_id: [uuid(), (order) => order.subaccountId],
  is_paper: [boolean(), (order) => isPaper(order.subaccountId)],
  created_at: instant((order) => order.createdAt),
  updated_at: instant((order) => order.updatedAt),
  complex_order_ids: [complexOrderIds, (order) => toComplexOrderIds(order.complexOrderIds)],
  price: amountOrNull(ofMarket((order) => (order.orderType === 'MARKET' ? null : order.price))),
  max_slippage: amountOrNull((order) => order.maxSlippage),
  protection_price: amountOrNull((order) => order.protectionPrice),
  post_only: [boolean(), (order) => !isBasketOrder(order) && order.postOnly],
  reduce_only: [boolean(), (order) => !isBasketOrder(order) && order.reduceOnly],
  cancel_on_pause: [boolean(), (order) => !isBasketOrder(order) && order.cancelOnPause],
  svc_id: [nullable(svcId()), (order) => order.svcId],
  custom_asset_id: [nullable(uuid()), (order) => order.customAssetId],
  market_title: [nullable(string()), (order) => order.label?.title ?? null],
  exchange_ticker: [nullable(string()), (order) => order.label?.ticker ?? null],
  expiry_ts_utc: instantOrNull(ofMarket((order) => order.expiresAt)),
  last_amend: [nullable(lastAmend.schema), ofMarket(({ amend }) => (amend === null ? null : lastAmend.write(amend)))],
  traded_qty: amount((order) => shownTradesOf(order).qty),
  average_price: amountOrNull((order) => {
    const { cost, pricedQty } = shownTradesOf(order)
    return averagePrice(cost, pricedQty)
  }),
  fees_paid: amount((order) => shownTradesOf(order).fees),
  fills_complete: [boolean(), (order) => shownTradesOf(order).complete],
  reject_reason: [nullable(string()), ofMarket((order) => order.rejectReason)],
  reject_code: [nullable(string()), ofMarket((order) => order.rejectCode)],
  cancel_reason: [nullable(string()), (order) => (order.status === 'CANCELLED' ? order.cancelReason : null)],
  cancel_code: [
    nullable(string()),
    (order) => (order.status === 'CANCELLED' ? cancelCodeOf(order.cancelReason) : null),
  ],
  cancel_requested_at: instantOrNull((order) => order.cancelRequestedAt),
  last_error: [nullable(string()), (order) => order.lastError ?? (isHeld(order) ? BEHIND_LINKED : null)],
  client_order_id: [nullable(string()), (order) => order.clientOrderId],
  tag: [nullable(string()), (order) => order.tag],
  exchange_order_id: [nullable(string()), ofMarket((order) => exchangeIds(order))],
  parent_svc_order_id: [
    nullable(uuid()),
    ofMarket(({ origin }) => (origin.kind === 'leg' ? origin.basketOrderId : null)),
  ],
})

/** Why an order is held: what its linked orders may still trade, it must not trade too (decision 0016). */
const BEHIND_LINKED = 'It waits for linked orders, which may still trade what it is to exit.'

/** The ids of all that it was at its exchange, joined by `+`: of what it has replaced, and of what stands there now. */
const exchangeIds = ({ replaced, exchangeOrderId }: Order): string | null => {
  if (replaced === null) return exchangeOrderId
  const now = exchangeOrderId?.split('+') ?? []
  return [...new Set([...replaced.exchangeOrderIds, ...now])].join('+') || null
}

/** Fields of the single-order view only; `truncated` says that there are more fills than these. */
const detail = recordOf<[order: PlacedOrder, fills: readonly Fill[], truncated: boolean]>()({
  fills: [
    list(fillRecord),
    // Fills of an order on a custom asset are in other markets than its own.
    (order, fills) => fills.map((fill) => toFillRecord(fill, isBasketOrder(order) ? { ...order, label: null } : order)),
  ],
  fills_truncated: [boolean(), (_order, _fills, truncated) => truncated],
  leg_svc_order_ids: [
    list(uuid()),
    (order) => (isBasketOrder(order) ? legsOf(order).map(({ orderId }) => orderId) : []),
  ],
  skipped_members: [
    list(skippedMember.schema),
    (order) => (isBasketOrder(order) ? order.skipped.map(skippedMember.write) : []),
  ],
})

export const orderWithFillsRecord = object({ ...orderRecord.entries, ...detail.schema.entries })

/** The order with its fills, and with its legs and skipped members. `truncated` says that `fills` are not all of them. */
export const toOrderWithFillsRecord = (
  order: PlacedOrder,
  fills: readonly Fill[],
  truncated: boolean,
): InferInput<typeof orderWithFillsRecord> => ({
  ...toOrderRecord(order),
  ...detail.write(order, fills, truncated),
})
