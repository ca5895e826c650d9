/** The prices of a market that can fire a conditional order, and their sources. */

export const TRIGGER_PRICE_TYPES = ['MARK', 'LAST', 'BID_ASK'] as const
/** BID_ASK is the side of the book that the trigger order would hit. */
export type TriggerPriceType = (typeof TRIGGER_PRICE_TYPES)[number]

/** The middle of the book, one side of the book, the last trade, or the mean of several markets. */
export const TRIGGER_PRICE_SOURCES = ['mid', 'bid', 'ask', 'last_trade', 'mean'] as const
export type TriggerPriceSource = (typeof TRIGGER_PRICE_SOURCES)[number]
