/** The watched price of a conditional order, the side on which it fires, and its inferred type. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONDITIONAL_TYPES } from '#domain/contingent/conditional.ts'
import { decidingPrice, inferConditionalType } from '#domain/contingent/request/infer-type.ts'
import { directionOf, isTriggered } from '#domain/contingent/trigger/trigger-rule.ts'
import { type Quote, watchedPrice } from '#domain/markets/mark-price.ts'
import { TRIGGER_PRICE_TYPES } from '#domain/markets/trigger-price.ts'
import { cents, contracts, T0, trigger } from './complex-samples.ts'

const level = (at: number, count = 5) => ({ price: cents(at), qty: contracts(count) })
const quote = (change: Partial<Quote> = {}): Quote => ({
  bid: level(40),
  ask: level(43),
  lastPrice: cents(41),
  asOf: T0,
  paused: false,
  ...change,
})
const mark = (change: Partial<Quote>, buyFlag = false, now = T0) => watchedPrice(quote(change), 'MARK', buyFlag, now)

describe('the watched price', () => {
  it('MARK is the middle of a book whose sides are at most ten cents apart', () => {
    expect(mark({})).toEqual({ price: 415_000, source: 'mid' })
    expect(mark({ ask: level(50) })).toEqual({ price: cents(45), source: 'mid' })
    expect(mark({ ask: level(51) })).toEqual({ price: cents(41), source: 'last_trade' })
  })

  it('MARK is the last trade, of any age, without a middle; a missing side does not bound it', () => {
    const traded = { price: cents(41), source: 'last_trade' }
    expect(mark({ ask: null })).toEqual(traded)
    expect(mark({ bid: null })).toEqual(traded)
    expect(mark({ bid: null, ask: null })).toEqual(traded)
  })

  it('the last trade is held within bid and ask: the book may have left an old one behind', () => {
    const wide = { bid: level(30), ask: level(60) }
    expect(mark({ ...wide, lastPrice: cents(20) })).toEqual({ price: cents(30), source: 'last_trade' })
    expect(mark({ ...wide, lastPrice: cents(80) })).toEqual({ price: cents(60), source: 'last_trade' })
    expect(mark({ bid: level(30), ask: null, lastPrice: cents(20) })).toEqual({
      price: cents(30),
      source: 'last_trade',
    })
    expect(mark({ bid: null, ask: level(60), lastPrice: cents(80) })).toEqual({
      price: cents(60),
      source: 'last_trade',
    })
  })

  it('one side of an otherwise empty book is no MARK, for neither direction', () => {
    for (const buyFlag of [true, false]) {
      expect(mark({ ask: null, lastPrice: null }, buyFlag)).toBeNull()
      expect(mark({ bid: null, lastPrice: null }, buyFlag)).toBeNull()
      expect(mark({ bid: level(2), ask: null, lastPrice: cents(45) }, buyFlag)?.price).toBe(cents(45))
    }
  })

  it('a level of size 0 is ignored, and a crossed book has no middle', () => {
    expect(mark({ bid: level(40, 0) })).toEqual({ price: cents(41), source: 'last_trade' })
    expect(mark({ bid: level(44) })).toEqual({ price: cents(43), source: 'last_trade' })
  })

  it('LAST is the last trade or nothing, BID_ASK the side the order would hit', () => {
    expect(watchedPrice(quote(), 'LAST', false, T0)).toEqual({ price: cents(41), source: 'last_trade' })
    expect(watchedPrice(quote({ lastPrice: null }), 'LAST', false, T0)).toBeNull()
    expect(watchedPrice(quote(), 'BID_ASK', false, T0)).toEqual({ price: cents(40), source: 'bid' })
    expect(watchedPrice(quote(), 'BID_ASK', true, T0)).toEqual({ price: cents(43), source: 'ask' })
  })

  it('a quote older than a minute, or of a paused market, fires no stop', () => {
    for (const type of TRIGGER_PRICE_TYPES) {
      expect(watchedPrice(quote(), type, false, T0 + 60_001)).toBeNull()
      expect(watchedPrice(quote({ paused: true }), type, false, T0)).toBeNull()
    }
  })
})

describe('crossing', () => {
  it.each([
    ['STOP', false, 'down'],
    ['STOP', true, 'up'],
    ['REVERSE_STOP', false, 'up'],
    ['REVERSE_STOP', true, 'down'],
  ] as const)('a %s with buy_flag %s fires on the way %s, at its price and beyond', (subtype, buyFlag, direction) => {
    const stop = { subtype, trigger: trigger({ buyFlag }), stopPrice: cents(30) }
    expect(directionOf(stop)).toBe(direction)
    expect(isTriggered(stop, cents(30))).toBe(true)
    expect(isTriggered(stop, cents(31))).toBe(direction === 'up')
    expect(isTriggered(stop, cents(29))).toBe(direction === 'down')
    expect(isTriggered({ ...stop, stopPrice: null }, cents(30))).toBe(false)
  })
})

describe('the inferred type', () => {
  const of = (hasParent: boolean, buyFlag: boolean, at: number | null, limit: number | null = null) => ({
    hasParent,
    stopPrice: !hasParent && at !== null ? cents(at) : null,
    trigger: {
      buyFlag,
      stopPrice: hasParent && at !== null ? cents(at) : null,
      price: limit === null ? null : cents(limit),
    },
  })

  it.each([
    [true, false, 60, 'TP'],
    [true, false, 40, 'SL'],
    [true, true, 40, 'TP'],
    [true, true, 60, 'SL'],
    [false, false, 40, 'STOP'],
    [false, false, 60, 'REVERSE_STOP'],
    [false, true, 60, 'STOP'],
    [false, true, 40, 'REVERSE_STOP'],
  ] as const)('parent %s, buy %s, at %s of 50: %s', (hasParent, buyFlag, at, type) => {
    expect(inferConditionalType(of(hasParent, buyFlag, at), cents(50))).toBe(type)
  })

  it('a resting limit in the money is a TP; a limit that would trade at once has no type', () => {
    expect(inferConditionalType(of(true, false, null, 60), cents(50))).toBe('TP')
    expect(inferConditionalType(of(true, false, null, 40), cents(50))).toBeNull()
  })

  it('is unknown without a price, without a reference, or at the reference itself', () => {
    expect(decidingPrice(of(true, false, null))).toBeNull()
    expect(inferConditionalType(of(true, false, null), cents(50))).toBeNull()
    expect(inferConditionalType(of(true, false, 60), null)).toBeNull()
    expect(inferConditionalType(of(true, false, 50), cents(50))).toBeNull()
  })

  it('never fires a stop at the reference that it was inferred from', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }), (buy, at, now) => {
        const subtype = inferConditionalType(of(false, buy, at), cents(now))
        fc.pre(subtype !== null)
        expect(CONDITIONAL_TYPES).toContain(subtype)
        const stop = { subtype, trigger: trigger({ buyFlag: buy }), stopPrice: cents(at) }
        expect(isTriggered(stop, cents(now))).toBe(false)
      }),
    )
  })
})
