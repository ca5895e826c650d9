/** The price a stop on a custom asset watches. */

import { describe, expect, it } from 'vitest'
import { ALLOCATIONS } from '#domain/baskets/plan/plan.ts'
import { basketPrice, type MemberQuote } from '#domain/baskets/price.ts'
import { watchedPrice } from '#domain/markets/mark-price.ts'
import { cents, contracts } from '../contingent/complex-samples.ts'

const NOW = 1_000_000

const quote = (bid: number | null, ask: number | null, more: Partial<MemberQuote> = {}): MemberQuote => ({
  bid: bid === null ? null : { price: cents(bid), qty: contracts(10) },
  ask: ask === null ? null : { price: cents(ask), qty: contracts(10) },
  lastPrice: null,
  lastTradeAt: null,
  asOf: NOW,
  paused: false,
  ...more,
})

const traded = (lastTradeAt: number | null, price: number): Partial<MemberQuote> => ({
  lastPrice: cents(price),
  lastTradeAt,
})

const best = (...quotes: ReadonlyArray<MemberQuote | null>) => basketPrice('BEST_PRICE', quotes, 'MARK', false, NOW)
const mean = (...quotes: ReadonlyArray<MemberQuote | null>) => basketPrice('EQUAL', quotes, 'MARK', false, NOW)

describe('the price of one bet', () => {
  it('is the middle of the best bid and the best ask of all members', () => {
    expect(best(quote(30, 36), quote(28, 34))).toEqual({ price: cents(32), source: 'mid' })
  })

  it('leaves out members without a quote, paused, old, or with an empty level', () => {
    const alone = { price: cents(32), source: 'mid' }
    const empty = { ...quote(40, 50), bid: { price: cents(40), qty: contracts(0) }, ask: null }
    expect(best(quote(30, 34), null)).toEqual(alone)
    expect(best(quote(30, 34), quote(40, 42, { paused: true }))).toEqual(alone)
    expect(best(quote(30, 34), quote(40, 42, { asOf: NOW - 60_001 }))).toEqual(alone)
    expect(best(quote(30, 34), empty)).toEqual(alone)
    expect(best(null, quote(40, 42, { paused: true }))).toBeNull()
    expect(best()).toBeNull()
  })

  it('uses the newest trade as its last trade', () => {
    const quotes = [quote(null, 50, traded(NOW - 9_000, 31)), quote(20, null, traded(NOW - 1_000, 33))]
    expect(best(...quotes)).toEqual({ price: cents(33), source: 'last_trade' })
  })

  it('has no last trade if the newest of several trades is unknown; a single trade needs no time', () => {
    const quotes = [quote(null, 50, traded(null, 31)), quote(20, null, traded(NOW - 1_000, 33))]
    expect(best(...quotes)).toBeNull()
    expect(best(quote(null, 50, traded(null, 31)), quote(20, null))?.price).toBe(cents(31))
  })

  it('is the last trade, held within bid and ask, if one member bids more than another asks', () => {
    const crossed = [quote(40, 42), quote(34, 36)]
    expect(best(...crossed)).toBeNull()
    expect(best(quote(40, 42, traded(NOW, 41)), quote(34, 36))).toEqual({ price: cents(40), source: 'last_trade' })
  })
})

describe('the price of different bets', () => {
  it('is the mean of the prices of its members', () => {
    expect(mean(quote(30, 34), quote(50, 60), quote(9, 11))).toEqual({
      price: Math.floor((320_000 + 550_000 + 100_000) / 3),
      source: 'mean',
    })
  })

  it('is none if a member shows none', () => {
    for (const nothing of [null, quote(null, null), quote(30, 32, { paused: true })])
      expect(mean(quote(30, 34), nothing)).toBeNull()
    expect(mean()).toBeNull()
  })
})

it.each(ALLOCATIONS)('the price of one member is the price of its market, %s', (allocation) => {
  for (const one of [quote(30, 34), quote(null, 34), quote(30, null), quote(10, 80, traded(NOW, 20))]) {
    for (const buyFlag of [true, false]) {
      const own = watchedPrice(one, 'MARK', buyFlag, NOW)?.price
      expect(basketPrice(allocation, [one], 'MARK', buyFlag, NOW)?.price).toBe(own)
    }
  }
})
