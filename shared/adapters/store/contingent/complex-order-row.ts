/** A complex order as a row and back. Short names, nulls left out. */

import { array, boolean, nullish, object, optional, picklist, pipe, string, transform, unknown } from 'valibot'
import { ALLOCATIONS } from '#domain/baskets/plan.ts'
import { COMPLEX_ORDER_KINDS, type ComplexOrder, isConditional, isTwap } from '#domain/contingent/complex-order.ts'
import type { ComplexOrderBase } from '#domain/contingent/complex-order-base.ts'
import {
  CONDITIONAL_TYPES,
  type Conditional,
  TRIGGER_PRICE_SOURCES,
  TRIGGER_PRICE_TYPES,
  type TriggerOrder,
} from '#domain/contingent/conditional.ts'
import { isStop } from '#domain/contingent/rules.ts'
import { COMPLEX_ORDER_STATUSES } from '#domain/contingent/status.ts'
import type { BasketTarget, MarketTarget, Target } from '#domain/contingent/target.ts'
import { directionOf } from '#domain/contingent/trigger-rule.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { ORDER_TYPES } from '#domain/orders/order.ts'
import type { Row } from '../engine/attributes.ts'
import {
  complexOrderIdOf,
  complexOrderKey,
  complexOrderListPartition,
  createdAtOf,
  createdSort,
  type Key,
  LETTERS,
  orderListUserOf,
  triggerPartition,
  triggerSort,
  workPartition,
} from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { count, exchangeValue, flag, id, priceValue, qtyValue, unlessZero, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
import { rowToTwap, twapToRow } from './twap-row.ts'

/** The row of a complex order, at the version it gets by being stored. */
export const complexOrderToRow = (order: ComplexOrder, version: number): Row & Key => ({
  ...complexOrderKey(order.complexOrderId),
  lp: complexOrderListPartition(order.userId),
  ls: createdSort(order.createdAt, order.complexOrderId),
  wp: order.dueAt === null ? null : workPartition(order.complexOrderId),
  due: order.dueAt,

  ck: order.kind,
  su: shortId(order.subaccountId),
  ...targetToRow(order.target),

  st: order.status,
  up: order.updatedAt,
  cw: order.cancelReason,
  ...(isTwap(order) ? twapToRow(order) : conditionalToRow(order)),
  wh: order.subscriberState === null ? null : true,
  v: version,
})

/** The complex order a row holds. */
export const rowToComplexOrder = (row: Row): ComplexOrder => {
  const parsed = parseRow(complexOrderRow, row)
  const common = {
    complexOrderId: complexOrderIdOf(parsed.pk),
    userId: orderListUserOf(parsed.lp),
    subaccountId: parsed.su,
    createdAt: createdAtOf(parsed.ls),
    status: parsed.st,
    updatedAt: parsed.up,
    cancelReason: parsed.cw,
    dueAt: parsed.due,
    version: parsed.v,
  }
  if (parsed.ck === 'TWAP') {
    const subscriberState = parsed.wh ? { knows: parsed.st } : null
    return { ...common, target: rowToMarket(row), kind: 'TWAP', subtype: null, subscriberState, ...rowToTwap(row) }
  }
  const conditional = rowToConditional(row)
  const subscriberState = parsed.wh ? { knows: parsed.st, incomplete: conditional.incompleteAt !== null } : null
  const target = parsed.bm === undefined ? rowToMarket(row) : rowToBasket(row)
  return { ...common, target, kind: 'CONDITIONAL', subscriberState, ...conditional }
}

const targetToRow = (target: Target): Row =>
  target.kind === 'market'
    ? { x: LETTERS[target.exchange], sv: target.svcId, n: target.nativeId, sh: unlessZero(target.shard) }
    : { ca: shortId(target.customAssetId), al: target.allocation, bm: target.members.map(memberToRow) }

const rowToMarket = (row: Row): MarketTarget => {
  const { x, sv, n, sh } = parseRow(marketRow, row)
  return { kind: 'market', exchange: x, svcId: sv, nativeId: n, shard: sh }
}

const rowToBasket = (row: Row): BasketTarget => {
  const { ca, al, bm } = parseRow(basketRow, row)
  return { kind: 'custom_asset', customAssetId: ca, allocation: al, members: bm }
}

/** A member of a custom asset whose price is watched. */
export const memberToRow = ({ svcId, exchange, nativeId }: MarketRef): Row => ({
  s: svcId,
  x: LETTERS[exchange],
  n: nativeId,
})

export const memberValue = pipe(
  object({ s: whole, x: exchangeValue, n: string() }),
  transform(({ s, x, n }): MarketRef => ({ svcId: s, exchange: x, nativeId: n })),
)

const conditionalToRow = (order: Conditional): Row => ({
  ...triggerKeyOf(order),
  ty: order.subtype,
  po: short(order.parentOrderId),
  px: short(order.parentComplexOrderId),
  ab: short(order.armedBy),
  ch: listed(order.childIds),
  de: order.depth,

  sp: order.stopPrice,
  pt: order.triggerPriceType,
  // As `bf` the index of triggers carries it.
  bf: order.trigger.buyFlag,
  to: { t: order.trigger.orderType, q: order.trigger.qty, p: order.trigger.price, s: order.trigger.stopPrice },
  aq: order.armedQty,

  tx: short(order.triggerComplexOrderId),
  os: listed(order.orderIds),
  ta: order.triggeredAt,
  tv: order.triggerPrice,
  tw: order.triggerPriceSource,
  ic: order.incompleteAt,
})

const rowToConditional = (row: Row): Omit<Conditional, keyof ComplexOrderBase | 'kind'> => {
  const parsed = parseRow(conditionalRow, row)
  return {
    subtype: parsed.ty,
    parentOrderId: parsed.po,
    parentComplexOrderId: parsed.px,
    armedBy: parsed.ab,
    childIds: parsed.ch,
    depth: parsed.de,
    stopPrice: parsed.sp,
    triggerPriceType: parsed.pt,
    trigger: { ...parsed.to, buyFlag: parsed.bf },
    armedQty: parsed.aq,
    triggerOrderId: parsed.os.at(-1) ?? null,
    triggerComplexOrderId: parsed.tx,
    orderIds: parsed.os,
    triggeredAt: parsed.ta,
    triggerPrice: parsed.tv,
    triggerPriceSource: parsed.tw,
    incompleteAt: parsed.ic,
  }
}

/** In the index of triggers while its own price is watched. */
export const isWatched = (
  order: ComplexOrder,
): order is Conditional & { readonly stopPrice: Price; readonly target: MarketTarget } =>
  isConditional(order) &&
  order.target.kind === 'market' &&
  order.status === 'ACTIVE' &&
  isStop(order.subtype) &&
  order.stopPrice !== null

const triggerKeyOf = (order: Conditional): Row =>
  isWatched(order)
    ? { tp: triggerPartition(order.target.svcId), ts: triggerSort(directionOf(order), order.stopPrice) }
    : {}

const short = (uuid: string | null): string | null => (uuid === null ? null : shortId(uuid))
const listed = (uuids: readonly string[]): readonly string[] | null => (uuids.length === 0 ? null : uuids.map(shortId))

const trigger = pipe(
  object({
    t: picklist(ORDER_TYPES),
    q: qtyValue,
    p: nullish(priceValue, null),
    s: nullish(priceValue, null),
  }),
  transform(({ t, q, p, s }): Omit<TriggerOrder, 'buyFlag'> => ({ orderType: t, qty: q, price: p, stopPrice: s })),
)

const complexOrderRow = object({
  pk: string(),
  lp: string(),
  ls: string(),
  due: nullish(whole, null),
  ck: picklist(COMPLEX_ORDER_KINDS),
  su: id,
  st: picklist(COMPLEX_ORDER_STATUSES),
  up: whole,
  cw: nullish(string(), null),
  wh: flag,
  v: whole,
  bm: optional(array(unknown())),
})

const marketRow = object({ x: exchangeValue, sv: whole, n: string(), sh: count })

const basketRow = object({ ca: id, al: picklist(ALLOCATIONS), bm: array(memberValue) })

const conditionalRow = object({
  ty: picklist(CONDITIONAL_TYPES),
  po: nullish(id, null),
  px: nullish(id, null),
  ab: nullish(id, null),
  ch: optional(array(id), []),
  de: whole,
  sp: nullish(priceValue, null),
  pt: picklist(TRIGGER_PRICE_TYPES),
  bf: boolean(),
  to: trigger,
  aq: nullish(qtyValue, null),
  tx: nullish(id, null),
  os: optional(array(id), []),
  ta: nullish(whole, null),
  tv: nullish(priceValue, null),
  tw: nullish(picklist(TRIGGER_PRICE_SOURCES), null),
  ic: nullish(whole, null),
})
