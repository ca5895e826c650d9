/** The price series of a market as our interface shows it. */

import type { InferInput } from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { toNumber } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND, toIso } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Candle } from '#domain/markets/price-series.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'

export const SERIES_TYPES = ['candlesticks', 'history'] as const
type SeriesType = (typeof SERIES_TYPES)[number]

const candlestick = object({
  timestamp: integer(),
  open: decimal(),
  high: decimal(),
  low: decimal(),
  close: decimal(),
  volume: decimal(),
})

/** `timestamp` is in Unix seconds, the start of the period. */
export const priceSeriesRecord = object({
  svc_id: integer(),
  exchange: enumeration(EXCHANGE_NAMES),
  type: enumeration(SERIES_TYPES),
  candlesticks: nullable(list(candlestick)),
  history: nullable(list(object({ timestamp: integer(), price: decimal() }))),
  as_of: datetime(),
})

/** The list that was not asked for is null. */
export const toPriceSeriesRecord = (
  market: Market,
  type: SeriesType,
  { candles, asOf }: { readonly candles: readonly Candle[]; readonly asOf: Millis },
): InferInput<typeof priceSeriesRecord> => ({
  svc_id: market.svcId,
  exchange: market.exchange,
  type,
  candlesticks: type === 'candlesticks' ? candles.map(toCandlestick) : null,
  history:
    type === 'history' ? candles.map((one) => ({ timestamp: secondsOf(one), price: toNumber(one.close) })) : null,
  as_of: toIso(asOf),
})

const toCandlestick = (candle: Candle): InferInput<typeof candlestick> => ({
  timestamp: secondsOf(candle),
  open: toNumber(candle.open),
  high: toNumber(candle.high),
  low: toNumber(candle.low),
  close: toNumber(candle.close),
  volume: toNumber(candle.volume),
})

const secondsOf = ({ from }: Candle): number => Math.floor(from / SECOND)
