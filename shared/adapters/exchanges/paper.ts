/**
 * Tables of contents for paper accounts: each exchange with its public data only. They hold no code that signs, and no code that sends an
 * order.
 */

import { TRADE_COUNTS_FOR } from '#domain/markets/mark-price.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { PaperStore } from '#ports/exchanges/paper-store.ts'
import { kalshiMarketData } from './kalshi/kalshi-market-data.ts'
import { paperExchange } from './paper/paper-exchange.ts'
import { type PaperSettings, USUAL_PAPER_SETTINGS } from './paper/paper-options.ts'
import { RULES_OF_EXCHANGE_A } from './paper/rules-of-exchange-a.ts'
import { RULES_OF_EXCHANGE_B } from './paper/rules-of-exchange-b.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import { polymarketMarketData } from './polymarket/polymarket-market-data.ts'
import { polymarketPriceStream } from './polymarket/stream/polymarket-price-stream.ts'
import type { TableOfContents } from './registry.ts'
import type { WatchedExchange } from './streams.ts'

/** The table of `ACCOUNTS` for paper accounts. */
export const paperAccounts = (
  store: PaperStore,
  settings: PaperSettings = USUAL_PAPER_SETTINGS,
): TableOfContents<Exchange> => ({
  EXCHANGE_A: (options) =>
    paperExchange({ ...options, store, settings, marketData: kalshiMarketData(options), rules: RULES_OF_EXCHANGE_A }),
  EXCHANGE_B: (options) => {
    const marketData = polymarketMarketData({ ...options, tokensOf: storedTokens(options.storedMarket) })
    return paperExchange({ ...options, store, settings, marketData, rules: RULES_OF_EXCHANGE_B })
  },
})

/** The table of `STREAMS` for paper accounts: streams that need an account are left out, and their prices are polled. */
export const PAPER_STREAMS: TableOfContents<WatchedExchange> = {
  EXCHANGE_A: (options) => ({
    marketData: kalshiMarketData(options, undefined, TRADE_COUNTS_FOR),
    prices: null,
    accounts: null,
  }),
  EXCHANGE_B: (given) => {
    const { urls, ...options } = { ...given, tokensOf: storedTokens(given.storedMarket) }
    return {
      marketData: polymarketMarketData({ ...options, urls }),
      prices: urls.marketWs ? polymarketPriceStream({ ...options, url: urls.marketWs }) : null,
      accounts: null,
    }
  },
}
