/** A fill as a row beside its order, and back. */

import { boolean, object, optional, picklist, string } from 'valibot'
import { FILL_STATUSES, type Fill } from '#domain/orders/fill.ts'
import type { Row } from '../engine/attributes.ts'
import {
  FOREIGN,
  fillIdOf,
  fillKey,
  fillListPartition,
  fillSort,
  foreignFillKey,
  type Key,
  LETTERS,
  orderIdOf,
} from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { exchangeValue, flag, id, moneyValue, priceValue, qtyValue, unlessFalse, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'

export const fillToRow = (fill: Fill): Row & Key => ({
  ...(fill.orderId === null
    ? foreignFillKey(fill.subaccountId, fill.exchange, fill.fillId)
    : fillKey(fill.orderId, fill.fillId)),
  su: shortId(fill.subaccountId),
  sv: fill.svcId,
  x: LETTERS[fill.exchange],
  xo: shortId(fill.exchangeOrderId),
  // Left out where it is the fill's own id, as on EXCHANGE_A.
  xt: fill.exchangeTradeId === fill.fillId ? null : shortId(fill.exchangeTradeId),
  xa: fill.exchangeAt,
  p: fill.price,
  q: fill.qty,
  fe: fill.fee,
  bf: fill.buyFlag,
  mk: unlessFalse(fill.isMaker),
  st: fill.status,
})

/** As it stands in the table, where it can be listed; with the customer's own name for its order. */
export const listedFillToRow = (fill: Fill, clientOrderId: string | null): Row & Key => ({
  ...fillToRow(fill),
  lp: fillListPartition(fill.subaccountId),
  ls: fillSort(fill.exchangeAt, fill.fillId),
  co: clientOrderId,
})

export const clientOrderIdOf = ({ co }: Row): string | null => (typeof co === 'string' ? co : null)

export const rowToFill = (row: Row): Fill => {
  const { pk, sk, su, sv, x, xo, xt, xa, p, q, fe, bf, mk, st } = parseRow(fillRow, row)
  const fillId = fillIdOf(sk)
  return {
    fillId,
    orderId: pk.startsWith(FOREIGN) ? null : orderIdOf(pk),
    subaccountId: su,
    svcId: sv,
    exchange: x,
    exchangeOrderId: xo,
    exchangeTradeId: xt ?? fillId,
    exchangeAt: xa,
    price: p,
    qty: q,
    fee: fe,
    buyFlag: bf,
    isMaker: mk,
    status: st,
  }
}

const fillRow = object({
  pk: string(),
  sk: string(),
  su: id,
  sv: whole,
  x: exchangeValue,
  xo: id,
  xt: optional(id),
  xa: whole,
  p: priceValue,
  q: qtyValue,
  fe: moneyValue,
  bf: boolean(),
  mk: flag,
  st: picklist(FILL_STATUSES),
})
