/** The lowest and the highest price that conditional orders of a market may watch now. The trigger index is asked for that range. */

import { TRIGGER_PRICE_TYPES } from '../contingent/conditional.ts'
import { type Quote, watchedPrice } from '../contingent/mark-price.ts'
import { largest, type Price, smallest } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'

export interface WatchedRange {
  readonly low: Price
  readonly high: Price
  /** The same text as long as no conditional order sees another price; trades that came and went do not change it within the range. */
  readonly fingerprint: string
}

/** Null where the quote shows no usable price: then nothing fires. Trades that were made before the last one count too. */
export const watchedRange = (quote: Quote, now: Millis): WatchedRange | null => {
  const seen = TRIGGER_PRICE_TYPES.flatMap((type) => [
    watchedPrice(quote, type, true, now),
    watchedPrice(quote, type, false, now),
  ]).map((watched) => watched?.price ?? null)
  const [first, ...others] = seen.filter((at) => at !== null)
  if (first === undefined) return null
  const { trades = [] } = quote
  const low = trades.reduce((lowest, { price }) => smallest(lowest, price), smallest(first, ...others))
  const high = trades.reduce((highest, { price }) => largest(highest, price), largest(first, ...others))
  return { low, high, fingerprint: [...seen, low, high].join(' ') }
}
