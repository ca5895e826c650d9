/** The course of a market's price: the requested interval, and its candles. */

import type { Price, Qty } from '../kernel/numbers.ts'
import { DAY, type Millis } from '../kernel/time.ts'

/** Back from now; `1m` is one month. */
export const PRICE_INTERVALS = ['1d', '1w', '1m', 'max'] as const
export type PriceInterval = (typeof PRICE_INTERVALS)[number]

export interface PriceQuery {
  readonly interval: PriceInterval
  /** Minutes per candle, on an exchange that keeps a price history and no candles. */
  readonly fidelity: number
}

/** One period: YES prices of its trades, and how many contracts they were. */
export interface Candle {
  /** When the period starts. */
  readonly from: Millis
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Qty
}

/** Start of an interval that ends now; null for the market's whole life. */
export const startOf = (interval: PriceInterval, now: Millis): Millis | null =>
  interval === 'max' ? null : now - DAYS[interval] * DAY

const DAYS = { '1d': 1, '1w': 7, '1m': 30 }
