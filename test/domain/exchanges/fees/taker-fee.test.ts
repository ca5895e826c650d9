/** The fees takers pay, by each exchange's published formula and rounding. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takerFeeExchangeB } from '#domain/exchanges/fees/exchange-b.ts'
import { allInPrice, takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'

const KALSHI = { exchange: 'EXCHANGE_A', feeTerms: { rate: 70_000, exponent: 1 } } as const
const POLYMARKET = { exchange: 'EXCHANGE_B', feeTerms: { rate: 50_000, exponent: 1 } } as const
const fill = (cents: number, contracts: number) => ({
  price: price(Math.round(cents * 10_000)),
  qty: qty(Math.round(contracts * ONE)),
})

describe('the fee of a taker on EXCHANGE_A', () => {
  // The first two were charged so (Kalshi reference, section 10); the others are 0.07 × C × P × (1 − P) by hand.
  it.each([
    ['one contract at 52 cents', [fill(52, 1)], 17_500],
    ['one contract at 99 cents', [fill(99, 1)], 700],
    ['a hundred at a half', [fill(50, 100)], 1_750_000],
    ['a hundredth at 1 cent', [fill(1, 0.01)], 100],
    ['a hundredth at a half', [fill(50, 0.01)], 200],
  ])('of %s', (_case, fills, fee) => {
    expect(takerFee(KALSHI, true, fills)).toBe(fee)
    expect(takerFee(KALSHI, false, fills)).toBe(fee)
  })

  it('returns the earlier roundings of one order in whole steps', () => {
    // 0.0693 cents each, rounded up to 0.07 alone: ten of them are 0.693 cents, charged 0.70.
    expect(
      takerFee(
        KALSHI,
        true,
        Array.from({ length: 10 }, () => fill(99, 1)),
      ),
    ).toBe(7_000)
    // 0.000007 each, charged 0.0001 at first; the rest is paid from earlier roundings.
    const specks = Array.from({ length: 14 }, () => fill(99, 0.01))
    expect(takerFee(KALSHI, true, specks)).toBe(100)
  })

  it('is never below zero for a fill, whatever earlier fills have to get back', () => {
    // 0.0001 and 0.00005 by hand: the whole step that rounding has taken by then is more than the second fill is charged.
    expect(takerFee(KALSHI, false, [fill(1, 0.01)])).toBe(100)
    expect(takerFee(KALSHI, false, [fill(1, 0.01), fill(1.5, 0.01)])).toBe(150)
  })

  it('is scaled by the multiplier of the series, and zero if that is zero', () => {
    const half = { ...KALSHI, feeTerms: { rate: 35_000, exponent: 1 } }
    expect(takerFee(half, true, [fill(50, 100)])).toBe(875_000)
    expect(takerFee({ ...KALSHI, feeTerms: { rate: 0, exponent: 1 } }, true, [fill(50, 100)])).toBe(0)
  })

  it('exceeds the formula by less than two steps, plus one for each fill too small to return one', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 1e6 })), { maxLength: 12 }),
        (buyFlag, takes) => {
          const fills = takes.map(([at, lots]) => fill(at / 10, lots / 100))
          const formula = fills.map(({ price: p, qty: q }) => (0.07 * q * p * (ONE - p)) / ONE / ONE)
          const real = formula.reduce((sum, one) => sum + one, 0)
          // The fee of a fill is never below 0 (Kalshi reference, section 10): its rounding is carried on, and the order may end.
          const small = formula.filter((one) => one < 100).length
          const fee = takerFee(KALSHI, buyFlag, fills)
          expect(fee).toBeGreaterThanOrEqual(real - 1)
          expect(fee).toBeLessThan(real + 200 + 100 * small + fills.length)
        },
      ),
      {
        examples: [
          [
            true,
            [
              [6, 40_286],
              [999, 18],
              [1, 1],
            ],
          ],
        ],
      },
    )
  })
})

describe('the fee of a taker on EXCHANGE_B', () => {
  // Polymarket reference, section 8.1: the worked figures for 100 shares at 0.50.
  it.each([
    [70_000, 1_750_000],
    [50_000, 1_250_000],
    [40_000, 1_000_000],
    [0, 0],
  ])('at a rate of %i millionths is %i for a hundred shares at a half', (rate, fee) => {
    expect(takerFeeExchangeB(qty(100 * ONE), price(500_000), { rate, exponent: 1 })).toBe(fee)
  })

  it('is floored to five decimals, and is the same for both tokens', () => {
    expect(takerFeeExchangeB(qty(10_000), price(10_000), { rate: 50_000, exponent: 1 })).toBe(0)
    expect(takerFeeExchangeB(qty(7_330_000), price(410_000), { rate: 50_000, exponent: 1 })).toBe(88_650)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e12 }),
        fc.integer({ min: 0, max: ONE }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 3 }),
        (shares, at, rate, exponent) => {
          const fee = takerFeeExchangeB(qty(shares), price(at), { rate, exponent })
          const real = (shares / ONE) * (rate / ONE) * ((at / ONE) * (1 - at / ONE)) ** exponent
          expect(fee % 10).toBe(0)
          expect(fee / ONE).toBeLessThanOrEqual(real + real * 1e-9)
          expect(fee / ONE).toBeGreaterThan(real - 0.000_010_1 - real * 1e-9)
          expect(takerFeeExchangeB(qty(shares), price(ONE - at), { rate, exponent })).toBe(fee)
        },
      ),
    )
  })
})

describe('the fee of a taker', () => {
  it('is never below 0, whatever rounding returns', () => {
    const takes = fc.array(fc.tuple(fc.integer({ min: 0, max: ONE }), fc.integer({ min: 0, max: 2e9 })), {
      maxLength: 8,
    })
    const rate = fc.integer({ min: 0, max: 100_000 })
    const exponent = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(fc.constantFrom(KALSHI, POLYMARKET), rate, exponent, fc.boolean(), takes, (market, ...drawn) => {
        const [ofMarket, power, buyFlag, levels] = drawn
        const fills = levels.map(([at, amount]) => ({ price: price(at), qty: qty(amount) }))
        const charged = takerFee({ ...market, feeTerms: { rate: ofMarket, exponent: power } }, buyFlag, fills)
        expect(charged).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('the price of a contract with its fee', () => {
  it('is above the price for a buyer and below it for a seller', () => {
    const scale = BigInt(ONE) ** 2n
    expect(allInPrice(KALSHI, true, price(500_000))).toBe(517_500n * scale)
    expect(allInPrice(KALSHI, false, price(500_000))).toBe(482_500n * scale)
    expect(allInPrice(POLYMARKET, true, price(500_000))).toBe(512_500n * scale)
    expect(allInPrice({ ...POLYMARKET, feeTerms: { rate: 250_000, exponent: 2 } }, true, price(500_000))).toBe(
      515_625n * scale,
    )
  })
})
