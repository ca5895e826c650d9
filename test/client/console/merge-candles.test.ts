/** A chart shows fewer candles of longer periods, which begin at round times and keep their place in time. */

import { describe, expect, it } from 'vitest'
import { mergeCandles } from '#client/console/pages/market/chart/merge-candles.ts'

const candle = (timestamp: number, open: number, close: number) => ({
  timestamp,
  open,
  high: Math.max(open, close),
  low: Math.min(open, close),
  close,
})

describe('merged candles', () => {
  it('begin at round times of the reader, and are true to those that they are made of', () => {
    const minutes = [candle(540, 0.4, 0.42), candle(600, 0.42, 0.5), candle(660, 0.5, 0.3), candle(720, 0.3, 0.35)]
    expect(mergeCandles(minutes, 2)).toEqual([
      candle(480, 0.4, 0.42),
      { timestamp: 600, open: 0.42, high: 0.5, low: 0.3, close: 0.3 },
      candle(720, 0.3, 0.35),
    ])
    expect(mergeCandles(minutes, 2, 60).map(({ timestamp }) => timestamp)).toEqual([540, 660])
  })

  it('leave a gap for a time without trades', () => {
    const merged = mergeCandles([candle(0, 0.4, 0.4), candle(60, 0.4, 0.5), candle(240, 0.5, 0.5)], 10)
    expect(merged).toEqual([
      candle(0, 0.4, 0.4),
      candle(60, 0.4, 0.5),
      { timestamp: 120 },
      { timestamp: 180 },
      candle(240, 0.5, 0.5),
    ])
  })

  it('are never of a shorter period than the candles', () => {
    expect(mergeCandles([candle(0, 0.4, 0.4), candle(86_400, 0.4, 0.4)], 110)).toHaveLength(2)
  })

  it('are no more than are asked for, but for one at each end', () => {
    const day = Array.from({ length: 1_440 }, (_, minute) => candle(minute * 60 + 7 * 60, 0.4, 0.4))
    expect(mergeCandles(day, 110).length).toBeLessThanOrEqual(111)
  })

  it('are the same if there is one or none', () => {
    expect(mergeCandles([candle(61, 0.4, 0.5)], 110)).toEqual([candle(61, 0.4, 0.5)])
    expect(mergeCandles([], 110)).toEqual([])
  })
})
