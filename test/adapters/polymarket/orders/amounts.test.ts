import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Amounts,
  fokBuyAmounts,
  limitAmounts,
  marketSellAmounts,
} from '#adapters/exchanges/polymarket/orders/amounts.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'

/** Millionths of a decimal text, without a float on the way. */
const millionths = (text: string): number => {
  const [whole = '', fraction = ''] = text.split('.')
  return Number(`${whole}${fraction.padEnd(6, '0')}`)
}
const at = (text: string) => price(millionths(text))
const of = (text: string) => qty(millionths(text))
const decimalsOf = (amount: bigint): number => amount.toString().padStart(7, '0').slice(-6).replace(/0+$/, '').length

/** Per tick: the decimals the exchange takes of a limit order's dollars (Polymarket reference, section 3.4). */
const DECIMALS_PER_TICK = [
  ['0.1', 3],
  ['0.01', 4],
  ['0.005', 5],
  ['0.001', 5],
  ['0.0025', 6],
  ['0.0001', 6],
] as const
const TICKS = DECIMALS_PER_TICK.map(([tick]) => tick)

const onTick = (tick: string) => fc.integer({ min: 1, max: ONE / at(tick) - 1 }).map((steps) => price(steps * at(tick)))
const anyPrice = fc.constantFrom(...TICKS).chain((tick) => onTick(tick).map((value) => ({ tick: at(tick), value })))
const anySize = fc.integer({ min: 1, max: 100_000_000_000 }).map((cents) => qty(cents * 10_000))

describe('a limit order', () => {
  it.each([
    ['BUY', '0.57', '3.33', 1_898_100n, 3_330_000n],
    ['SELL', '0.345', '7.77', 7_770_000n, 2_680_650n],
    ['BUY', '0.0025', '19.99', 49_975n, 19_990_000n],
    ['BUY', '0.1', '1.23', 123_000n, 1_230_000n],
    ['BUY', '0.52', '10', 5_200_000n, 10_000_000n],
    ['SELL', '0.0001', '0.01', 10_000n, 1n],
    ['BUY', '0.9999', '1000000000', 999_900_000_000_000n, 1_000_000_000_000_000n],
  ] as const)('%s at %s of %s gives and wants exactly its product', (side, limit, size, makerAmount, takerAmount) => {
    expect(limitAmounts(side, at(limit), of(size))).toEqual({ makerAmount, takerAmount })
  })

  it.each(DECIMALS_PER_TICK)('a price on tick %s never has more than %i decimals of dollars', (tick, decimals) => {
    fc.assert(
      fc.property(onTick(tick), anySize, (limit, size) => {
        const dollars = limitAmounts('BUY', limit, size)?.makerAmount ?? -1n
        expect(dollars).toBeGreaterThan(0n)
        expect(decimalsOf(dollars)).toBeLessThanOrEqual(decimals)
      }),
    )
  })

  it('implies its price and size exactly, a buy and a sell the same two amounts the other way round', () => {
    fc.assert(
      fc.property(anyPrice, anySize, ({ value }, size) => {
        const buy = limitAmounts('BUY', value, size)
        expect(buy?.takerAmount).toBe(BigInt(size))
        expect((buy?.makerAmount ?? 0n) * BigInt(ONE)).toBe(BigInt(value) * BigInt(size))
        const sell = limitAmounts('SELL', value, size)
        expect(sell).toEqual({ makerAmount: buy?.takerAmount, takerAmount: buy?.makerAmount })
      }),
    )
  })

  it('a price finer than any tick has no amounts if the product is not whole', () => {
    expect(limitAmounts('BUY', price(123_456), of('0.01'))).toBeNull()
    expect(limitAmounts('BUY', price(123_456), of('1'))).toEqual({ makerAmount: 123_456n, takerAmount: 1_000_000n })
  })
})

describe('a market sell', () => {
  it.each([
    ['0.57', '3.33', 3_330_000n, 1_898_100n],
    ['0.345', '7.77', 7_770_000n, 2_680_600n],
    ['0.0001', '123.45', 123_450_000n, 12_300n],
    ['0.9975', '5.01', 5_010_000n, 4_997_400n],
  ])('a sell at %s of %s asks for dollars of 4 decimals, rounded down', (limit, size, makerAmount, takerAmount) => {
    expect(marketSellAmounts(at(limit), of(size))).toEqual({ makerAmount, takerAmount })
  })

  it('sells the whole size, and from one share on brings no lower price of the tick into reach', () => {
    fc.assert(
      fc.property(anyPrice, anySize, ({ tick, value }, size) => {
        const amounts = marketSellAmounts(value, size)
        fc.pre(amounts !== null && size >= ONE)
        const { makerAmount, takerAmount }: Amounts = amounts ?? { makerAmount: 0n, takerAmount: 0n }
        expect(makerAmount).toBe(BigInt(size))
        expect(decimalsOf(takerAmount)).toBeLessThanOrEqual(4)
        expect(takerAmount * BigInt(ONE)).toBeLessThanOrEqual(BigInt(value) * makerAmount)
        expect(takerAmount * BigInt(ONE)).toBeGreaterThan(BigInt(value - tick) * makerAmount)
      }),
    )
  })

  it('worth less than 0.0001 dollars has no amounts, as it would ask for nothing', () => {
    expect(marketSellAmounts(at('0.0001'), of('0.99'))).toBeNull()
    expect(marketSellAmounts(at('0.0001'), of('1'))).toEqual({ makerAmount: 1_000_000n, takerAmount: 100n })
  })
})

describe('a fill-or-kill buy', () => {
  it.each([
    ['0.57', '100', 57_000_000n, 100_000_000n],
    ['0.5', '0.02', 10_000n, 20_000n],
    ['0.985', '10', 9_850_000n, 10_000_000n],
    ['0.0025', '4', 10_000n, 4_000_000n],
  ])('a buy at %s of %s spends whole cents', (limit, size, makerAmount, takerAmount) => {
    expect(fokBuyAmounts(at(limit), of(size))).toEqual({ makerAmount, takerAmount })
  })

  it.each([
    ['0.57', '3.33'],
    ['0.57', '17.54'],
    ['0.985', '10.13'],
    ['0.0001', '99.99'],
  ])('a buy at %s of %s cannot be expressed in whole cents', (limit, size) => {
    expect(fokBuyAmounts(at(limit), of(size))).toBeNull()
  })

  it('has two decimals of dollars and four of shares, and their ratio is its price', () => {
    fc.assert(
      fc.property(anyPrice, anySize, ({ value }, size) => {
        const amounts = fokBuyAmounts(value, size)
        const exact = (BigInt(value) * BigInt(size)) % 10_000_000_000n === 0n
        expect(amounts !== null).toBe(exact)
        if (amounts === null) return
        expect(decimalsOf(amounts.makerAmount)).toBeLessThanOrEqual(2)
        expect(decimalsOf(amounts.takerAmount)).toBeLessThanOrEqual(4)
        expect(amounts.makerAmount * BigInt(ONE)).toBe(BigInt(value) * amounts.takerAmount)
      }),
    )
  })
})

describe('no order of any kind has amounts', () => {
  const kinds = [
    ['limit buy', (limit: string, size: string) => limitAmounts('BUY', at(limit), of(size))],
    ['limit sell', (limit: string, size: string) => limitAmounts('SELL', at(limit), of(size))],
    ['market sell', (limit: string, size: string) => marketSellAmounts(at(limit), of(size))],
    ['fill-or-kill buy', (limit: string, size: string) => fokBuyAmounts(at(limit), of(size))],
  ] as const

  it.each(kinds)('a size that is not whole cents of a share has no amounts: %s', (_, amounts) => {
    for (const size of ['3.333', '7.777', '1.23456', '17.5438', '0.009', '0.000001']) {
      expect(amounts('0.5', size)).toBeNull()
    }
  })

  it.each(kinds)('a zero size, a zero price or a price of a whole dollar has no amounts: %s', (_, amounts) => {
    expect(amounts('0.5', '0')).toBeNull()
    expect(amounts('0', '10')).toBeNull()
    expect(amounts('1', '10')).toBeNull()
    expect(amounts('0.5', '10')).not.toBeNull()
  })
})
