/** A MARKET order goes out as a limit just beyond the level it needs. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Price, Qty } from '#domain/kernel/numbers.ts'
import { clipToGrid, onGrid, type PriceRange } from '#domain/markets/market.ts'
import { bookLimit } from '#domain/orders/price/book-limit.ts'

const cents: PriceRange = { start: 0 as Price, end: 1_000_000 as Price, step: 10_000 as Price }
const market = { priceRanges: [cents] }
const level = (at: number, count: number) => ({ price: (at * 10_000) as Price, qty: (count * 1_000_000) as Qty })
const ten = 10_000_000 as Qty
const SLIPPAGE = 20_000

describe('the limit from the book', () => {
  it.each([
    ['one level is enough', [level(42, 10)], true, 440_000],
    ['the worst level needed counts', [level(42, 4), level(45, 6), level(60, 100)], true, 470_000],
    ['a thin book is taken to its last level', [level(42, 1), level(50, 1)], true, 520_000],
    ['a sell goes down', [level(42, 10)], false, 400_000],
    ['it stays below one', [level(99, 10)], true, 990_000],
    ['it stays above zero', [level(1, 10)], false, 10_000],
  ])('when %s', (_case, levels, buy, expected) => {
    expect(bookLimit(market, levels, ten, buy, SLIPPAGE)).toBe(expected)
  })

  it('does not exist if the book has no counterparty', () => {
    expect(bookLimit(market, [], ten, true, SLIPPAGE)).toBeNull()
  })

  it('is on the grid and reaches the first level, on any grid', () => {
    const grids = fc.constantFrom<readonly PriceRange[]>(
      [cents],
      [{ ...cents, step: 1_000 as Price }],
      [
        { start: 0 as Price, end: 100_000 as Price, step: 1_000 as Price },
        { start: 100_000 as Price, end: 900_000 as Price, step: 10_000 as Price },
        { start: 900_000 as Price, end: 1_000_000 as Price, step: 1_000 as Price },
      ],
    )
    fc.assert(
      fc.property(
        grids,
        fc.integer({ min: 1, max: 99 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 90_000 }),
        (priceRanges, at, buy, slip) => {
          const found = bookLimit({ priceRanges }, [level(at, 1)], ten, buy, slip) ?? -1
          expect(onGrid({ priceRanges }, found as Price)).toBe(true)
          expect(buy ? found >= at * 10_000 : found <= at * 10_000).toBe(true)
          expect(Math.abs(found - at * 10_000)).toBeLessThanOrEqual(slip)
        },
      ),
    )
  })
})

describe('the end of the grid', () => {
  it('is the last price strictly inside 0 to 1', () => {
    expect(clipToGrid(market, 1_000_000, true)).toBe(990_000)
    expect(clipToGrid(market, 0, false)).toBe(10_000)
    expect(clipToGrid({ priceRanges: [{ ...cents, step: 1_000_000 as Price }] }, 1_000_000, true)).toBeNull()
  })
})
