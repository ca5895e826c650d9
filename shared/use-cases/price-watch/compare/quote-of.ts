/** What an exchange shows of a market, as the quote that conditional orders watch. */

import type { Quote } from '#domain/markets/mark-price.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'

/** The quote, paused unless the exchange itself says that the market trades. */
export const quoteOf = (shown: ExchangeQuote): Quote => {
  const { bid, ask, lastPrice, lastTradeAt, asOf, lastPriceAsOf, trades, state } = shown
  return { bid, ask, lastPrice, lastTradeAt, asOf, lastPriceAsOf, trades, paused: state !== 'open' }
}
