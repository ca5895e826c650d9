/** Between which prices the conditionals of one market can be watching it: the index is asked about no more than that. */

import type { Price } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { TRIGGER_PRICE_TYPES } from './conditional.ts'
import { type Quote, watchedPrice } from './mark-price.ts'

export interface WatchedRange {
  readonly low: Price
  readonly high: Price
  /** The same text as long as no conditional can see another price. */
  readonly fingerprint: string
}

/** Null where nothing trustworthy is shown: then nothing fires, whatever it watches. */
export const watchedRange = (quote: Quote, now: Millis): WatchedRange | null => {
  const seen = TRIGGER_PRICE_TYPES.flatMap((type) => [
    watchedPrice(quote, type, true, now),
    watchedPrice(quote, type, false, now),
  ]).map((watched) => watched?.price ?? null)
  const prices = seen.filter((at) => at !== null)
  if (prices.length === 0) return null
  return {
    low: Math.min(...prices) as Price,
    high: Math.max(...prices) as Price,
    fingerprint: seen.join(' '),
  }
}
