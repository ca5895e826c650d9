/** The price at which a position is valued. */

import { describe, expect, it } from 'vitest'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import { valuation } from '#domain/markets/mark-price.ts'

const at = (value: number | null, contracts = 10) =>
  value === null ? null : { price: price(Math.round(value * ONE)), qty: qty(contracts * ONE) }

describe('a position is valued at', () => {
  it.each([
    ['the middle of a book that belongs together', 0.4, 0.5, 0.9, 10, 0.45],
    ['the last trade where the book is wider than ten cents', 0.4, 0.51, 0.48, 10, 0.48],
    ['the bid where the last trade was below it', 0.4, 0.6, 0.2, 10, 0.4],
    ['the ask where the last trade was above it', 0.4, 0.6, 0.9, 10, 0.6],
    ['the last trade where nobody bids or offers', null, null, 0.3, 10, 0.3],
    ['the bid, where YES would be sold, without a trade', 0.4, 0.6, null, 10, 0.4],
    ['the ask, where NO would be sold, without a trade', 0.4, 0.6, null, -10, 0.6],
    ['nothing where nothing is told', null, null, null, 10, null],
    ['nothing where only the other side is offered', null, 0.6, null, 10, null],
  ])('%s', (_what, bid, ask, last, position, valued) => {
    const found = valuation({ bid: at(bid), ask: at(ask), lastPrice: at(last)?.price ?? null }, position)
    expect(found === null ? null : found / ONE).toBe(valued)
  })

  it('no level of size 0', () => {
    expect(valuation({ bid: at(0.4, 0), ask: at(0.5), lastPrice: null }, 10)).toBeNull()
  })
})
