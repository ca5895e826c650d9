/** Payloads of Polymarket's CLOB and Gamma APIs with the fields that the adapter reads; other fields are ignored. */

import * as v from 'valibot'
import { knownText } from '../../known-values.ts'

const text = v.nullish(v.string())
/** Decimal number, as text on some routes and as a number on others (Polymarket reference, section 5). */
export const decimal = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
/** Flag, also as a word, which one source has seen (reference, section 6.2). */
export const flag = v.pipe(
  v.nullish(v.union([v.boolean(), v.string()])),
  v.transform((value) => (value == null ? null : value === true || value === 'true')),
)
const id = v.pipe(v.string(), v.minLength(1))

/** Removes the prefix that some answers give a status (reference, sections 4.2 and 4.3). */
export const bare = (status: string): string => status.toUpperCase().replace(/^(?:ORDER|TRADE)_STATUS_/, '')
/**
 * Joins the many statuses of cancelled orders, some with free text, which begin alike (live reference, section 1.3).
 */
export const bareOfOrder = (status: string): string => bare(status).replace(/^CANCELL?ED.*/s, 'CANCELED')
const upper = (word: string): string => word.toUpperCase()

const orderStatus = knownText(
  'EXCHANGE_B',
  'order status',
  ['LIVE', 'MATCHED', 'DELAYED', 'UNMATCHED', 'INVALID', 'CANCELED'],
  bareOfOrder,
)
const orderType = v.nullish(knownText('EXCHANGE_B', 'order type', ['GTC', 'GTD', 'FOK', 'FAK'], upper))
const tradeStatus = knownText(
  'EXCHANGE_B',
  'trade status',
  ['MATCHED_NOT_BROADCASTED', 'MATCHED', 'MINED', 'RETRYING', 'CONFIRMED', 'FAILED'],
  bare,
)
const traderSide = v.nullish(knownText('EXCHANGE_B', 'trader side', ['TAKER', 'MAKER'], upper))
const sentStatus = v.nullish(
  knownText('EXCHANGE_B', 'status of a sent order', ['LIVE', 'MATCHED', 'DELAYED', 'UNMATCHED'], upper),
)
/** Version of the contracts that a market trades on (reference, section 1). */
const version = v.nullish(knownText('EXCHANGE_B', 'market version', ['v1', 'v2']))

/** Answer to `/clob-markets/{conditionId}` (reference, section 5): the rules for orders under short keys. */
export const WireTradingRules = v.object({
  t: v.array(v.object({ t: id, o: text })),
  mts: decimal,
  mos: decimal,
  nr: v.nullish(v.boolean()),
  sd: v.fallback(v.nullish(v.number()), null),
  v: version,
  fd: v.nullish(v.object({ r: v.nullish(decimal), e: v.nullish(v.number()) })),
})
export type WireTradingRules = v.InferOutput<typeof WireTradingRules>

/** Reference, section 5. The best level comes last, but the adapter does not rely on it. */
const levels = v.array(v.object({ price: decimal, size: decimal }))
export const WireBook = v.object({ timestamp: v.nullish(decimal), bids: levels, asks: levels })
export type WireBook = v.InferOutput<typeof WireBook>

/** One of many books (reference, section 5). The last price is an empty text if nothing was ever traded. */
export const WireQuote = v.object({
  asset_id: id,
  timestamp: v.fallback(v.nullish(decimal), null),
  last_trade_price: v.nullish(decimal),
  bids: levels,
  asks: levels,
})
export type WireQuote = v.InferOutput<typeof WireQuote>
/** Public trades of the Data host, newest first (reference, section 7.1); null if there are none. */
export const WirePublicTrades = v.object({
  data: v.nullable(v.array(v.object({ timestamp: v.number(), price: decimal, token_id: text }))),
})

/** Trades of one market. Side and price of a row are those of its own token. */
export const WireTapeTrade = v.object({
  timestamp: v.number(),
  price: decimal,
  size: decimal,
  side: v.picklist(['BUY', 'SELL']),
  token_id: v.string(),
  transaction_hash: text,
})
export type WireTapeTrade = v.InferOutput<typeof WireTapeTrade>
/** Rows are read later, so that one bad row does not cost the page. */
export const WireTapePage = v.object({
  data: v.nullable(v.array(v.unknown())),
  pagination: v.nullish(v.object({ has_more: v.nullish(v.boolean()), next_cursor: v.nullish(v.string()) })),
})

/** The CLOB's record of a market (reference, section 5). */
export const WireMarketState = v.object({ closed: flag, accepting_orders: flag })
export type WireMarketState = v.InferOutput<typeof WireMarketState>

/** Records are read later, so that one bad record does not cost the page. */
export const WireBooks = v.array(v.unknown())

/** Price history of the Data host (reference, section 5); null instead of an empty list. */
export const WirePricePage = v.object({
  data: v.nullable(v.array(v.object({ timestamp: v.number(), price: decimal }))),
  pagination: v.nullish(v.object({ next_cursor: text })),
})

/** Price history of the CLOB (reference, section 5). */
export const WireHistory = v.object({ history: v.array(v.object({ t: v.number(), p: decimal })) })

/** Reference, section 4.4. */
export const WireBalance = v.object({ balance: decimal })

/** Answer to an order that was not refused outright (reference, section 3.7); `success: true` proves nothing. */
export const WirePosted = v.object({
  success: v.fallback(v.nullish(v.boolean()), null),
  orderID: text,
  errorMsg: text,
  status: sentStatus,
  makingAmount: v.nullish(decimal),
  takingAmount: v.nullish(decimal),
})
export type WirePosted = v.InferOutput<typeof WirePosted>

/** Answer to a cancel of one or several orders (reference, section 4.1). */
export const WireCancelled = v.object({
  canceled: v.nullish(v.array(v.string())),
  not_canceled: v.nullish(v.record(v.string(), v.string())),
})

/** Reference, section 4.2. */
export const WireOrder = v.object({
  id,
  status: orderStatus,
  asset_id: v.string(),
  side: v.string(),
  price: v.nullish(decimal),
  original_size: decimal,
  // Has been seen empty if nothing was matched (live reference, section 1.3).
  size_matched: v.pipe(
    decimal,
    v.transform((text) => text || '0'),
  ),
  order_type: orderType,
})
export type WireOrder = v.InferOutput<typeof WireOrder>

/**
 * One order by its id. For an unknown id, null or an empty body has been seen instead of a 404 (live reference, section
 * 2.3).
 */
export const WireOneOrder = v.nullable(WireOrder)
/**
 * The list must be there: a body without it is not an empty page. Rows are read later: only the caller knows whether an
 * unreadable one may be left out.
 */
export const WireOrderPage = v.object({ data: v.array(v.unknown()), next_cursor: text })

const side = v.pipe(
  v.string(),
  v.transform((word) => word.toUpperCase()),
  v.picklist(['BUY', 'SELL']),
)

/** A resting order's part of a trade (reference, section 4.3). */
export const WireMakerOrder = v.object({
  order_id: id,
  maker_address: v.string(),
  matched_amount: decimal,
  price: decimal,
  asset_id: v.string(),
  outcome: text,
  side: v.nullish(side),
})
export type WireMakerOrder = v.InferOutput<typeof WireMakerOrder>

/** A trade from its taker's view (reference, section 4.3). */
export const WireTrade = v.object({
  id,
  taker_order_id: v.string(),
  market: id,
  asset_id: v.string(),
  outcome: text,
  side,
  size: decimal,
  price: decimal,
  status: tradeStatus,
  match_time: decimal,
  trader_side: traderSide,
  maker_address: text,
  owner: text,
  maker_orders: v.nullish(v.array(WireMakerOrder)),
})
export type WireTrade = v.InferOutput<typeof WireTrade>

/** Rows are read later, so that one bad row does not cost the page. */
export const WireTradePage = v.object({ data: v.array(v.unknown()), next_cursor: text })

/** A list, or a text that contains one (reference, section 6.2). */
const list = v.nullish(v.union([v.string(), v.array(v.unknown())]))

/** Gamma's record of a market (reference, section 6.2). Unknown values are mostly absent. */
export const WireMarket = v.object({
  conditionId: id,
  version,
  question: text,
  description: text,
  slug: text,
  groupItemTitle: text,
  outcomes: list,
  clobTokenIds: list,
  positionIds: list,
  active: flag,
  closed: flag,
  negRisk: flag,
  negRiskOther: flag,
  negRiskMarketID: text,
  endDate: text,
  orderPriceMinTickSize: v.nullish(decimal),
  orderMinSize: v.nullish(decimal),
  feesEnabled: flag,
  feeSchedule: v.nullish(v.object({ rate: v.nullish(decimal), exponent: v.nullish(v.number()), takerOnly: flag })),
  volume24hr: v.nullish(decimal),
  volume: v.fallback(v.nullish(decimal), null),
  lastTradePrice: v.fallback(v.nullish(decimal), null),
  image: text,
  icon: text,
  startDate: text,
  category: text,
  tags: v.nullish(v.array(v.unknown())),
  events: v.nullish(v.array(v.unknown())),
})
export type WireMarket = v.InferOutput<typeof WireMarket>

/** Times at which a market was made and ended, in any of Gamma's formats. */
export const WireMarketTimes = v.object({ createdAt: text, closedTime: text })

/** Facts that only the event of a market has. A series groups recurring events (live reference, section 7). */
export const WireEvent = v.object({
  id: v.fallback(v.nullish(decimal), null),
  title: text,
  image: text,
  icon: text,
  series: v.fallback(v.nullish(v.array(v.object({ ticker: text, slug: text }))), null),
  negRiskAugmented: flag,
  category: text,
  tags: v.nullish(v.array(v.unknown())),
})

export const WireTag = v.object({ label: text, slug: text })

/** Records are read later, so that one bad record does not cost the page. */
export const WireMarketPage = v.object({ markets: v.array(v.unknown()), next_cursor: text })

/** Reference, section 2.1. */
export const WireApiKey = v.object({ apiKey: id, secret: id, passphrase: id })
