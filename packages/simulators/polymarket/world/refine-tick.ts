/** Near certainty a market gets finer prices: above 0.96 and below 0.04 (Polymarket live reference, section 1.2). */

import type { EngineMarket } from '../../engine/ledger/engine-state.ts'
import { tickMessage } from '../streams/market-messages.ts'
import { toToken } from '../streams/publish-markets.ts'
import { stateOf } from './market-reads.ts'
import type { PolymarketWorld } from './world.ts'

const ONE = 1_000_000
const LOW = 40_000
const FINE = 1_000

/** After a print at `price`. Orders that rest stay: each coarse price is a fine one. */
export const refineTick = (world: PolymarketWorld, engine: EngineMarket, price: number): void => {
  const market = world.catalogue.markets.get(engine.id)
  if (market === undefined || market.tick <= FINE || (price >= LOW && price <= ONE - LOW)) return
  const before = market.tick
  market.tick = FINE
  engine.bands = [{ start: FINE, end: ONE - FINE, step: FINE }]
  const state = stateOf(world, market)
  state.tick = FINE
  world.keep('venue_market', state.conditionId, { ...state })
  world.engine.ledger.touch('market', engine.id, engine)
  for (const token of market.tokens) {
    toToken(world.streams.marketReaders, tickMessage(market, token, before, world.clock()))
  }
}
