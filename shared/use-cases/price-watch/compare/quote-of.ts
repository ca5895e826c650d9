/** Turns a quote of an exchange into the quote that conditional orders watch. */

import type { Quote } from '#domain/markets/mark-price.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'

/** Returns the quote, paused unless the exchange reports the market as open. */
export const quoteOf = (shown: ExchangeQuote): Quote => {
  const { bid, ask, lastPrice, lastTradeAt, asOf, lastPriceAsOf, trades, state } = shown
  return { bid, ask, lastPrice, lastTradeAt, asOf, lastPriceAsOf, trades, paused: state !== 'open' }
}
