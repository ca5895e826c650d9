/** Tests how the equity of several accounts adds up to one curve. */

import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { money } from '#domain/kernel/numbers.ts'
import { DAY, HOUR } from '#domain/kernel/time.ts'
import type { EquityDay } from '#domain/portfolio/equity-day.ts'
import { equityHistory, equityOf, historyStart } from '#domain/portfolio/equity-history.ts'

const MIDNIGHT = 20_000 * DAY

type Points = Readonly<Record<number, readonly [cash: number | null, value: number | null]>>

const dayOf = (exchange: ExchangeName, points: Points, later = 0): EquityDay => ({
  subaccountId: '0190d3f4-7c8e-7abc-8def-0123456789ab',
  exchange,
  startsAt: MIDNIGHT + later * DAY,
  points: Object.entries(points).map(([hour, [cash, value]]) => ({
    hour: Number(hour),
    cash: cash === null ? null : money(cash),
    positionsValue: value === null ? null : money(value),
  })),
  version: 1,
})

const curve = (days: readonly EquityDay[], interval: '1h' | '1d' = '1h', from = MIDNIGHT) =>
  equityHistory(days, interval, from).map((one) => [(one.at - MIDNIGHT) / HOUR, one.cash, one.positionsValue])

describe('the curve of one account', () => {
  it('has a point for each hour that was recorded, and none for the others', () => {
    expect(curve([dayOf('EXCHANGE_A', { 3: [10, 1], 5: [10, 2] })])).toEqual([
      [3, 10, 1],
      [5, 10, 2],
    ])
  })

  it('by day has the last value of each day', () => {
    const days = [dayOf('EXCHANGE_A', { 3: [10, 1], 5: [10, 2] }), dayOf('EXCHANGE_A', { 0: [10, 3] }, 1)]
    expect(curve(days, '1d')).toEqual([
      [0, 10, 2],
      [24, 10, 3],
    ])
  })

  it('by day has the last value that was known, if any was', () => {
    expect(curve([dayOf('EXCHANGE_A', { 3: [10, 1], 5: [null, 2] })], '1d')).toEqual([[0, 10, 1]])
    expect(curve([dayOf('EXCHANGE_A', { 5: [10, null] })], '1d')).toEqual([[0, 10, null]])
  })
})

describe('the curve of several accounts', () => {
  it('adds them up, and an account without a point counts with its last one', () => {
    const days = [dayOf('EXCHANGE_A', { 1: [10, 1], 2: [10, 2], 3: [10, 3] }), dayOf('EXCHANGE_B', { 2: [100, 0] })]
    expect(curve(days)).toEqual([
      [1, 10, 1],
      [2, 110, 2],
      [3, 110, 3],
    ])
  })

  it('is unknown where one of them is', () => {
    const days = [dayOf('EXCHANGE_A', { 1: [10, 1], 2: [null, 1] }), dayOf('EXCHANGE_B', { 1: [100, 5] })]
    expect(curve(days)).toEqual([
      [1, 110, 6],
      [2, null, 6],
    ])
    expect(equityOf({ cash: null, positionsValue: money(6) })).toBeNull()
    expect(equityOf({ cash: money(10), positionsValue: money(6) })).toBe(16)
  })

  it('leaves out an account that has been silent for more than 36 hours', () => {
    const days = [
      dayOf('EXCHANGE_A', { 0: [10, 0], 23: [10, 0] }),
      dayOf('EXCHANGE_B', { 0: [100, 0] }),
      dayOf('EXCHANGE_A', { 12: [10, 0], 13: [10, 0] }, 1),
    ]
    expect(curve(days).slice(-2)).toEqual([
      [36, 110, 0],
      [37, 10, 0],
    ])
  })

  it('shows nothing from before its start, and still counts it', () => {
    const days = [dayOf('EXCHANGE_A', { 0: [10, 1] }), dayOf('EXCHANGE_B', { 5: [100, 0] })]
    expect(curve(days, '1h', MIDNIGHT + 5 * HOUR)).toEqual([[5, 110, 1]])
  })
})

it('the hours of the last ninety days are shown', () => {
  expect(historyStart('1h', MIDNIGHT + 5 * HOUR + 1)).toBe(MIDNIGHT + 5 * HOUR - 90 * DAY)
})
