/** The price series of a market as our interface shows it, and how it is asked for. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { type Candle, PRICE_INTERVALS } from '#domain/markets/price-series.ts'
import { amount, instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const SERIES_TYPES = ['candlesticks', 'history'] as const
type SeriesType = (typeof SERIES_TYPES)[number]

export const priceQuery = object({
  type: withDefault(enumeration(SERIES_TYPES), 'candlesticks'),
  interval: withDefault(enumeration(PRICE_INTERVALS), '1d'),
  fidelity: withDefault(integer({ ge: 1, le: 60 }), 60),
})

const secondsOf = ({ from }: Candle): number => Math.floor(from / SECOND)

/** `timestamp` is in Unix seconds, the start of the period. */
const candlestick = recordOf<[Candle]>()({
  timestamp: [integer(), secondsOf],
  open: amount(({ open }) => open),
  high: amount(({ high }) => high),
  low: amount(({ low }) => low),
  close: amount(({ close }) => close),
  volume: amount(({ volume }) => volume),
})

const point = recordOf<[Candle]>()({ timestamp: [integer(), secondsOf], price: amount(({ close }) => close) })

interface Series {
  readonly candles: readonly Candle[]
  readonly asOf: Millis
}

/** The list that was not asked for is null. */
export const { schema: priceSeriesRecord, write: toPriceSeriesRecord } = recordOf<
  [market: Market, type: SeriesType, series: Series]
>()({
  svc_id: [svcId(), (market) => market.svcId],
  exchange: [enumeration(EXCHANGE_NAMES), (market) => market.exchange],
  type: [enumeration(SERIES_TYPES), (_, type) => type],
  candlesticks: [
    nullable(list(candlestick.schema)),
    (_, type, { candles }) => (type === 'candlesticks' ? candles.map(candlestick.write) : null),
  ],
  history: [
    nullable(list(point.schema)),
    (_, type, { candles }) => (type === 'history' ? candles.map(point.write) : null),
  ],
  as_of: instant((_market, _type, { asOf }) => asOf),
})
