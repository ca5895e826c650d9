/** A complex order as a row and back. Short names, nulls left out. */

import { array, boolean, nullish, object, optional, picklist, pipe, string, transform, unknown } from 'valibot'
import { type BasketConditional, isBasketConditional, type WatchedMember } from '#domain/baskets/conditional.ts'
import { ALLOCATIONS } from '#domain/baskets/plan.ts'
import {
  COMPLEX_ORDER_KINDS,
  COMPLEX_ORDER_STATUSES,
  CONDITIONAL_TYPES,
  type ComplexOrder,
  type ComplexOrderBase,
  type ConditionalOrder,
  isConditional,
  isTwap,
  TRIGGER_PRICE_SOURCES,
  TRIGGER_PRICE_TYPES,
  type TriggerOrder,
} from '#domain/contingent/complex-order.ts'
import { isStop } from '#domain/contingent/rules.ts'
import { directionOf } from '#domain/contingent/trigger-rule.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { ORDER_TYPES } from '#domain/orders/order.ts'
import type { TwapOrder } from '#domain/twap/twap-order.ts'
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
  ca: short(order.customAssetId),
  ...(isBasketConditional(order) ? basketToRow(order) : instrumentToRow(order)),

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
    return { ...common, ...rowToInstrument(row), kind: 'TWAP', subtype: null, subscriberState, ...rowToTwap(row) }
  }
  const conditional = rowToConditional(row)
  const subscriberState = parsed.wh ? { knows: parsed.st, incomplete: conditional.incompleteAt !== null } : null
  const where = parsed.bm === undefined ? rowToInstrument(row) : rowToBasket(row)
  return { ...common, ...where, kind: 'CONDITIONAL', subscriberState, ...conditional }
}

const instrumentToRow = ({ exchange, svcId, nativeId, shard }: ConditionalOrder | TwapOrder): Row => ({
  x: LETTERS[exchange],
  sv: svcId,
  n: nativeId,
  sh: unlessZero(shard),
})

const rowToInstrument = (row: Row) => {
  const { x, sv, ca, n, sh } = parseRow(instrumentRow, row)
  return { exchange: x, svcId: sv, customAssetId: ca, nativeId: n, shard: sh }
}

const basketToRow = ({ allocation, members }: BasketConditional): Row => ({
  al: allocation,
  bm: members.map(memberToRow),
})

const rowToBasket = (row: Row) => {
  const { ca, al, bm } = parseRow(basketRow, row)
  return { exchange: null, svcId: null, customAssetId: ca, allocation: al, members: bm }
}

/** A member of a custom asset whose price is watched. */
export const memberToRow = ({ svcId, exchange, nativeId }: WatchedMember): Row => ({
  s: svcId,
  x: LETTERS[exchange],
  n: nativeId,
})

export const memberValue = pipe(
  object({ s: whole, x: exchangeValue, n: string() }),
  transform(({ s, x, n }): WatchedMember => ({ svcId: s, exchange: x, nativeId: n })),
)

const conditionalToRow = (order: ConditionalOrder | BasketConditional): Row => ({
  ...(isBasketConditional(order) ? {} : triggerKeyOf(order)),
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

const rowToConditional = (row: Row): Omit<ConditionalOrder, keyof ComplexOrderBase | 'kind'> => {
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
export const isWatched = (order: ComplexOrder): order is ConditionalOrder & { readonly stopPrice: Price } =>
  isConditional(order) &&
  !isBasketConditional(order) &&
  order.status === 'ACTIVE' &&
  isStop(order.subtype) &&
  order.stopPrice !== null

const triggerKeyOf = (order: ConditionalOrder): Row =>
  isWatched(order) ? { tp: triggerPartition(order.svcId), ts: triggerSort(directionOf(order), order.stopPrice) } : {}

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

const instrumentRow = object({ x: exchangeValue, sv: whole, ca: nullish(id, null), n: string(), sh: count })

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
