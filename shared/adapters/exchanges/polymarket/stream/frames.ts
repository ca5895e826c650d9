/**
 * Messages of Polymarket's market channel with the fields that the adapter reads (Polymarket live reference, section
 * 1.2). Others are ignored.
 */

import * as v from 'valibot'

const levels = v.array(v.object({ price: v.string(), size: v.string() }))
/** Milliseconds as text. */
const timestamp = v.nullish(v.union([v.string(), v.number()]))

export const LAST_TRADE = 'last_trade_price'

const token = v.fallback(v.nullish(v.string()), null)

/** Tokens that an unreadable message about books or trades names. */
export const NamedMessage = v.object({
  event_type: v.picklist(['book', 'price_change', LAST_TRADE]),
  asset_id: token,
  price_changes: v.fallback(v.nullish(v.array(v.fallback(v.nullable(v.object({ asset_id: token })), null))), null),
})

/** A whole book. */
export const BookMessage = v.object({
  event_type: v.literal('book'),
  asset_id: v.string(),
  timestamp,
  bids: levels,
  asks: levels,
})

/** Levels with their new total sizes, often of both tokens of a market. */
export const ChangeMessage = v.object({
  event_type: v.literal('price_change'),
  timestamp,
  price_changes: v.array(
    v.object({ asset_id: v.string(), price: v.string(), size: v.string(), side: v.picklist(['BUY', 'SELL']) }),
  ),
})

/** One trade, whose price counts, whatever else is missing. */
export const TradeMessage = v.object({
  event_type: v.literal(LAST_TRADE),
  asset_id: v.string(),
  price: v.string(),
  size: v.nullish(v.string(), '0'),
  side: v.nullish(v.string()),
  transaction_hash: v.nullish(v.string()),
  timestamp,
})

/** The price grid has changed: the known book is of the old grid. */
export const TickMessage = v.object({ event_type: v.literal('tick_size_change'), asset_id: v.string() })

export const MarketMessage = v.variant('event_type', [BookMessage, ChangeMessage, TradeMessage, TickMessage])
export type MarketMessage = v.InferOutput<typeof MarketMessage>
