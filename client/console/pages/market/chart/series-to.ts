/** The prices of a chart up to a trade that is newer than they are. The exchange's own series ends minutes ago. */

import type { components } from '../../../../openapi-types.ts'

type Series = components['schemas']['PriceSeries']

/** A trade, as the end of a line. */
export interface Print {
  /** In Unix seconds. */
  readonly timestamp: number
  readonly price: number
}

/** A trade before the end of the series changes nothing: it is in there. */
export const seriesTo = (series: Series, print: Print | null): Series => {
  if (print === null) return series
  if (series.candlesticks !== null) return { ...series, candlesticks: [...candlesTo(series.candlesticks, print)] }
  const history = series.history ?? []
  const end = history.at(-1)?.timestamp ?? 0
  return print.timestamp > end ? { ...series, history: [...history, print] } : series
}

type Candles = NonNullable<Series['candlesticks']>

/** Within the period of the last candle the trade belongs to it. */
const candlesTo = (candles: Candles, { timestamp, price }: Print): Candles => {
  const [before, last] = [candles.at(-2), candles.at(-1)]
  if (last === undefined) return [candleAt(timestamp - (timestamp % MINUTE_S), price)]
  if (timestamp < last.timestamp) return candles
  const period = before === undefined ? MINUTE_S : last.timestamp - before.timestamp
  if (timestamp < last.timestamp + period) {
    const longer = { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }
    return [...candles.slice(0, -1), longer]
  }
  return [...candles, candleAt(timestamp - ((timestamp - last.timestamp) % period), price)]
}

const MINUTE_S = 60

const candleAt = (timestamp: number, price: number) => ({
  timestamp,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 0,
})
