/** A side of the book is a fixed number of rows, each with the depth up to it and the user's own part. */

import { describe, expect, it } from 'vitest'
import { RUNGS, rungsOf } from '#client/console/pages/market/book/rungs-of.ts'

describe('the rows of a side of the book', () => {
  it('are as many as ever, whatever the book holds', () => {
    expect(rungsOf([], [])).toEqual(Array.from({ length: RUNGS }, () => null))
    const deep = Array.from({ length: 40 }, (_, depth) => ({ price: 0.4 - depth / 100, qty: 1 }))
    expect(rungsOf(deep, [])).toHaveLength(RUNGS)
  })

  it('count the contracts of all better levels too', () => {
    const [best, next, third] = rungsOf(
      [
        { price: 0.4, qty: 10 },
        { price: 0.39, qty: 25 },
      ],
      [],
    )
    expect([best?.total, next?.total, third]).toEqual([10, 35, null])
  })

  it('tell how many contracts at a price are still to fill for the user', () => {
    const own = [
      { price: 0.39, qty: 10, traded_qty: 4 },
      { price: 0.39, qty: 5, traded_qty: 0 },
      { price: null, qty: 7, traded_qty: 0 },
    ]
    const rungs = rungsOf(
      [
        { price: 0.4, qty: 10 },
        { price: 0.39, qty: 25 },
      ],
      own,
    )
    expect(rungs.slice(0, 2).map((rung) => rung?.own)).toEqual([0, 11])
  })
})
