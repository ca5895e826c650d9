/** The quote of a market that shows no price. */

import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from './market-data-source.ts'

/** A quote without bid, ask and trade, known at `asOf`. */
export const emptyQuote = (nativeId: string, state: ExchangeQuote['state'], asOf: Millis): ExchangeQuote => ({
  nativeId,
  state,
  stateIsLive: false,
  bid: null,
  ask: null,
  lastPrice: null,
  tradeMark: '',
  lastTradeAt: null,
  asOf,
})
