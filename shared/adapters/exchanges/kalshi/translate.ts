/** Kalshi's payloads in our words and ours in Kalshi's. Pure; the only error it throws is `ExchangeUnavailable`. */

import { feesOfExchangeA } from '#domain/fees/exchange-a.ts'
import {
  fromDecimal,
  type Money,
  money,
  ONE,
  oneMinus,
  type Price,
  price,
  type Qty,
  qty,
} from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { clipToGrid, type FeeTerms, type Market, type PriceRange, svcIdOf } from '#domain/markets/market.ts'
import type { Candle } from '#domain/markets/price-series.ts'
import type { FillReport, OrderReport } from '#ports/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchange-unavailable.ts'
import type { ExchangeQuote, Level, OrderBook } from '#ports/market-data-source.ts'
import type { WireBook, WireCandle, WireFill, WireMarket, WireOrder, WireQuote, WireSeries } from './http/wire.ts'
import { categoryOf } from './markets/categories.ts'

/** 0.01 contract: the smallest count and the step, on every market (Kalshi reference, section 1). */
export const LOT = 10_000

/** A market with what only its series knows: category, tags and fees (reference, section 5.5). */
export const toMarket = (wire: WireMarket, series: WireSeries | null, now: Millis): Market => {
  const priceRanges = toPriceRanges(wire)
  return {
    svcId: svcIdOf('EXCHANGE_A', wire.ticker),
    exchange: 'EXCHANGE_A',
    nativeId: wire.ticker,
    ticker: wire.ticker,
    tokenIdYes: null,
    tokenIdNo: null,
    slug: null,
    conditionId: null,
    negRisk: false,
    negRiskId: null,
    name: nameOf(wire, series),
    description: [wire.rules_primary, wire.rules_secondary].filter(Boolean).join('\n\n'),
    // The interface knows only these two for this exchange: a paused or unopened market reads as closed too.
    status: wire.status === 'active' ? 'active' : 'closed',
    expiresAt: toExpiry(wire),
    category: categoryOf([series?.category, ...(series?.categories ?? [])]),
    tags: series?.tags ?? [],
    tickSizePrice: price(Math.min(...priceRanges.map((range) => range.step))),
    priceRanges,
    tickSizeQty: qty(LOT),
    minimumOrderSize: qty(LOT),
    feeTerms: toFeeTerms(wire, series, now),
    // Every contract is worth one dollar, so the count is the notional.
    volume24h: wire.volume_24h_fp ? toMoney('volume_24h_fp', wire.volume_24h_fp) : money(0),
    shard: wire.exchange_index ?? 0,
  }
}

/**
 * All fee types ask the same of takers (reference, section 10). What `flat` asks is in no answer: the standard formula is the
 * likeliest upper bound.
 */
const toFeeTerms = (wire: WireMarket, series: WireSeries | null, now: Millis): FeeTerms => {
  const { rate, exponent } = feesOfExchangeA.standardTerms
  // Read anew with every sync, so that a waiver ends in time.
  if (Date.parse(wire.fee_waiver_expiration_time ?? '') > now) return { rate: 0, exponent }
  return { rate: Math.round(rate * (series?.fee_multiplier ?? 1)), exponent }
}

/** User-made combinations, which the service does not list (reference, section 5). */
export const isCombo = (wire: WireMarket): boolean =>
  Boolean(wire.mve_collection_ticker) || wire.ticker.startsWith('KXMVE')

/** Both wire sides are bids: a bid for NO at q is an ask for YES at 1 − q. Their order is not to be trusted (section 5.2). */
export const toOrderBook = (wire: WireBook, at: Millis): OrderBook => ({
  bids: toLevels('yes_dollars', wire.orderbook_fp.yes_dollars ?? []).sort((a, b) => b.price - a.price),
  asks: toLevels('no_dollars', wire.orderbook_fp.no_dollars ?? [])
    .map((level) => ({ price: oneMinus(level.price), qty: level.qty }))
    .sort((a, b) => a.price - b.price),
  at,
})

/** What a market shows now; `trades` says whether the exchange trades on its shard at all. */
export const toQuote = (wire: WireQuote, trades: boolean, fetchedAt: Millis): ExchangeQuote => ({
  nativeId: wire.ticker,
  state: stateOf(wire.status, trades),
  bid: toTouch('yes_bid', wire.yes_bid_dollars, wire.yes_bid_size_fp),
  ask: toTouch('yes_ask', wire.yes_ask_dollars, wire.yes_ask_size_fp),
  // A price of 0 stands for no trade at all: no price grid has it.
  lastPrice: wire.last_price_dollars ? toPrice('last_price_dollars', wire.last_price_dollars) || null : null,
  tradeMark: wire.volume_fp ?? '',
  fetchedAt,
})

/** A word that is not known ends nothing, and nothing is believed of such a market either. */
const stateOf = (status: string, trades: boolean): ExchangeQuote['state'] => {
  if (OVER.has(status)) return 'closed'
  return status === 'active' && trades ? 'open' : 'paused'
}

/** Statuses after the close (reference, section 12). */
const OVER: ReadonlySet<string> = new Set(['closed', 'determined', 'disputed', 'amended', 'finalized'])

/** A level exists only where its size is above 0; sizes below 0 have been seen after the close (section 5.1). */
const toTouch = (field: string, at: string | null | undefined, size: string | null | undefined): Level | null => {
  const millionths = fromDecimal(size ?? '0')
  if (!at || (millionths !== null && millionths <= 0)) return null
  return { price: toPrice(`${field}_dollars`, at), qty: toQty(`${field}_size_fp`, size ?? '0') }
}

/** A candle of `length` milliseconds; null when nothing was traded in it. The exchange names its end (section 5.4). */
export const toCandle = (wire: WireCandle, length: number): Candle | null => {
  const { open, high, low, close } = wire
  if (!open || !high || !low || !close) return null
  return {
    from: wire.end_period_ts * SECOND - length,
    open: toPrice('price.open', open),
    high: toPrice('price.high', high),
    low: toPrice('price.low', low),
    close: toPrice('price.close', close),
    volume: toQty('volume', wire.volume || '0'),
  }
}

/** An order as a read shows it. Only the two final words end an order; a word we do not know does not. */
export const toOrderReport = (wire: WireOrder): OrderReport => ({
  exchangeOrderId: wire.order_id,
  identity: wire.client_order_id || null,
  state: wire.status === 'canceled' || wire.status === 'executed' ? 'ended' : 'live',
  filledQty: toQty('fill_count_fp', wire.fill_count_fp),
})

/** A fill. Its direction is `book_side` or `outcome_side`, and the price is YES on either (reference, sections 6 and 7). */
export const toFillReport = (wire: WireFill): FillReport => {
  const fillId = wire.fill_id || wire.trade_id
  if (!fillId) throw unreadable('a fill without an id')
  const nativeId = wire.ticker || wire.market_ticker
  if (!nativeId) throw unreadable('a fill without a market')
  if (!wire.book_side && !wire.outcome_side) throw unreadable('a fill without a direction')
  return {
    fillId,
    tradeId: wire.trade_id || fillId,
    exchangeOrderId: wire.order_id,
    nativeId,
    at: toMillis('created_time', wire.created_time),
    price: toPrice('yes_price_dollars', wire.yes_price_dollars),
    qty: toQty('count_fp', wire.count_fp),
    fee: wire.fee_cost ? toMoney('fee_cost', wire.fee_cost) : money(0),
    buyFlag: wire.book_side ? wire.book_side === 'bid' : wire.outcome_side === 'yes',
    isMaker: !wire.is_taker,
    status: 'FINAL',
  }
}

/** An RFC 3339 instant, microseconds cut off. */
export const toMillis = (field: string, text: string): Millis => {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw unreadable(`${field} is not an instant: ${clip(text)}`)
  return at
}

/** Contracts in millionths from the exchange's decimal text. */
export const toQty = (field: string, text: string): Qty => exact(field, text, qty)

export const toPrice = (field: string, text: string): Price => exact(field, text, price)

const toMoney = (field: string, text: string): Money => exact(field, text, money)

const exact = <T>(field: string, text: string, make: (millionths: number) => T): T => {
  const millionths = fromDecimal(text)
  if (millionths !== null) {
    try {
      return make(millionths)
    } catch {
      // Out of the number's bounds: the same complaint as for no number at all.
    }
  }
  throw unreadable(`${field} is out of range or no decimal: ${clip(text)}`)
}

const toLevels = (field: string, side: ReadonlyArray<readonly [string, string]>): Level[] => {
  const sizes = new Map<Price, number>()
  for (const [at, size] of side) {
    const level = toPrice(field, at)
    sizes.set(level, (sizes.get(level) ?? 0) + toQty(field, size))
  }
  return [...sizes].filter(([, size]) => size > 0).map(([at, size]) => ({ price: at, qty: exactQty(field, size) }))
}

const exactQty = (field: string, millionths: number): Qty => {
  try {
    return qty(millionths)
  } catch {
    throw unreadable(`${field} adds up to no quantity`)
  }
}

/** `price_ranges` is the truth; where it is missing, whole cents are valid on every grid (reference, section 11). */
const toPriceRanges = (wire: WireMarket): readonly PriceRange[] => {
  const ranges = (wire.price_ranges ?? []).map((range) => ({
    start: toPrice('price_ranges.start', range.start),
    end: toPrice('price_ranges.end', range.end),
    step: toPrice('price_ranges.step', range.step),
  }))
  if (ranges.some((range) => range.step === 0 || range.start > range.end)) throw unreadable('price_ranges is no grid')
  const grid = ranges.length === 0 ? [{ start: price(0), end: price(ONE), step: price(10_000) }] : ranges
  if (clipToGrid({ priceRanges: grid }, ONE, true) === null)
    throw unreadable('price_ranges holds no price inside 0 to 1')
  return grid
}

/**
 * The instant trading ends. The exchange's own "expiration" fields are deprecated or guesses about the settlement, and
 * `close_time` is the one that decides whether an order is taken (reference, section 12).
 */
const toExpiry = (wire: WireMarket): Millis | null => {
  const text = wire.close_time || wire.latest_expiration_time
  return text ? toMillis('close_time', text) : null
}

/** All markets of an event share a title; the YES outcome tells them apart. */
const nameOf = (wire: WireMarket, series: WireSeries | null): string => {
  const title = wire.title || series?.title || wire.ticker
  const outcome = wire.yes_sub_title
  return outcome && !title.toLowerCase().includes(outcome.toLowerCase()) ? `${title}: ${outcome}` : title
}

const unreadable = (what: string): ExchangeUnavailable => new ExchangeUnavailable('EXCHANGE_A', `Kalshi sent ${what}`)

const clip = (text: string): string => JSON.stringify(text.slice(0, 40))
