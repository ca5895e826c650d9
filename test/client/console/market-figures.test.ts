/** Figures of the rows of markets: prices, changes, time left, and which pictures are loaded. */

import { describe, expect, it } from 'vitest'
import { averageOf } from '#client/console/format/average-of.ts'
import { averagePrice } from '#client/console/format/average-price.ts'
import { priceChange } from '#client/console/format/price-change.ts'
import { priceIn } from '#client/console/format/price-in.ts'
import { priceOnTick } from '#client/console/format/price-on-tick.ts'
import { timeLeft } from '#client/console/format/time-left.ts'
import { byChange } from '#client/console/pages/search/by-change.ts'
import { changeOf } from '#client/console/parts/market-rows/change-of.ts'
import { isPicture } from '#client/console/parts/market-rows/is-picture.ts'

const HOUR = 3_600
const NOW = 1_000 * HOUR
const at = (hoursAgo: number, price: number) => ({ timestamp: NOW - hoursAgo * HOUR, price })

describe('the change of a day', () => {
  it('is from the last price of a day ago to the last price', () => {
    const course = [at(40, 0.3), at(25, 0.4), at(24, 0.9), at(2, 0.5)]
    expect(changeOf(course, 0.525, NOW)).toBe(0.125)
    // Without a last price, the course has the newest one.
    expect(changeOf(course, null, NOW)).toBe(0.1)
  })

  it('uses an older price if nothing was traded a day ago', () => {
    expect(changeOf([at(100, 0.3), at(2, 0.5)], null, NOW)).toBe(0.2)
  })

  it('is not known for a market that is younger than a day, or without prices', () => {
    expect(changeOf([at(20, 0.3)], 0.4, NOW)).toBeNull()
    expect(changeOf([], 0.4, NOW)).toBeNull()
  })

  it('sorts markets by its size, up or down; unknown and equal ones keep their order', () => {
    const changes = new Map([
      [1, 0.1],
      [2, -0.3],
      [3, null],
      [4, -0.1],
      [5, 0.15],
    ])
    expect(byChange([1, 2, 3, 4, 5, 6], (svcId) => changes.get(svcId) ?? null)).toEqual([2, 5, 1, 4, 3, 6])
  })

  it('is said in cents with its sign', () => {
    expect([0.025, -0.01, 0, 0.1 + 0.2, null].map(priceChange)).toEqual(['+2.5¢', '−1¢', '0¢', '+30¢', '–'])
  })
})

it('averages of a position are prices of what it holds, Yes or No', () => {
  expect(averageOf({ position: 4, avg_buy_price: 0.45, avg_sell_price: 0.7 })).toBe('45¢')
  expect(averageOf({ position: -4, avg_buy_price: 0.45, avg_sell_price: 0.717 })).toBe('28.3¢')
  expect(averageOf({ position: -4, avg_buy_price: 0.45, avg_sell_price: null })).toBe('–')
})

it('prices have the digits of the price step', () => {
  expect(priceOnTick(0.45, 0.01)).toBe('45¢')
  expect(priceOnTick(0.45, 0.001)).toBe('45.0¢')
  expect(priceOnTick(0.4525, 0.0001)).toBe('45.25¢')
  expect(priceOnTick(null, 0.01)).toBe('–')
  expect(priceOnTick(undefined, 0.01)).toBe('')
  // The book has finer prices than the step that is known.
  expect(priceOnTick(0.041, 0.01)).toBe('4.1¢')
  expect(priceOnTick(1 - 0.041, 0.01)).toBe('95.9¢')
})

it('a market has prices with the digits of the step there', () => {
  const tapered = {
    tick_size_price: 0.001,
    tick_structure: [
      { from: 0, to: 0.1, tick: 0.001 },
      { from: 0.1, to: 0.9, tick: 0.01 },
    ],
  }
  expect([0.05, 0.45, null].map((at) => priceIn(tapered, at))).toEqual(['5.0¢', '45¢', '–'])
})

it('an average has at most one digit more than the usual step there, and no zeros at its end', () => {
  expect([0.42532, 0.425, 0.45, 0.04253, 0.9575, null].map(averagePrice)).toEqual([
    '42.5¢',
    '42.5¢',
    '45¢',
    '4.25¢',
    '95.75¢',
    '–',
  ])
})

it('the time left is a span, or that it has passed', () => {
  const now = Date.parse('2026-11-29T12:00:00Z')
  expect(timeLeft('2026-12-04T12:00:00Z', now)).toBe('5 d')
  expect(timeLeft('2026-11-29T11:00:00Z', now)).toBe('now')
  expect(timeLeft(null, now)).toBe('–')
})

it('only pictures of the known hosts are loaded, and only encrypted', () => {
  const known = 'https://polymarket-upload.s3.us-east-2.amazonaws.com'
  expect(isPicture(`${known}/gold.png`)).toBe(true)
  for (const text of [
    null,
    '',
    'gold.png',
    'http://polymarket-upload.s3.us-east-2.amazonaws.com/gold.png',
    'https://polymarket-upload.s3.us-east-2.amazonaws.com:8443/gold.png',
    'https://polymarket-upload.s3.us-east-2.amazonaws.com.evil.example/gold.png',
    `https://evil.example/?${known}/gold.png`,
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
  ])
    expect(isPicture(text), String(text)).toBe(false)
})
