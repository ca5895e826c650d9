/** Table of contents: market data for the price watch. Its reads may be signed, where an exchange serves those better, and tell trades by market. */

import { TRADE_COUNTS_FOR } from '#domain/contingent/mark-price.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { lateMarketData } from './loaded-late.ts'
import { MARKET_DATA } from './market-data.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import type { TableOfContents } from './registry.ts'

export const WATCHED_MARKET_DATA: TableOfContents<MarketDataSource> = {
  ...MARKET_DATA,
  EXCHANGE_A: (options) =>
    lateMarketData('EXCHANGE_A', async () => {
      const [{ kalshiMarketData }, { client }, { accountSigner }] = await Promise.all([
        import('./kalshi/kalshi-market-data.ts'),
        import('./kalshi/http/client.ts'),
        import('./kalshi/signing/account-signer.ts'),
      ])
      return kalshiMarketData(options, client(options, accountSigner(options.clock)), TRADE_COUNTS_FOR)
    }),
  EXCHANGE_B: (options) =>
    lateMarketData('EXCHANGE_B', async () => {
      const { polymarketWatchedData } = await import('./polymarket/polymarket-watched-data.ts')
      return polymarketWatchedData({ ...options, tokensOf: storedTokens(options.storedMarket) })
    }),
}
