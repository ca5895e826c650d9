/** An order as a row and back. Short names, nothing stored twice, nulls left out: an order with its identity stays below 1 KB. */

import { array, boolean, nullish, object, optional, picklist, pipe, string, transform } from 'valibot'
import { isSettled } from '#domain/orders/derive-status.ts'
import { ORDER_TYPES, type Order, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import { isLeg } from '#domain/orders/origin.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import type { Row } from '../engine/attributes.ts'
import {
  createdAtOf,
  createdSort,
  type Key,
  LETTERS,
  legListPartition,
  livePartition,
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
import { originFields, originToRow, rowToOrigin } from './origin-row.ts'

/** The row of an order, at the version it gets by being stored. */
export const orderToRow = (order: Order, version: number): Row & Key => ({
  ...orderKey(order.orderId),
  // Legs have a list of their own, so that lists of orders do not have to leave them out.
  lp: isLeg(order) ? legListPartition(order.userId) : orderListPartition(order.userId),
  ls: createdSort(order.createdAt, order.orderId),
  ...datesToRow(order),
  vp: isSettled(order) ? null : livePartition(order.subaccountId, order.exchange),

  su: shortId(order.subaccountId),
  x: LETTERS[order.exchange],
  sv: order.svcId,
  ca: order.customAssetId === null ? null : shortId(order.customAssetId),
  n: order.nativeId,
  sh: unlessZero(order.shard),

  ck: orderCode(order),
  ty: order.orderType,
  tf: order.timeInForce,
  q: order.qty,
  bf: order.buyFlag,
  p: order.price,
  ex: order.expiresAt,
  co: order.clientOrderId,

  st: order.status,
  up: order.updatedAt,
  ss: order.sendState,
  at: order.attempt === null ? null : attemptToRow(order.attempt),
  le: order.lease === null ? null : { t: shortId(order.lease.token), u: order.lease.until },
  sb: order.sendBy,
  cr: order.cancelRequestedAt,
  cw: order.cancelReason,
  rc: order.rejectCode,
  rr: order.rejectReason,
  er: order.lastError,
  re: unlessZero(order.retries),

  vo: order.exchangeOrderId === null ? null : shortId(order.exchangeOrderId),
  vs: order.exchangeState,
  vf: unlessZero(order.exchangeFilledQty),

  tq: unlessZero(order.tradedQty),
  rq: unlessZero(order.reversedQty),
  pf: order.provisional === null ? null : { n: order.provisional.count, s: order.provisional.since },
  // Up to 22 digits: more than a double holds, so it travels as text.
  tc: order.tradedCost === 0n ? null : String(order.tradedCost),
  fe: unlessZero(order.feesPaid),
  fc: unlessZero(order.fillCount),
  wu: order.watchUntil,

  ...originToRow(order.origin),
  ms: order.maxSlippage,
  wd: unlessZero(order.widened),
  nh: unlessZero(order.notHeld),
  ci: order.complexOrderIds.length === 0 ? null : order.complexOrderIds.map(shortId),
  he: unlessFalse(order.held),
  to: order.notifiedState === '' ? null : order.notifiedState,
  wh: order.subscriberState === null ? null : true,
  v: version,
})

/** The order a row holds. */
export const rowToOrder = (row: Row): Order => {
  const { pk, lp, ls, su, x, sv, ca, n, sh, ty, tf, q, bf, p, ex, co, st, up, ss, at, le, ...rest } = parseRow(
    orderRow,
    row,
  )
  return {
    orderId: orderIdOf(pk),
    userId: orderListUserOf(lp),
    subaccountId: su,
    exchange: x,
    svcId: sv,
    customAssetId: ca,
    nativeId: n,
    shard: sh,
    orderType: ty,
    timeInForce: tf,
    qty: q,
    buyFlag: bf,
    price: p,
    expiresAt: ex,
    clientOrderId: co,
    createdAt: createdAtOf(ls),
    status: st,
    updatedAt: up,
    sendState: ss,
    attempt: at,
    lease: le,
    sendBy: rest.sb,
    cancelRequestedAt: rest.cr,
    cancelReason: rest.cw,
    rejectCode: rest.rc,
    rejectReason: rest.rr,
    lastError: rest.er,
    retries: rest.re,
    exchangeOrderId: rest.vo,
    exchangeState: rest.vs,
    exchangeFilledQty: rest.vf,
    tradedQty: rest.tq,
    reversedQty: rest.rq,
    provisional: rest.pf,
    tradedCost: rest.tc,
    feesPaid: rest.fe,
    fillCount: rest.fc,
    watchUntil: rest.wu,
    origin: rowToOrigin(rest),
    maxSlippage: rest.ms,
    widened: rest.wd,
    notHeld: rest.nh,
    complexOrderIds: rest.ci,
    held: rest.he,
    notifiedState: rest.to,
    subscriberState: rest.wh ? { knows: st } : null,
    ...rowToDates(rest),
    version: rest.v,
  }
}

const attemptToRow = (attempt: NonNullable<Order['attempt']>) => ({
  n: attempt.number,
  i: shortId(attempt.identity),
  p: attempt.payload,
  o: attempt.exchangeOrderIds.length === 0 ? null : attempt.exchangeOrderIds,
  s: attempt.sends,
  f: attempt.firstSentAt,
  l: attempt.lastSentAt,
  a: unlessFalse(attempt.arrived),
  r: attempt.refusal === null ? null : { c: attempt.refusal.code, r: attempt.refusal.reason },
})

const refusal = pipe(
  object({ c: string(), r: string() }),
  transform(({ c, r }) => ({ code: c, reason: r })),
)

const attempt = pipe(
  object({
    n: whole,
    i: id,
    p: string(),
    o: nullish(array(string()), []),
    s: whole,
    f: whole,
    l: whole,
    a: flag,
    r: nullish(refusal, null),
  }),
  transform(({ n, i, p, o, s, f, l, a, r }) => ({
    number: n,
    identity: i,
    payload: p,
    exchangeOrderIds: o,
    sends: s,
    firstSentAt: f,
    lastSentAt: l,
    arrived: a,
    refusal: r,
  })),
)

const lease = pipe(
  object({ t: id, u: whole }),
  transform(({ t, u }) => ({ token: t, until: u })),
)

const provisional = pipe(
  object({ n: whole, s: whole }),
  transform(({ n, s }) => ({ count: n, since: s })),
)

const orderRow = object({
  pk: string(),
  lp: string(),
  ls: string(),
  ...dateFields,
  su: id,
  x: exchangeValue,
  sv: whole,
  ca: nullish(id, null),
  n: string(),
  sh: count,
  ty: picklist(ORDER_TYPES),
  tf: picklist(TIMES_IN_FORCE),
  q: qtyValue,
  bf: boolean(),
  p: nullish(priceValue, null),
  ex: nullish(whole, null),
  co: nullish(string(), null),
  st: picklist(ORDER_STATUSES),
  up: whole,
  ss: picklist(['none', 'in_flight', 'unknown', 'acked']),
  at: nullish(attempt, null),
  le: nullish(lease, null),
  sb: nullish(whole, null),
  cr: nullish(whole, null),
  cw: nullish(string(), null),
  rc: nullish(string(), null),
  rr: nullish(string(), null),
  er: nullish(string(), null),
  re: count,
  vo: nullish(id, null),
  vs: nullish(picklist(['live', 'ended']), null),
  vf: optional(qtyValue, 0),
  tq: optional(qtyValue, 0),
  rq: optional(qtyValue, 0),
  pf: nullish(provisional, null),
  tc: pipe(
    optional(string(), '0'),
    transform((digits) => BigInt(digits)),
  ),
  fe: optional(moneyValue, 0),
  fc: count,
  wu: nullish(whole, null),
  ...originFields,
  ms: nullish(priceValue, null),
  wd: count,
  nh: optional(qtyValue, 0),
  ci: optional(array(id), []),
  he: flag,
  to: optional(string(), ''),
  wh: flag,
  v: whole,
})
