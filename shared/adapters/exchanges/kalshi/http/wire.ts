/** Payloads of Kalshi's Trade API v2 with the fields that the adapter reads; other fields are ignored. */

import * as v from 'valibot'
import { knownText } from '../../known-values.ts'

/** A fixed-point decimal as text: prices and money with up to six decimals, counts with two. */
const decimal = v.string()
const text = v.nullish(v.string())

/** Reference, section 12. */
export const marketStatus = knownText('EXCHANGE_A', 'market status', [
  'initialized',
  'inactive',
  'active',
  'closed',
  'determined',
  'disputed',
  'amended',
  'finalized',
])
const orderStatus = knownText('EXCHANGE_A', 'order status', ['resting', 'canceled', 'executed'])
const feeType = v.nullish(
  knownText('EXCHANGE_A', 'fee type', [
    'quadratic',
    'quadratic_with_maker_fees',
    'quadratic_with_combo_maker_fees',
    'flat',
  ]),
)

/** Reference, section 5.1. `title` is deprecated there and therefore optional here. */
export const WireMarket = v.object({
  ticker: v.pipe(v.string(), v.minLength(1)),
  event_ticker: v.string(),
  status: marketStatus,
  title: text,
  yes_sub_title: text,
  rules_primary: text,
  rules_secondary: text,
  open_time: text,
  close_time: text,
  expected_expiration_time: text,
  can_close_early: v.fallback(v.nullish(v.boolean()), null),
  latest_expiration_time: text,
  price_ranges: v.nullish(v.array(v.object({ start: decimal, end: decimal, step: decimal }))),
  volume_fp: text,
  volume_24h_fp: text,
  open_interest_fp: text,
  last_price_dollars: text,
  fee_waiver_expiration_time: text,
  exchange_index: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0))),
  mve_collection_ticker: text,
})
export type WireMarket = v.InferOutput<typeof WireMarket>

/** A market of the list, without its bid and ask, which are up to 15 s old (Kalshi live reference, section 2). */
export const WireListed = v.object({
  ticker: v.pipe(v.string(), v.minLength(1)),
  status: marketStatus,
  last_price_dollars: text,
  volume_fp: text,
  exchange_index: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
export type WireListed = v.InferOutput<typeof WireListed>

/** True for a trade that was negotiated off the book (changes of November 2026, EXCHANGE_A 2). Decides whether the trade sets a price. */
const is_block_trade = v.nullish(v.boolean())

/** Public trades, newest first (reference, section 5.3). */
export const WireTrade = v.object({
  ticker: v.pipe(v.string(), v.minLength(1)),
  trade_id: text,
  created_time: v.string(),
  yes_price_dollars: v.string(),
  is_block_trade,
})
export type WireTrade = v.InferOutput<typeof WireTrade>

/** A trade on the tape of one market. */
export const WireTapeTrade = v.object({
  trade_id: v.pipe(v.string(), v.minLength(1)),
  created_time: v.string(),
  yes_price_dollars: v.string(),
  count_fp: decimal,
  taker_book_side: text,
  taker_outcome_side: text,
  taker_side: text,
  is_block_trade,
})
export type WireTapeTrade = v.InferOutput<typeof WireTapeTrade>

/** Rows are read later, so that one bad row does not cost the page. */
export const WireTradePage = v.object({ trades: v.nullable(v.array(v.unknown())), cursor: text })

/** Reference, section 9. The top level is the state of shard 0, and of all shards if they are not listed. */
const active = { trading_active: v.boolean(), exchange_active: v.nullish(v.boolean()) }
export const WireExchangeStatus = v.object({
  ...active,
  exchange_index_statuses: v.nullish(v.array(v.object({ exchange_index: v.number(), ...active }))),
})
export type WireExchangeStatus = v.InferOutput<typeof WireExchangeStatus>

/** Records are read later, so that one bad record does not cost the page. */
export const WireMarketPage = v.object({ markets: v.array(v.unknown()), cursor: text })

const multiplier = v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(10))), null)

/** Reference, section 5.5. An event's own fees replace those in its series; null if the event has none. */
export const WireEvent = v.object({
  event_ticker: v.pipe(v.string(), v.minLength(1)),
  series_ticker: text,
  title: text,
  fee_type_override: feeType,
  fee_multiplier_override: multiplier,
})
export type WireEvent = v.InferOutput<typeof WireEvent>

/** Records are read later, so that one bad record does not cost the page. */
export const WireEventPage = v.object({ events: v.array(v.unknown()) })

/** Reference, section 5.5. Only the series has categories and tags. */
export const WireSeries = v.object({
  ticker: v.string(),
  title: text,
  category: text,
  categories: v.nullish(v.array(v.string())),
  tags: v.nullish(v.array(v.string())),
  fee_type: feeType,
  fee_multiplier: multiplier,
})
export type WireSeries = v.InferOutput<typeof WireSeries>

export const WireOneSeries = v.object({ series: WireSeries })

export const WireSeriesPage = v.object({ series: v.nullable(v.array(v.unknown())), cursor: text })

/** Reference, section 5.2: both sides are bids, the second one of NO. */
const side = v.nullish(v.array(v.tuple([decimal, decimal])))
/** A book with neither side is refused, not taken as empty: the exchange must have renamed its sides. */
export const WireBook = v.object({
  orderbook_fp: v.pipe(
    v.object({ yes_dollars: side, no_dollars: side }),
    v.check((book) => 'yes_dollars' in book || 'no_dollars' in book, 'a side of the book'),
  ),
})
export type WireBook = v.InferOutput<typeof WireBook>
/** Records are read later, so that one bad record does not cost the page. */
export const WireBookPage = v.object({ orderbooks: v.array(v.unknown()) })
export const WireNamedBook = v.object({ ticker: v.pipe(v.string(), v.minLength(1)), ...WireBook.entries })

/** Reference, section 5.4. Members of the price are null or absent if nothing was traded. */
const end_period_ts = v.pipe(v.number(), v.integer())
const WireCandle = v.pipe(
  v.object({
    end_period_ts,
    price: v.nullish(v.object({ open_dollars: text, high_dollars: text, low_dollars: text, close_dollars: text })),
    volume_fp: text,
  }),
  v.transform(({ end_period_ts, price, volume_fp }) => ({
    end_period_ts,
    open: price?.open_dollars,
    high: price?.high_dollars,
    low: price?.low_dollars,
    close: price?.close_dollars,
    volume: volume_fp,
  })),
)
export type WireCandle = v.InferOutput<typeof WireCandle>

/** Candle of an archived market: the same fields without suffixes. */
const WireArchivedCandle = v.pipe(
  v.object({
    end_period_ts,
    price: v.nullish(v.object({ open: text, high: text, low: text, close: text })),
    volume: text,
  }),
  v.transform(({ end_period_ts, price, volume }) => ({
    end_period_ts,
    open: price?.open,
    high: price?.high,
    low: price?.low,
    close: price?.close,
    volume,
  })),
)

const candles = v.nullish(v.array(WireCandle))
export const WireCandlePage = v.object({
  markets: v.nullable(v.array(v.object({ market_ticker: v.string(), candlesticks: candles }))),
})
export const WireArchivedCandles = v.object({ candlesticks: v.nullable(v.array(WireArchivedCandle)) })

/** Answer to a create: flat, without a status (reference, section 6.1). */
export const WireCreated = v.object({
  order_id: v.pipe(v.string(), v.minLength(1)),
  client_order_id: text,
  fill_count: decimal,
  remaining_count: decimal,
  average_fill_price: text,
  average_fee_paid: text,
})
export type WireCreated = v.InferOutput<typeof WireCreated>

/** Answer to an amend. Counts are absent if neither a fill nor the size has changed (reference, section 6.4). */
export const WireAmended = v.object({
  order_id: v.string(),
  remaining_count: text,
  fill_count: text,
  average_fill_price: text,
  average_fee_paid: text,
})

/** Answer to a cancel, with the quantity that was still open (reference, section 6.3). */
export const WireCancelled = v.object({ order_id: v.string(), reduced_by: decimal })

/** Reference, section 6.6. */
export const WireOrder = v.object({
  order_id: v.pipe(v.string(), v.minLength(1)),
  client_order_id: text,
  status: orderStatus,
  fill_count_fp: decimal,
  book_side: text,
  taker_fill_cost_dollars: text,
  maker_fill_cost_dollars: text,
  taker_fees_dollars: text,
  maker_fees_dollars: text,
  subaccount_number: v.nullish(v.number()),
  last_update_reason: v.fallback(text, null),
})
export type WireOrder = v.InferOutput<typeof WireOrder>

export const WireOneOrder = v.object({ order: WireOrder })
/**
 * The list must be there, at least as null: a body without it is not an empty page, and would wrongly prove absence.
 * Rows are read later: only the caller knows whether an unreadable one may be left out.
 */
export const WireOrderPage = v.object({ orders: v.nullable(v.array(v.unknown())), cursor: text })

/** Reference, section 7. `side` and `action` mislead, and are not read. */
export const WireFill = v.object({
  fill_id: text,
  trade_id: text,
  order_id: v.string(),
  ticker: text,
  market_ticker: text,
  outcome_side: v.nullish(v.picklist(['yes', 'no'])),
  book_side: v.nullish(v.picklist(['bid', 'ask'])),
  count_fp: decimal,
  yes_price_dollars: decimal,
  is_taker: v.boolean(),
  fee_cost: text,
  created_time: text,
  /** Seconds. */
  ts: v.nullish(v.number()),
  subaccount_number: v.nullish(v.number()),
})
export type WireFill = v.InferOutput<typeof WireFill>

/** Rows are read later, so that one bad row does not cost the page. */
export const WireFillPage = v.object({ fills: v.nullable(v.array(v.unknown())), cursor: text })

/** Time up to which orders, fills, positions and balance are complete (reference, section 6.6). */
export const WireFreshness = v.object({ as_of_time: v.string() })

/** Reference, section 2. A key may be locked to one exchange subaccount. */
export const WireApiKeys = v.object({
  api_keys: v.array(
    v.object({
      api_key_id: v.string(),
      scopes: v.nullish(v.array(v.string())),
      subaccount: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0))),
    }),
  ),
})

/** "A public communications ID which is used to identify the user" (Kalshi OpenAPI, `/communications/id`). */
export const WireUserId = v.object({ communications_id: v.pipe(v.string(), v.minLength(1)) })
