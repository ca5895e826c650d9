/** Which markets are members of a custom asset with a stop that goes by their trades. */

import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { QuoteMemory } from './quote-memory.ts'
import { goesByTrades } from './watch-basket.ts'

/** As of now. */
export const tradedMembers = ({ shares }: Pick<QuoteMemory, 'shares'>): ((market: WatchedMarket) => boolean) => {
  const stops = [...shares.values()].flatMap((share) => [...share.stops.values()].map(({ basket }) => basket))
  const members = new Set(stops.filter(goesByTrades).flatMap((basket) => basket.members.map(({ svcId }) => svcId)))
  return ({ svcId }) => members.has(svcId)
}
