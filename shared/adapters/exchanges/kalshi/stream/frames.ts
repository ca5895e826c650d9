/** The messages of Kalshi's WebSocket as far as we read them (Kalshi live reference, section 1). Others are ignored. */

import * as v from 'valibot'

const decimal = v.string()
const ticker = v.string()
const side = v.nullish(v.array(v.tuple([decimal, decimal])))
const millis = v.nullish(v.number())

/** What every message may have. `seq` counts the messages of one subscription, whatever their type. */
export const Envelope = v.object({
  type: v.string(),
  id: v.nullish(v.number()),
  sid: v.nullish(v.number()),
  seq: v.nullish(v.number()),
  sending_ts_ms: v.fallback(v.nullish(v.number()), null),
  msg: v.nullish(v.unknown()),
})
export type Envelope = v.InferOutput<typeof Envelope>

export const Subscribed = v.object({ channel: v.string(), sid: v.number() })

export const StreamError = v.object({ code: v.number(), msg: v.nullish(v.string()) })
/** Codes after which the subscription is dead (section 1.2). */
export const ENDED: ReadonlySet<number> = new Set([10, 17, 25])
export const TOO_FAST = 27
/** The command itself is refused, and would be refused again. Others, such as 18 (command timeout), need not last. */
export const FOR_GOOD: ReadonlySet<number> = new Set([
  1, 2, 3, 4, 5, 8, 9, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 28,
])

/** All that a message has to say for its market to be known. */
export const OfMarket = v.object({ market_ticker: ticker })

/**
 * Both sides in YES prices, because that is asked for. A side without orders may be absent. A book with neither side and with another list has
 * sides of other names, and is not empty.
 */
export const BookSnapshot = v.pipe(
  v.looseObject({ market_ticker: ticker, yes_dollars_fp: side, no_dollars_fp: side }),
  v.check((book) => 'yes_dollars_fp' in book || 'no_dollars_fp' in book || !Object.values(book).some(Array.isArray)),
)

export const BookDelta = v.object({
  market_ticker: ticker,
  price_dollars: decimal,
  delta_fp: decimal,
  side: v.picklist(['yes', 'no']),
  ts_ms: millis,
})

/** A price counts, whatever else is missing. */
export const StreamTrade = v.object({
  trade_id: v.nullish(v.string(), ''),
  market_ticker: ticker,
  yes_price_dollars: decimal,
  count_fp: v.nullish(decimal, '0'),
  taker_side: v.nullish(v.string()),
  taker_outcome_side: v.nullish(v.string()),
  taker_book_side: v.nullish(v.string()),
  is_block_trade: v.fallback(v.nullish(v.boolean()), null),
  ts_ms: millis,
})
export type StreamTrade = v.InferOutput<typeof StreamTrade>
