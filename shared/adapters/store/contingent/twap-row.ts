/** What a TWAP has of its own in its row, and back. A slice is a short list, because there may be hundreds. */

import { array, boolean, nullish, object, optional, pipe, string, transform, tuple } from 'valibot'
import type { ComplexOrderBase } from '#domain/contingent/complex-order-base.ts'
import type { TwapOrder, TwapSlice } from '#domain/twap/twap-order.ts'
import type { Row, Value } from '../engine/attributes.ts'
import { parseRow } from '../engine/parse-row.ts'
import { count, id, priceValue, qtyValue, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'

export const twapToRow = ({ terms, startedAt, slicesDone, slices }: TwapOrder): Row => ({
  bf: terms.buyFlag,
  tm: {
    q: terms.totalQty,
    d: terms.durationMs,
    n: terms.slices,
    p: terms.limitPrice,
    s: terms.maxSlippage,
    r: terms.randomize,
  },
  sa: startedAt,
  sd: slicesDone,
  sl: slices.length === 0 ? null : slices.map(sliceToRow),
})

export const rowToTwap = (row: Row): Omit<TwapOrder, keyof ComplexOrderBase | 'kind' | 'subtype'> => {
  const { bf, tm, sa, sd, sl } = parseRow(twapRow, row)
  return { terms: { ...tm, buyFlag: bf }, startedAt: sa, slicesDone: sd, slices: sl }
}

const sliceToRow = ({ orderId, qty, tradedQty, tradedCost, state }: TwapSlice): readonly Value[] => [
  shortId(orderId),
  qty,
  tradedQty,
  String(tradedCost),
  STATES.indexOf(state),
]

const STATES = ['open', 'settling', 'watched', 'done'] as const

const slice = pipe(
  tuple([id, qtyValue, qtyValue, string(), whole]),
  transform(
    ([orderId, qty, tradedQty, cost, state]): TwapSlice => ({
      orderId,
      qty,
      tradedQty,
      tradedCost: BigInt(cost),
      state: STATES[state] ?? 'open',
    }),
  ),
)

const terms = pipe(
  object({
    q: qtyValue,
    d: whole,
    n: whole,
    p: nullish(priceValue, null),
    s: nullish(priceValue, null),
    r: boolean(),
  }),
  transform(({ q, d, n, p, s, r }) => ({
    totalQty: q,
    durationMs: d,
    slices: n,
    limitPrice: p,
    maxSlippage: s,
    randomize: r,
  })),
)

const twapRow = object({
  bf: boolean(),
  tm: terms,
  sa: nullish(whole, null),
  sd: count,
  sl: optional(array(slice), []),
})
