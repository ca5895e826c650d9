/** Orders of markets as SQL. */

import type { MarketSort } from '#domain/markets/market-sort.ts'

const BUSIEST = 'market.volume DESC, market.svc_id'

/** A market without an end, or whose event has no start, comes last. */
export const MARKET_ORDERS: Readonly<Record<MarketSort, string>> = {
  volume: BUSIEST,
  ends_soon: `market.expires_at IS NULL, market.expires_at, ${BUSIEST}`,
  new: `(SELECT starts_at FROM event WHERE event.id = market.event) DESC, ${BUSIEST}`,
}
