/** This exchange, as a recording is played into it. */

import type { RecordedMarket } from '../../replay/recorded-line.ts'
import type { ReplayTarget } from '../../replay/recording-player.ts'
import { setMarketStatus } from './market-lifecycle.ts'
import type { KalshiWorld } from './world.ts'

export const replayTarget = (world: KalshiWorld, markets: readonly RecordedMarket[]): ReplayTarget => {
  const tickers = new Map(markets.map(({ svcId, nativeId }) => [svcId, nativeId]))
  return {
    engine: world.engine,
    marketOf: (svcId) => world.engine.ledger.markets.get(tickers.get(svcId) ?? ''),
    setStatus: (market, status) => {
      const info = world.catalogue.markets.get(market.id)
      if (info !== undefined) setMarketStatus(world, info, market, status)
    },
    flush: world.flush,
  }
}
