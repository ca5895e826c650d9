/** This exchange, as a recording is played into it. */

import type { RecordedMarket } from '../../replay/recorded-line.ts'
import type { ReplayTarget } from '../../replay/recording-player.ts'
import { type LifecycleWorld, setPolymarketStatus } from './market-lifecycle.ts'
import { refineTick } from './refine-tick.ts'
import type { PolymarketWorld } from './world.ts'

export const replayTarget = (
  world: PolymarketWorld & LifecycleWorld,
  markets: readonly RecordedMarket[],
): ReplayTarget => {
  const ids = new Map(markets.map(({ svcId, nativeId }) => [svcId, nativeId]))
  return {
    engine: world.engine,
    marketOf: (svcId) => world.engine.ledger.markets.get(ids.get(svcId) ?? ''),
    setStatus: (engine, status) => {
      const market = world.catalogue.markets.get(engine.id)
      if (market !== undefined) setPolymarketStatus(world, market, status)
    },
    onPrint: (engine, price) => refineTick(world, engine, price),
    flush: world.flush,
  }
}
