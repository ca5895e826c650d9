/** Table of contents: what each exchange shows everybody. */

import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { lateMarketData } from './loaded-late.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import type { TableOfContents } from './registry.ts'

export const MARKET_DATA: TableOfContents<MarketDataSource> = {
  EXCHANGE_A: (options) =>
    lateMarketData('EXCHANGE_A', async () => {
      const { kalshiMarketData } = await import('./kalshi/kalshi-market-data.ts')
      return kalshiMarketData(options)
    }),
  EXCHANGE_B: (options) =>
    lateMarketData('EXCHANGE_B', async () => {
      const { polymarketMarketData } = await import('./polymarket/polymarket-market-data.ts')
      return polymarketMarketData({ ...options, tokensOf: storedTokens(options.storedMarket) })
    }),
}
