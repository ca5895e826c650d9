/** Events as Gamma writes them (Polymarket reference, section 6.2). */

import type { PolymarketEvent } from '../world/catalogue.ts'
import { type MarketReads, stateOf } from '../world/market-reads.ts'
import { gammaEventFields } from './event-fields.ts'
import { gammaMarketJson } from './market-json.ts'
import { gammaTagJson } from './tag-json.ts'

/** The event with its markets, of which the closed ones may be left out. */
export const gammaEventJson = (reads: MarketReads, event: PolymarketEvent, which: 'all' | 'open') => {
  const shown = event.markets.filter((market) => which === 'all' || !stateOf(reads, market).closed)
  return {
    ...gammaEventFields(reads, event),
    markets: shown.map((market) => gammaMarketJson(reads, market, { events: false, tags: false })),
    tags: event.tags.map(gammaTagJson),
  }
}
