/** Money never goes through a float. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  averagePrice,
  exactCost,
  fromDecimal,
  type Price,
  price,
  type Qty,
  qty,
  toDecimal,
  toNumber,
} from '#domain/kernel/numbers.ts'
import { rounds } from '#test/support/run/plays.ts'

describe('millionths', () => {
  it.each([
    [420_000, '0.42', '0.4200'],
    [1, '0.000001', '0.000001'],
    [0, '0', '0.0000'],
    [10_000_000, '10', '10.0000'],
    [-1_500_000, '-1.5', '-1.5000'],
  ])('%i reads as %s, and with at least four decimals as %s', (millionths, text, padded) => {
    expect(toDecimal(millionths)).toBe(text)
    expect(toDecimal(millionths, 4)).toBe(padded)
    expect(String(toNumber(millionths))).toBe(String(Number(text)))
  })

  it('survive conversion to text and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e15, max: 1e15 }), (millionths) => {
        expect(fromDecimal(toDecimal(millionths))).toBe(millionths)
        expect(Math.round(toNumber(millionths) * 1e6)).toBe(millionths)
      }),
    )
  })

  it('read as exactly the number of their decimal text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2_000_000, max: 2_000_000 })), (millionths) => {
        expect(toNumber(millionths)).toBe(Number(toDecimal(millionths)))
      }),
      { numRuns: rounds(1_000) },
    )
    expect(toNumber(-0)).toBe(0)
  })

  it('add up exactly if floats do not', () => {
    expect(toNumber((fromDecimal('0.1') ?? 0) + (fromDecimal('0.2') ?? 0))).toBe(0.3)
  })

  it.each(['', '.5', '1e3', '0x1', '1.0000001', 'NaN', '1,5', '--1', ' 1'])('cannot be read from %j', (text) => {
    expect(fromDecimal(text)).toBeNull()
  })

  it('refuse values that are neither price nor quantity', () => {
    expect(() => price(1_000_001)).toThrow(RangeError)
    expect(() => price(0.5)).toThrow(RangeError)
    expect(() => qty(-1)).toThrow(RangeError)
  })
})

describe('the average price', () => {
  it('is exact to a millionth, rounded half up', () => {
    const cost = exactCost(410_000 as Price, 1_000_000 as Qty) + exactCost(400_000 as Price, 2_000_000 as Qty)
    expect(averagePrice(cost, 3_000_000 as Qty)).toBe(403_333)
    expect(averagePrice(0n, 0 as Qty)).toBeNull()
  })

  it('lies between the best and the worst fill', () => {
    const fills = fc.array(fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 1e15 })), {
      minLength: 1,
    })
    fc.assert(
      fc.property(fills, (traded) => {
        const cost = traded.reduce((sum, [at, amount]) => sum + exactCost(at as Price, amount as Qty), 0n)
        const total = traded.reduce((sum, [, amount]) => sum + amount, 0)
        fc.pre(Number.isSafeInteger(total))
        const average = averagePrice(cost, total as Qty) ?? -1
        expect(average).toBeGreaterThanOrEqual(Math.min(...traded.map(([at]) => at)))
        expect(average).toBeLessThanOrEqual(Math.max(...traded.map(([at]) => at)))
      }),
    )
  })
})
