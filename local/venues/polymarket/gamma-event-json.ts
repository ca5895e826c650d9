/** Events as Gamma writes them (Polymarket reference, section 6.2). */

import type { PolymarketEvent } from './catalogue.ts'
import { gammaEventFields } from './gamma-event-fields.ts'
import { gammaMarketJson } from './gamma-market-json.ts'
import { gammaTagJson } from './gamma-tag-json.ts'
import { type MarketReads, stateOf } from './market-reads.ts'

/** The event with its markets, of which the closed ones may be left out. */
export const gammaEventJson = (reads: MarketReads, event: PolymarketEvent, which: 'all' | 'open') => {
  const shown = event.markets.filter((market) => which === 'all' || !stateOf(reads, market).closed)
  return {
    ...gammaEventFields(reads, event),
    markets: shown.map((market) => gammaMarketJson(reads, market, { events: false, tags: false })),
    tags: event.tags.map(gammaTagJson),
  }
}
