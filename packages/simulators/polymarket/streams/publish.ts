/** Publishes events on both channels since the last time. */

import type { PolymarketWorld } from '../world/world.ts'
import { publishMarkets } from './publish-markets.ts'
import { publishUsers } from './publish-users.ts'

export const publish = (world: PolymarketWorld): void => {
  const events = world.engine.ledger.events.drain()
  publishMarkets(world, events)
  publishUsers(world, events)
}
