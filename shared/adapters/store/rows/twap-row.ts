/** What a TWAP has of its own in its row, and back. A slice is a short list, because there may be hundreds. */

import type { TwapOrder, TwapSlice } from '#domain/twap/twap-order.ts'
import { by, count, exact, id, listOrNone, orNull, priceValue, qtyValue, whole, yesNo } from '../engine/codecs.ts'
import { mapOf, partOf, type Row, seriesOf } from '../engine/rows.ts'

type Own = Pick<TwapOrder, 'terms' | 'startedAt' | 'slicesDone' | 'slices'>

/** What a TWAP has of its own, as attributes. */
export const twapToRow = (twap: Own): Row => TWAP.write({ ...twap, buyFlag: twap.terms.buyFlag })

/** The same of a row. */
export const rowToTwap = (row: Row): Own => {
  const { buyFlag, terms, ...twap } = TWAP.read(row)
  return { ...twap, terms: { ...terms, buyFlag } }
}

const STATES: readonly TwapSlice['state'][] = ['open', 'settling', 'watched', 'done']

const SLICE = seriesOf<TwapSlice>({
  orderId: id,
  qty: qtyValue,
  tradedQty: qtyValue,
  tradedCost: exact,
  state: by(
    whole,
    (state) => STATES.indexOf(state),
    (place) => STATES[place] ?? 'open',
  ),
})

const TERMS = mapOf({
  totalQty: ['q', qtyValue],
  durationMs: ['d', whole],
  slices: ['n', whole],
  limitPrice: ['p', orNull(priceValue)],
  maxSlippage: ['s', orNull(priceValue)],
  randomize: ['r', yesNo],
})

const TWAP = partOf({
  // As `bf` for the filters of lists.
  buyFlag: ['bf', yesNo],
  terms: ['tm', TERMS],
  startedAt: ['sa', orNull(whole)],
  slicesDone: ['sd', count],
  slices: ['sl', listOrNone(SLICE)],
})

/** The attributes of what a TWAP has of its own. */
export const TWAP_ATTRIBUTES = TWAP.attributes
