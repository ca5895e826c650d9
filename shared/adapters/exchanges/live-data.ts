/** Table of contents: what markets show now at each exchange. It carries no catalogue, no candles and no tapes. */

import type { LiveDataSource } from '#ports/exchanges/market-data-source.ts'
import { lateLiveData } from './loaded-late.ts'
import { storedTokens } from './polymarket/markets/tokens.ts'
import type { TableOfContents } from './registry.ts'

export const LIVE_DATA: TableOfContents<LiveDataSource> = {
  EXCHANGE_A: (options) =>
    lateLiveData('EXCHANGE_A', async () => {
      const { kalshiLiveData } = await import('./kalshi/kalshi-live-data.ts')
      return kalshiLiveData(options)
    }),
  EXCHANGE_B: (options) =>
    lateLiveData('EXCHANGE_B', async () => {
      const { polymarketLiveData } = await import('./polymarket/polymarket-live-data.ts')
      return polymarketLiveData({ ...options, tokensOf: storedTokens(options.storedMarket) })
    }),
}
