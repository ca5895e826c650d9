/** Row of a fill, beside its order. */

import { FILL_STATUSES, type Fill, type FillContext } from '#domain/orders/fills/fill.ts'
import {
  exchangeValue,
  flag,
  id,
  moneyValue,
  oneOf,
  orNull,
  priceValue,
  qtyValue,
  text,
  whole,
  yesNo,
} from '../engine/codecs.ts'
import { EXTERNAL, externalFillKey, fillKey, fillListPartition, fillSort, idOf, type Key } from '../engine/keys.ts'
import { partOf, type Row, readRow, rowBeside } from '../engine/rows.ts'
import { LABEL } from './label-codec.ts'

/** Row of a fill, beside its order or under its account. */
export const fillToRow = (fill: Fill): Row & Key => ({
  ...FILL.write(fill),
  ...(fill.orderId === null
    ? externalFillKey(fill.subaccountId, fill.exchange, fill.fillId)
    : fillKey(fill.orderId, fill.fillId)),
  // Left out if it equals the fill's own id, as on EXCHANGE_A.
  xt: fill.exchangeTradeId === fill.fillId ? null : id.write(fill.exchangeTradeId),
})

/** Row of a fill that lists show, with the fields of its order that they show. */
export const listedFillToRow = (fill: Fill, { clientOrderId, tag, label }: FillContext): Row & Key => ({
  ...fillToRow(fill),
  lp: fillListPartition(fill.subaccountId),
  ls: fillSort(fill.exchangeAt, fill.fillId),
  ...CONTEXT.write({ clientOrderId, tag, label }),
})

/** Fields of its order that a listed fill shows. */
export const rowToContext = (row: Row): FillContext => readRow(row, () => CONTEXT.read(row))

const CONTEXT = partOf<FillContext>({
  clientOrderId: ['co', orNull(text)],
  tag: ['tg', orNull(text)],
  label: ['lb', LABEL],
})

/** Reads the fill of a row. */
export const rowToFill = (row: Row): Fill =>
  readRow(row, () => {
    const fillId = idOf(String(row['sk']))
    const pk = String(row['pk'])
    return {
      ...FILL.read(row),
      fillId,
      orderId: orderIdOfFill(pk),
      exchangeTradeId: orNull(id).read(row['xt']) ?? fillId,
    }
  })

/** Order of a fill with that partition key; null for a trade that was not made through us. */
export const orderIdOfFill = (pk: string): string | null => (pk.startsWith(EXTERNAL) ? null : idOf(pk))

const FILL = rowBeside([...CONTEXT.attributes, 'xt'], {
  subaccountId: ['su', id],
  svcId: ['sv', whole],
  exchange: ['x', exchangeValue],
  exchangeOrderId: ['xo', id],
  exchangeAt: ['xa', whole],
  price: ['p', priceValue],
  qty: ['q', qtyValue],
  fee: ['fe', moneyValue],
  buyFlag: ['bf', yesNo],
  isMaker: ['mk', flag],
  status: ['st', oneOf(FILL_STATUSES)],
})
