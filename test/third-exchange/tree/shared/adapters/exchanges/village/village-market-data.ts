/** What EXCHANGE_C shows everybody. */

import type { ExchangeAddresses } from '#ports/exchanges/exchange-addresses.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { MARKET, villageAt } from './village.ts'

export interface VillageOptions {
  readonly clock: Clock
  readonly urls: ExchangeAddresses['EXCHANGE_C']
}

export const villageMarketData = ({ clock, urls }: VillageOptions): MarketDataSource => {
  const village = villageAt(urls.town)
  return {
    name: 'EXCHANGE_C',
    listMarkets: async () => ({ markets: [MARKET], cursor: null }),
    changedMarkets: async () => ({ markets: [], cursor: null }),
    marketsById: async (ids) => (ids.includes(MARKET.nativeId) ? [MARKET] : []),
    orderBook: async () => ({ bids: village.bids, asks: village.asks, at: clock() }),
    orderBooks: async (ids) => new Map(ids.map((id) => [id, { bids: village.bids, asks: village.asks, at: clock() }])),
    quotes: async () => [
      {
        nativeId: MARKET.nativeId,
        state: 'open',
        stateIsLive: true,
        bid: village.bids[0] ?? null,
        ask: village.asks[0] ?? null,
        lastPrice: null,
        tradeMark: '',
        lastTradeAt: null,
        asOf: clock(),
      },
    ],
    lastTrade: async () => null,
    marketStates: async (ids) => ids.map((nativeId) => ({ nativeId, state: 'open' as const })),
    trades: async () => ({ trades: [], hasMore: false, asOf: clock() }),
    priceSeries: async () => ({ candles: [], asOf: clock() }),
    payouts: async () => [],
  }
}
