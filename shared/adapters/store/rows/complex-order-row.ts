/** Row of a complex order. Names are short, and nulls are left out. */

import { ALLOCATIONS } from '#domain/baskets/plan/plan.ts'
import type { ComplexOrderBase } from '#domain/complex-orders/complex-order-base.ts'
import { COMPLEX_ORDER_STATUSES } from '#domain/complex-orders/status.ts'
import type { BasketTarget, MarketTarget } from '#domain/complex-orders/target.ts'
import { COMPLEX_ORDER_KINDS, type ComplexOrder, isConditional, isTwap } from '#domain/contingent/complex-order.ts'
import { CONDITIONAL_TYPES, type Conditional } from '#domain/contingent/conditional.ts'
import { isStop } from '#domain/contingent/request/rules.ts'
import type { Trail } from '#domain/contingent/trigger/trailing.ts'
import { directionOf } from '#domain/contingent/trigger/trigger-rule.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { TRIGGER_PRICE_SOURCES, TRIGGER_PRICE_TYPES } from '#domain/markets/trigger-price.ts'
import { ORDER_TYPES } from '#domain/orders/order.ts'
import { priorityOfComplexOrder } from '#domain/work/priority.ts'
import {
  count,
  exchangeValue,
  flag,
  id,
  list,
  listOrNone,
  oneOf,
  orNull,
  priceValue,
  qtyValue,
  text,
  whole,
  yesNo,
} from '../engine/codecs.ts'
import { complexOrderKey, complexOrderListPartition, createdAtOf, createdSort, idOf, type Key } from '../engine/keys.ts'
import { mapOf, partOf, type Row, readRow, rowBeside } from '../engine/rows.ts'
import { armedSort, triggerPartition } from '../engine/trigger-keys.ts'
import { workPartition } from '../engine/work-partitions.ts'
import { LABEL } from './label-codec.ts'
import { rowToTwap, TWAP_ATTRIBUTES, twapToRow } from './twap-row.ts'

/** Row of a complex order, at the version that it gets by this write. */
export const complexOrderToRow = (order: ComplexOrder, version: number): Row & Key => ({
  ...COMPLEX_ORDER.write({ ...order, version }),
  ...(order.target.kind === 'market' ? MARKET.write(order.target) : BASKET.write(order.target)),
  ...(isTwap(order) ? twapToRow(order) : conditionalToRow(order)),
  ...complexOrderKey(order.complexOrderId),
  lp: complexOrderListPartition(order.userId),
  ls: createdSort(order.createdAt, order.complexOrderId),
  wp: order.dueAt === null ? null : workPartition(priorityOfComplexOrder(order), order.userId, order.complexOrderId),
  wh: order.subscriberState === null ? null : true,
})

/** Reads the complex order of a row. */
export const rowToComplexOrder = (row: Row): ComplexOrder =>
  readRow(row, () => {
    const { kind, ...fields } = COMPLEX_ORDER.read(row)
    const common = {
      ...fields,
      complexOrderId: idOf(String(row['pk'])),
      userId: idOf(text.read(row['lp'])),
      createdAt: createdAtOf(text.read(row['ls'])),
    }
    const followed = flag.read(row['wh'])
    if (kind === 'TWAP') {
      const subscriberState = followed ? { knows: common.status } : null
      return { ...common, target: rowToMarket(row), kind, subtype: null, subscriberState, ...rowToTwap(row) }
    }
    const conditional = rowToConditional(row)
    const subscriberState = followed ? { knows: common.status, incomplete: conditional.incompleteAt !== null } : null
    const target = row['bm'] === undefined ? rowToMarket(row) : rowToBasket(row)
    return { ...common, target, kind, subscriberState, ...conditional }
  })

const rowToMarket = (row: Row): MarketTarget => ({ kind: 'market', ...MARKET.read(row) })
const rowToBasket = (row: Row): BasketTarget => ({ kind: 'custom_asset', ...BASKET.read(row) })

const conditionalToRow = (order: Conditional): Row => ({
  ...CONDITIONAL.write({ ...order, buyFlag: order.trigger.buyFlag }),
  ...triggerKeyOf(order),
})

const rowToConditional = (row: Row): Omit<Conditional, keyof ComplexOrderBase | 'kind'> => {
  const { buyFlag, trigger, ...conditional } = CONDITIONAL.read(row)
  return {
    ...conditional,
    trigger: { ...trigger, buyFlag },
    triggerOrderId: conditional.orderIds.at(-1) ?? null,
  }
}

/** True if the order's own price is watched: then it is in the index of triggers. */
export const isWatched = (order: ComplexOrder): order is Conditional & { readonly target: MarketTarget } =>
  isConditional(order) &&
  order.target.kind === 'market' &&
  order.status === 'ACTIVE' &&
  isStop(order.subtype) &&
  (order.stopPrice !== null || order.trail !== null)

const triggerKeyOf = (order: Conditional): Row => {
  if (!isWatched(order)) return {}
  // Earlier versions did not store the time of arming: the last change is used.
  const armed = { ...order, direction: directionOf(order), armedAt: order.armedAt ?? order.updatedAt }
  return { tp: triggerPartition(order.target.svcId), ts: armedSort(armed) }
}

/** Member of a custom asset whose price is watched. */
export const MEMBER = mapOf<MarketRef>({ svcId: ['s', whole], exchange: ['x', exchangeValue], nativeId: ['n', text] })

const MARKET = partOf({
  exchange: ['x', exchangeValue],
  svcId: ['sv', whole],
  nativeId: ['n', text],
  shard: ['sh', count],
  label: ['lb', LABEL],
})

const BASKET = partOf({
  customAssetId: ['ca', id],
  label: ['lb', LABEL],
  allocation: ['al', oneOf(ALLOCATIONS)],
  members: ['bm', list(MEMBER)],
})

const TRIGGER = mapOf({
  orderType: ['t', oneOf(ORDER_TYPES)],
  qty: ['q', qtyValue],
  price: ['p', orNull(priceValue)],
  stopPrice: ['s', orNull(priceValue)],
  maxSlippage: ['m', orNull(priceValue)],
  protectionPrice: ['b', orNull(priceValue)],
  postOnly: ['o', flag],
  reduceOnly: ['r', flag],
})

/** Distance and step of a trailing stop. */
export const TRAIL = mapOf<Trail>({ amount: ['a', priceValue], step: ['s', priceValue] })

const CONDITIONAL = partOf({
  subtype: ['ty', oneOf(CONDITIONAL_TYPES)],
  parentOrderId: ['po', orNull(id)],
  parentComplexOrderId: ['px', orNull(id)],
  armedBy: ['ab', orNull(id)],
  childIds: ['ch', listOrNone(id)],
  depth: ['de', whole],
  parentQty: ['pq', orNull(qtyValue)],
  stopPrice: ['sp', orNull(priceValue)],
  trail: ['tr', orNull(TRAIL)],
  linkId: ['lk', orNull(text)],
  protect: ['pf', flag],
  triggerPriceType: ['pt', oneOf(TRIGGER_PRICE_TYPES)],
  // In the row itself, because the index of triggers carries it.
  buyFlag: ['bf', yesNo],
  trigger: ['to', TRIGGER],
  armedQty: ['aq', orNull(qtyValue)],
  armedAt: ['aa', orNull(whole)],
  triggerComplexOrderId: ['tx', orNull(id)],
  orderIds: ['os', listOrNone(id)],
  triggeredAt: ['ta', orNull(whole)],
  triggerPrice: ['tv', orNull(priceValue)],
  triggerPriceSource: ['tw', orNull(oneOf(TRIGGER_PRICE_SOURCES))],
  incompleteAt: ['ic', orNull(whole)],
})

const COMPLEX_ORDER = rowBeside(
  [...MARKET.attributes, ...BASKET.attributes, ...CONDITIONAL.attributes, ...TWAP_ATTRIBUTES, 'wh'],
  {
    kind: ['ck', oneOf(COMPLEX_ORDER_KINDS)],
    subaccountId: ['su', id],
    tag: ['tg', orNull(text)],
    status: ['st', oneOf(COMPLEX_ORDER_STATUSES)],
    updatedAt: ['up', whole],
    cancelReason: ['cw', orNull(text)],
    dueAt: ['due', orNull(whole)],
    version: ['v', whole],
  },
)
