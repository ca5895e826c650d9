/** Public market data of EXCHANGE_A, Kalshi: markets, their present state and prices, and trades. */

import type { Millis } from '#domain/kernel/time.ts'
import { NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { OnSkip } from '../or-skip.ts'
import { type Client, type ClientOptions, client } from './http/client.ts'
import { WireBook } from './http/wire.ts'
import { catalogue } from './markets/catalogue.ts'
import { lastBookTrade } from './markets/last-book-trade.ts'
import { listedMarkets } from './markets/listed-markets.ts'
import { orderBooks } from './markets/order-books.ts'
import { payouts } from './markets/payouts.ts'
import { priceSeries } from './markets/price-series.ts'
import { quotes } from './markets/quotes.ts'
import { LAST_TRADES } from './markets/recent-trades.ts'
import { tape } from './markets/tape.ts'
import { toOrderBook } from './markets/to-order-book.ts'

/** Dependencies of the adapter. */
export interface KalshiOptions extends ClientOptions {
  readonly onSkip: OnSkip
}

/**
 * A caller with other calls passes its own client as `api`, so that both share one rate budget. The first quotes
 * contain trades as old as `tradesBack`.
 */
export const kalshiMarketData = (
  options: KalshiOptions,
  api: Client = client(options),
  tradesBack: Millis = LAST_TRADES,
): MarketDataSource => {
  const { clock, onSkip } = options
  const readListed = listedMarkets(api, clock, onSkip)
  const readBooks = orderBooks(api, onSkip)
  const readLast = lastBookTrade(api, clock)
  const markets = catalogue(api, clock, onSkip)
  return {
    name: 'EXCHANGE_A',
    orderBook: async (ticker, signal, reader = null) => {
      const path = `/markets/${encodeURIComponent(ticker)}/orderbook`
      const book = await api.findDated(reader, { path, cost: 10 }, WireBook, signal)
      if (book === null) throw new NoOrderBook('EXCHANGE_A', ticker)
      return toOrderBook(book.body, book.asOf)
    },
    orderBooks: readBooks,
    quotes: quotes({ api, clock, readListed, readBooks, readLast, onSkip, lookBack: tradesBack }),
    marketStates: async (tickers, signal, reader = null) =>
      [...(await readListed(tickers, reader, signal, 'fresh'))].map(([nativeId, { state }]) => ({ nativeId, state })),
    lastTrade: async (ticker, signal, reader = null) => (await readLast(ticker, reader, signal)).trade,
    listMarkets: markets.list,
    changedMarkets: markets.changes,
    marketsById: markets.byTicker,
    trades: tape(api, clock, onSkip),
    priceSeries: priceSeries(api, clock),
    payouts: payouts(api, onSkip),
  }
}
