/** Messages of Kalshi's WebSocket with the fields that the adapter reads (Kalshi live reference, section 1). Others are ignored. */

import * as v from 'valibot'
import { WireFill } from '../http/wire.ts'
import { unreadable } from '../http/wire-values.ts'

const decimal = v.string()
const ticker = v.string()
const side = v.nullish(v.array(v.tuple([decimal, decimal])))
const millis = v.nullish(v.number())

/** Fields that every message may have. `seq` counts the messages of one subscription, whatever their type. */
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
export const NOT_SIGNED_IN = 9
export const TOO_MANY_MARKETS = 26
export const TOO_FAST = 27
export const COMMAND_TIMEOUT = 18
/** Codes after which the same command would be refused again. Others, such as 18 (command timeout), may pass. */
export const FOR_GOOD: ReadonlySet<number> = new Set([
  1, 2, 3, 4, 5, 8, 9, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 28,
])

/** A message that names its market, whatever else of it cannot be read. */
export const OfMarket = v.object({ market_ticker: ticker })

/**
 * Book with both sides in YES prices, as the subscription requests. A side without orders may be absent. A book with neither side
 * but another list has sides of other names, and is refused: it is not empty.
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

/** Trade whose price counts, whatever else is missing. `is_block_trade` decides whether it is a price. */
export const StreamTrade = v.object({
  trade_id: v.nullish(v.string(), ''),
  market_ticker: ticker,
  yes_price_dollars: decimal,
  count_fp: v.nullish(decimal, '0'),
  taker_side: v.nullish(v.string()),
  taker_outcome_side: v.nullish(v.string()),
  taker_book_side: v.nullish(v.string()),
  is_block_trade: v.nullish(v.boolean()),
  ts_ms: millis,
})
export type StreamTrade = v.InferOutput<typeof StreamTrade>

/** Fill of an account. Without its fee or exact time it is left to a read. */
export const StreamFill = v.object({
  ...WireFill.entries,
  trade_id: v.pipe(v.string(), v.minLength(1)),
  client_order_id: v.nullish(v.string()),
  fee_cost: v.pipe(v.string(), v.minLength(1)),
  ts_ms: v.pipe(v.number(), v.safeInteger()),
  subaccount: v.nullish(v.number()),
})

/** Reads a message in this form. Throws `ExchangeUnavailable` for any other, with `what` in its words. */
export const readAs = <Schema extends v.GenericSchema>(
  form: Schema,
  msg: unknown,
  what: string,
): v.InferOutput<Schema> => {
  const reading = v.safeParse(form, msg)
  if (!reading.success) throw unreadable(what)
  return reading.output
}
