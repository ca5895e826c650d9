/** The bars of a price series: candles if the exchange has real ones, else the points of a step line. */

import type { UTCTimestamp } from 'lightweight-charts'
import type { components } from '../../../../openapi-types.ts'
import { mergeCandles } from './merge-candles.ts'

type PriceSeries = components['schemas']['PriceSeries']

interface Gap {
  readonly time: UTCTimestamp
}

interface Candle extends Gap {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

interface Point extends Gap {
  readonly value: number
}

export type Bars =
  | { readonly kind: 'candles'; readonly bars: readonly (Candle | Gap)[]; readonly times: readonly number[] }
  | { readonly kind: 'line'; readonly bars: readonly (Point | Gap)[]; readonly times: readonly number[] }

/** As many as a chart can show apart. */
const CANDLES = 110

export const chartBars = (series: PriceSeries): Bars => {
  const { history, candlesticks } = series
  if (history !== null) {
    const bars = history.map(({ timestamp, price }) => ({ time: shownAt(timestamp), value: price }))
    return { kind: 'line', bars, times: history.map(({ timestamp }) => timestamp) }
  }
  const all = mergeCandles(candlesticks ?? [], CANDLES, aheadAt(candlesticks?.at(-1)?.timestamp ?? 0))
  const real = all.flatMap((candle) => ('open' in candle ? candle : []))
  const times = real.map(({ timestamp }) => timestamp)
  // If most candles have one price, no bodies are visible.
  return real.filter(({ high, low }) => high !== low).length > real.length / 2
    ? { kind: 'candles', times, bars: all.map(({ timestamp, ...candle }) => ({ time: shownAt(timestamp), ...candle })) }
    : { kind: 'line', times, bars: all.map((candle) => pointOf(candle)) }
}

const pointOf = (candle: { readonly timestamp: number; readonly close?: number }): Point | Gap => {
  const time = shownAt(candle.timestamp)
  return candle.close === undefined ? { time } : { time, value: candle.close }
}

/** The library draws times as if they were UTC; people read their own. */
export const shownAt = (seconds: number): UTCTimestamp => (seconds + aheadAt(seconds)) as UTCTimestamp

/** Seconds by which the clock of the reader is ahead of UTC. */
const aheadAt = (seconds: number): number => -new Date(seconds * 1_000).getTimezoneOffset() * 60
