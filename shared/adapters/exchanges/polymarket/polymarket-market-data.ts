/** What EXCHANGE_B, Polymarket, shows everybody: its markets (Gamma), what they show now, and what was traded. */

import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { type Client, client } from './http/client.ts'
import { catalogue } from './markets/catalogue.ts'
import { payouts } from './markets/payouts.ts'
import { priceSeries } from './markets/price-series.ts'
import { tape } from './markets/tape.ts'
import { rememberedTokens, type TokensOf } from './markets/tokens.ts'
import { type PolymarketOptions, polymarketLiveData } from './polymarket-live-data.ts'

/** By calls of its own, or by those of somebody who also makes others: both then share one rate budget. */
export const polymarketMarketData = (
  options: PolymarketOptions,
  api: Client = client(options),
  tokensOf: TokensOf = rememberedTokens(options.tokensOf),
): MarketDataSource => {
  const { clock, onSkip } = options
  const listing = catalogue(api, onSkip)
  return {
    ...polymarketLiveData(options, api, tokensOf),
    listMarkets: listing.list,
    changedMarkets: listing.changes,
    marketsById: listing.byConditionId,
    trades: tape(api, clock),
    priceSeries: priceSeries(api),
    payouts: payouts({ api, clock, tokensOf, onSkip }),
  }
}
