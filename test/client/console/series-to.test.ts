/** A chart extends to the newest trade, which the exchange's own series does not have yet. */

import { describe, expect, it } from 'vitest'
import { seriesTo } from '#client/console/pages/market/chart/series-to.ts'
import type { components } from '#client/openapi-types.ts'

type Series = components['schemas']['PriceSeries']

const base = { svc_id: 7, exchange: 'EXCHANGE_B', as_of: '2026-11-01T00:00:00.000Z' } as const
const line = (...prices: readonly number[]): Series => ({
  ...base,
  type: 'history',
  candlesticks: null,
  history: prices.map((price, minute) => ({ timestamp: minute * 60, price })),
})
const candle = (timestamp: number, open: number, high: number, low: number, close: number) => ({
  timestamp,
  open,
  high,
  low,
  close,
  volume: 5,
})
const candles = (): Series => ({
  ...base,
  exchange: 'EXCHANGE_A',
  type: 'candlesticks',
  history: null,
  candlesticks: [candle(0, 0.4, 0.41, 0.39, 0.4), candle(60, 0.4, 0.42, 0.4, 0.41)],
})

describe('the series of a chart with the newest trade', () => {
  it('is itself while no trade is known', () => {
    const series = line(0.4, 0.38)
    expect(seriesTo(series, null)).toBe(series)
  })

  it('ends at a trade that is newer than its last point', () => {
    expect(seriesTo(line(0.4, 0.38), { timestamp: 300, price: 0.45 }).history?.at(-1)).toEqual({
      timestamp: 300,
      price: 0.45,
    })
  })

  it('is itself if the trade is older than its end', () => {
    expect(seriesTo(line(0.4, 0.38), { timestamp: 59, price: 0.45 }).history).toHaveLength(2)
    expect(seriesTo(candles(), { timestamp: 59, price: 0.9 }).candlesticks).toEqual(candles().candlesticks)
  })

  it('takes a trade of the last period into its candle', () => {
    const [, last, ...more] = seriesTo(candles(), { timestamp: 119, price: 0.45 }).candlesticks ?? []
    expect(more).toEqual([])
    expect(last).toEqual(candle(60, 0.4, 0.45, 0.4, 0.45))
  })

  it('begins a candle at the start of its period for a later trade', () => {
    const last = seriesTo(candles(), { timestamp: 250, price: 0.45 }).candlesticks?.at(-1)
    expect(last).toEqual({ ...candle(240, 0.45, 0.45, 0.45, 0.45), volume: 0 })
  })

  it('has the trade alone if the exchange has no prices', () => {
    expect(seriesTo(line(), { timestamp: 60, price: 0.45 }).history).toEqual([{ timestamp: 60, price: 0.45 }])
    expect(seriesTo({ ...candles(), candlesticks: [] }, { timestamp: 90, price: 0.45 }).candlesticks).toEqual([
      { ...candle(60, 0.45, 0.45, 0.45, 0.45), volume: 0 },
    ])
  })
})
