/** What EXCHANGE_B, Polymarket, shows everybody, and what was traded lately in one market: for the price watch. */

import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { client } from './http/client.ts'
import { rememberedTokens } from './markets/tokens.ts'
import { tradesSince } from './markets/trades-since.ts'
import type { PolymarketOptions } from './polymarket-live-data.ts'
import { polymarketMarketData } from './polymarket-market-data.ts'

/** Its calls share one rate budget. */
export const polymarketWatchedData = (options: PolymarketOptions): MarketDataSource => {
  const api = client(options)
  const tokensOf = rememberedTokens(options.tokensOf)
  const { clock, onSkip } = options
  return { ...polymarketMarketData(options, api, tokensOf), tradesSince: tradesSince(api, tokensOf, clock, onSkip) }
}
