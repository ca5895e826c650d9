/** Rows of the fills of tagged orders, by subaccount and tag. They find the fills, and hold the numbers for the P&L. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { FILL_STATUSES, type Fill } from '#domain/orders/fills/fill.ts'
import type { TaggedFill } from '#domain/portfolio/tag-pnl.ts'
import { exchangeValue, id, moneyValue, oneOf, priceValue, qtyValue, text, whole, yesNo } from '../engine/codecs.ts'
import { fillKey, fillSort, type Key, taggedFillPartition, taggedFillPrefix, tagOfFillSort } from '../engine/keys.ts'
import { partOf, type Row, readRow } from '../engine/rows.ts'
import type { Change } from '../engine/table-writes.ts'

/** Changes that store the fills by the tag of their order, in the transaction of the fills; none without a tag. */
export const taggedFillChanges = ({ tag, orderId }: PlacedOrder, fills: readonly Fill[]): readonly Change[] =>
  tag === null ? [] : fills.map((fill) => ({ put: taggedFillToRow({ ...fill, orderId, tag }), expect: 'anything' }))

const taggedFillToRow = (fill: TaggedFill): Row & Key => ({
  ...TAGGED.write(fill),
  pk: taggedFillPartition(fill.subaccountId),
  sk: `${taggedFillPrefix(fill.tag)}${fillSort(fill.exchangeAt, fill.fillId)}`,
})

/** Reads the numbers of a fill. */
export const rowToTaggedFill = (row: Row): TaggedFill =>
  readRow(row, () => ({ ...TAGGED.read(row), tag: tagOfFillSort(String(row['sk'])) }))

/** Key of the fill that the row finds. */
export const taggedFillKey = (row: Row): Key =>
  readRow(row, () => {
    const { orderId, fillId } = PLACE.read(row)
    return fillKey(orderId, fillId)
  })

/** Attributes that `taggedFillKey` reads. */
export const TAGGED_PLACE = ['sk', 'o', 'i']

const PLACE_FIELDS = { orderId: ['o', id], fillId: ['i', text] } as const
const PLACE = partOf(PLACE_FIELDS)

const TAGGED = partOf({
  ...PLACE_FIELDS,
  subaccountId: ['su', id],
  svcId: ['sv', whole],
  exchange: ['x', exchangeValue],
  exchangeAt: ['xa', whole],
  price: ['p', priceValue],
  qty: ['q', qtyValue],
  fee: ['fe', moneyValue],
  buyFlag: ['bf', yesNo],
  status: ['st', oneOf(FILL_STATUSES)],
})
