/** What EXCHANGE_A, Kalshi, shows everybody: its markets, books and prices. */

import { SECOND } from '#domain/kernel/time.ts'
import { NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { type Client, type ClientOptions, client } from './http/client.ts'
import { WireBook, WireTradePage } from './http/wire.ts'
import { toMillis, toPrice } from './http/wire-values.ts'
import { catalogue, type OnSkip } from './markets/catalogue.ts'
import { listedMarkets } from './markets/listed-markets.ts'
import { orderBooks } from './markets/order-books.ts'
import { payouts } from './markets/payouts.ts'
import { priceSeries } from './markets/price-series.ts'
import { quotes } from './markets/quotes.ts'
import { tape } from './markets/tape.ts'
import { toOrderBook } from './markets/to-order-book.ts'

/** What the adapter needs from outside. */
export interface KalshiOptions extends ClientOptions {
  readonly onSkip: OnSkip
}

/** By calls of its own, or by those of somebody who also makes others: both then share one rate budget. */
export const kalshiMarketData = (options: KalshiOptions, api: Client = client(options)): MarketDataSource => {
  const { clock, onSkip } = options
  const markets = catalogue(api, clock, onSkip)
  const readListed = listedMarkets(api, clock, onSkip)
  const readBooks = orderBooks(api, onSkip)
  return {
    name: 'EXCHANGE_A',
    listMarkets: markets.list,
    changedMarkets: markets.changes,
    marketsById: markets.byTicker,
    orderBook: async (ticker, signal, reader = null) => {
      const path = `/markets/${encodeURIComponent(ticker)}/orderbook`
      const book = await api.findDated(reader, { path, cost: 10 }, WireBook, signal)
      if (book === null) throw new NoOrderBook('EXCHANGE_A', ticker)
      return toOrderBook(book.body, book.asOf)
    },
    orderBooks: readBooks,
    quotes: quotes(api, clock, readListed, readBooks, onSkip),
    marketStates: async (tickers, signal, reader = null) =>
      [...(await readListed(tickers, reader, signal, 'fresh'))].map(([nativeId, { state }]) => ({ nativeId, state })),
    lastTrade: async (ticker, signal, reader = null) => {
      // A bound in the future that changes each second excludes no trade, and no cache has an answer to it.
      const query = { ticker, limit: 1, max_ts: Math.floor(clock() / SECOND) + A_MINUTE_S }
      const call = { path: '/markets/trades', query, cost: 10 }
      const [last] = (await api.read(reader, call, WireTradePage, signal)).trades ?? []
      return last === undefined
        ? null
        : {
            price: toPrice('yes_price_dollars', last.yes_price_dollars),
            at: toMillis('created_time', last.created_time),
          }
    },
    trades: tape(api, clock),
    priceSeries: priceSeries(api, clock),
    payouts: payouts(api, onSkip),
  }
}

const A_MINUTE_S = 60
