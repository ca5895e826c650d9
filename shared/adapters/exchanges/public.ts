/** Table of contents: the public market data of each exchange. This table holds no signing code. */

import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { kalshiMarketData } from './kalshi/kalshi-market-data.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import { polymarketMarketData } from './polymarket/polymarket-market-data.ts'
import type { TableOfContents } from './registry.ts'

export const PUBLIC: TableOfContents<MarketDataSource> = {
  EXCHANGE_A: (options) => kalshiMarketData(options),
  EXCHANGE_B: (options) => polymarketMarketData({ ...options, tokensOf: storedTokens(options.storedMarket) }),
}
