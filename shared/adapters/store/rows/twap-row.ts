/** Own attributes of a TWAP in its row. A slice is a short list, because there may be hundreds. */

import type { TwapOrder, TwapSlice } from '#domain/twap/twap-order.ts'
import { by, count, exact, id, listOrNone, orNull, priceValue, qtyValue, whole, yesNo } from '../engine/codecs.ts'
import { mapOf, partOf, type Row, seriesOf } from '../engine/rows.ts'

type Own = Pick<TwapOrder, 'terms' | 'startedAt' | 'slicesDone' | 'slices'>

/** Own attributes of a TWAP. */
export const twapToRow = (twap: Own): Row => TWAP.write({ ...twap, buyFlag: twap.terms.buyFlag })

/** Reads the same attributes of a row. */
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
  // Stored as `bf` for the filters of lists.
  buyFlag: ['bf', yesNo],
  terms: ['tm', TERMS],
  startedAt: ['sa', orNull(whole)],
  slicesDone: ['sd', count],
  slices: ['sl', listOrNone(SLICE)],
})

/** Names of a TWAP's own attributes. */
export const TWAP_ATTRIBUTES = TWAP.attributes
