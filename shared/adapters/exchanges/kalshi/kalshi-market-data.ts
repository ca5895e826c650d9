/** What EXCHANGE_A, Kalshi, shows everybody: its markets, what they show now, and what was traded. */

import type { Millis } from '#domain/kernel/time.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { type Client, client } from './http/client.ts'
import { type KalshiOptions, kalshiLiveData } from './kalshi-live-data.ts'
import { catalogue } from './markets/catalogue.ts'
import { payouts } from './markets/payouts.ts'
import { priceSeries } from './markets/price-series.ts'
import { tape } from './markets/tape.ts'

/** By calls of its own, or by those of somebody who also makes others: both then share one rate budget. `tradesBack` as for live data. */
export const kalshiMarketData = (
  options: KalshiOptions,
  api: Client = client(options),
  tradesBack?: Millis,
): MarketDataSource => {
  const { clock, onSkip } = options
  const markets = catalogue(api, clock, onSkip)
  return {
    ...kalshiLiveData(options, api, tradesBack),
    listMarkets: markets.list,
    changedMarkets: markets.changes,
    marketsById: markets.byTicker,
    trades: tape(api, clock),
    priceSeries: priceSeries(api, clock),
    payouts: payouts(api, onSkip),
  }
}
