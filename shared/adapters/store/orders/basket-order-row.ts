/** An order on a custom asset as a row and back. It stands where orders stand, so that one id names one thing. */

import { array, boolean, nullish, object, optional, picklist, pipe, string, transform } from 'valibot'
import type { BasketLeg, BasketOrder, BasketPart, BasketRound } from '#domain/baskets/basket-order.ts'
import { ALLOCATIONS } from '#domain/baskets/plan.ts'
import { isFinal, ORDER_STATUSES } from '#domain/orders/status.ts'
import type { Row } from '../engine/attributes.ts'
import {
  basketLivePartition,
  createdAtOf,
  createdSort,
  type Key,
  LETTERS,
  orderIdOf,
  orderKey,
  orderListPartition,
  orderListUserOf,
} from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import {
  count,
  exchangeValue,
  flag,
  id,
  moneyValue,
  priceValue,
  qtyValue,
  unlessFalse,
  unlessZero,
  whole,
} from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
import { dateFields, datesToRow, rowToDates } from './due-dates.ts'
import { orderCode } from './order-code.ts'
import { originFields, originToRow, rowToBasketOrigin } from './origin-row.ts'

/** The row of a basket order, at the version it gets by being stored. */
export const basketOrderToRow = (basket: BasketOrder, version: number): Row & Key => ({
  ...orderKey(basket.orderId),
  lp: orderListPartition(basket.userId),
  ls: createdSort(basket.createdAt, basket.orderId),
  ...datesToRow(basket),
  vp: isFinal(basket.status) ? null : basketLivePartition(basket.subaccountId),

  su: shortId(basket.subaccountId),
  ca: shortId(basket.customAssetId),
  al: basket.allocation,
  ck: orderCode({ exchange: null, orderType: 'MARKET', timeInForce: basket.timeInForce }),
  tf: basket.timeInForce,
  q: basket.qty,
  bf: basket.buyFlag,
  co: basket.clientOrderId,
  ...originToRow(basket.origin),

  st: basket.status,
  up: basket.updatedAt,
  sb: basket.sendBy,
  cr: basket.cancelRequestedAt,
  cw: basket.cancelReason,
  er: basket.lastError,
  re: unlessZero(basket.retries),

  ba: basket.parts.map(partToRow),
  ro: basket.rounds.map(({ plannedAt, legs }) => ({ a: plannedAt, l: legs.map(legToRow) })),
  sm: basket.skipped.map(({ svcId, code, reason }) => ({ s: svcId, c: code, r: reason })),

  fq: unlessZero(basket.filledQty),
  ic: unlessFalse(!basket.complete),
  tq: unlessZero(basket.tradedQty),
  rq: unlessZero(basket.reversedQty),
  // Up to 22 digits: more than a double holds, so it travels as text.
  tc: basket.tradedCost === 0n ? null : String(basket.tradedCost),
  fe: unlessZero(basket.feesPaid),
  fc: unlessZero(basket.fillCount),
  wd: unlessZero(basket.widened),
  ci: basket.complexOrderIds.length === 0 ? null : basket.complexOrderIds.map(shortId),
  he: unlessFalse(basket.held),
  to: basket.notifiedState === '' ? null : basket.notifiedState,
  wh: basket.subscriberState === null ? null : true,
  v: version,
})

/** Whether the row of an order is one on a custom asset. */
export const isBasketRow = (row: Row): boolean => row['ba'] !== undefined

/** The basket order a row holds. */
export const rowToBasketOrder = (row: Row): BasketOrder => {
  const parsed = parseRow(basketRow, row)
  return {
    orderId: orderIdOf(parsed.pk),
    userId: orderListUserOf(parsed.lp),
    subaccountId: parsed.su,
    svcId: null,
    customAssetId: parsed.ca,
    allocation: parsed.al,
    timeInForce: parsed.tf,
    qty: parsed.q,
    buyFlag: parsed.bf,
    clientOrderId: parsed.co,
    origin: rowToBasketOrigin(parsed),
    createdAt: createdAtOf(parsed.ls),
    status: parsed.st,
    updatedAt: parsed.up,
    sendBy: parsed.sb,
    cancelRequestedAt: parsed.cr,
    cancelReason: parsed.cw,
    lastError: parsed.er,
    retries: parsed.re,
    parts: parsed.ba,
    rounds: parsed.ro,
    skipped: parsed.sm,
    filledQty: parsed.fq,
    tradedQty: parsed.tq,
    reversedQty: parsed.rq,
    tradedCost: parsed.tc,
    feesPaid: parsed.fe,
    fillCount: parsed.fc,
    complete: !parsed.ic,
    widened: parsed.wd,
    complexOrderIds: parsed.ci,
    held: parsed.he,
    notifiedState: parsed.to,
    subscriberState: parsed.wh ? { knows: parsed.st } : null,
    ...rowToDates(parsed),
    version: parsed.v,
  }
}

const partToRow = ({ svcId, share, held, worstPrice, most, filled, settling }: BasketPart): Row => ({
  s: svcId,
  q: share,
  h: held,
  w: worstPrice,
  m: most,
  f: unlessZero(filled),
  p: unlessFalse(settling),
})

const legToRow = ({ orderId, svcId, exchange, nativeId, shard, qty, price }: BasketLeg): Row => ({
  o: shortId(orderId),
  s: svcId,
  x: LETTERS[exchange],
  n: nativeId,
  sh: unlessZero(shard),
  q: qty,
  p: price,
})

const part = pipe(
  object({
    s: whole,
    q: nullish(qtyValue, null),
    h: nullish(qtyValue, null),
    w: nullish(priceValue, null),
    m: nullish(qtyValue, null),
    f: optional(qtyValue, 0),
    p: flag,
  }),
  transform(
    ({ s, q, h, w, m, f, p }): BasketPart => ({
      svcId: s,
      share: q,
      held: h,
      worstPrice: w,
      most: m,
      filled: f,
      settling: p,
    }),
  ),
)

const leg = pipe(
  object({ o: id, s: whole, x: exchangeValue, n: string(), sh: count, q: qtyValue, p: priceValue }),
  transform(
    ({ o, s, x, n, sh, q, p }): BasketLeg => ({
      orderId: o,
      svcId: s,
      exchange: x,
      nativeId: n,
      shard: sh,
      qty: q,
      price: p,
    }),
  ),
)

const round = pipe(
  object({ a: whole, l: array(leg) }),
  transform(({ a, l }): BasketRound => ({ plannedAt: a, legs: l })),
)

const skipped = pipe(
  object({ s: whole, c: string(), r: string() }),
  transform(({ s, c, r }) => ({ svcId: s, code: c, reason: r })),
)

const basketRow = object({
  pk: string(),
  lp: string(),
  ls: string(),
  ...dateFields,
  su: id,
  ca: id,
  al: picklist(ALLOCATIONS),
  tf: picklist(['IOC', 'FOK']),
  q: qtyValue,
  bf: boolean(),
  co: nullish(string(), null),
  ...originFields,
  st: picklist(ORDER_STATUSES),
  up: whole,
  sb: nullish(whole, null),
  cr: nullish(whole, null),
  cw: nullish(string(), null),
  er: nullish(string(), null),
  re: count,
  ba: array(part),
  ro: array(round),
  sm: array(skipped),
  fq: optional(qtyValue, 0),
  tq: optional(qtyValue, 0),
  rq: optional(qtyValue, 0),
  tc: pipe(
    optional(string(), '0'),
    transform((digits) => BigInt(digits)),
  ),
  fe: optional(moneyValue, 0),
  fc: count,
  ic: flag,
  wd: count,
  ci: optional(array(id), []),
  he: flag,
  to: optional(string(), ''),
  wh: flag,
  v: whole,
})
