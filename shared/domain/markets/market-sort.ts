/** Orders in which a list of markets can be requested. */

/** The most traded first; the next to end first; markets of the newest events first. */
export const MARKET_SORTS = ['volume', 'ends_soon', 'new'] as const
export type MarketSort = (typeof MARKET_SORTS)[number]
