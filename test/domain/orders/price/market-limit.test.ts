/** The limit of an order that is priced from the book, if the stored grid is older than the book. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Price, Qty } from '#domain/kernel/numbers.ts'
import type { PriceRange } from '#domain/markets/market.ts'
import { marketLimit } from '#domain/orders/price/market-limit.ts'
import { isBeyond, NO_BOUNDS } from '#domain/orders/price/price-bounds.ts'

const cents: PriceRange = { start: 0 as Price, end: 1_000_000 as Price, step: 10_000 as Price }
const market = { priceRanges: [cents] }
const level = (mills: number) => ({ price: (mills * 1_000) as Price, qty: 10_000_000 as Qty })
const order = (buyFlag: boolean, more: object = {}) => ({
  qty: 10_000_000 as Qty,
  buyFlag,
  price: null,
  ...NO_BOUNDS,
  ...more,
})
const SLIPPAGE = 20_000

describe('the limit of a MARKET order on a grid that was refined after it was stored', () => {
  it('reaches the best level', () => {
    expect(marketLimit(market, [level(995)], order(true), SLIPPAGE)).toEqual({ kind: 'price', price: 995_000 })
    expect(marketLimit(market, [level(4)], order(false), SLIPPAGE)).toEqual({ kind: 'price', price: 4_000 })
  })

  it('reaches the levels within its bounds, and none beyond', () => {
    const bounded = order(true, { qty: 30_000_000, protectionPrice: 995_000 })
    const levels = [level(993), level(995), level(997)]
    expect(marketLimit(market, levels, bounded, SLIPPAGE)).toEqual({ kind: 'price', price: 995_000 })
    const slips = order(true, { qty: 30_000_000, maxSlippage: 3_000 })
    expect(marketLimit(market, levels, slips, SLIPPAGE)).toEqual({ kind: 'price', price: 995_000 })
  })

  it('always reaches the levels that fill it, and never passes a bound', () => {
    const mills = fc.integer({ min: 1, max: 999 })
    const bound = fc.option(mills.map((at) => (at * 1_000) as Price))
    fc.assert(
      fc.property(mills, fc.boolean(), bound, bound, (at, buyFlag, maxSlippage, protectionPrice) => {
        const best = level(at)
        const found = marketLimit(market, [best], order(buyFlag, { maxSlippage, protectionPrice }), SLIPPAGE)
        expect(found.kind).toBe(isBeyond(best.price, protectionPrice ?? best.price, buyFlag) ? 'beyond' : 'price')
        if (found.kind !== 'price') return
        expect(isBeyond(best.price, found.price, buyFlag)).toBe(false)
        if (protectionPrice !== null) expect(isBeyond(found.price, protectionPrice, buyFlag)).toBe(false)
        if (maxSlippage !== null) expect(Math.abs(found.price - best.price)).toBeLessThanOrEqual(maxSlippage)
      }),
    )
  })
})
