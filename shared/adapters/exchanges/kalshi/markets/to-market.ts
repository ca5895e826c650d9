/** A market of Kalshi's catalogue as one of this service. Throws `ExchangeUnavailable` for an unreadable market. */

import { feesOfExchangeA } from '#domain/exchanges/fees/exchange-a.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import {
  clipToGrid,
  type FeeTerms,
  type Market,
  type MarketFigures,
  type PriceRange,
  svcIdOf,
} from '#domain/markets/market.ts'
import type { WireEvent, WireMarket, WireSeries } from '../http/wire.ts'
import { LOT, readOrNull, toMillis, toMoney, toPrice, toQty, unreadable } from '../http/wire-values.ts'
import { categoryOf } from './categories.ts'

/**
 * Joins a market with its series (category, tags, fees) and its event (title, perhaps fees) (reference, section 5.5).
 * `asOf` is the time of the exchange's answer.
 */
export const toMarket = (
  wire: WireMarket,
  series: WireSeries | null,
  asOf: Millis,
  event: WireEvent | null = null,
): Market => {
  const priceRanges = toPriceRanges(wire)
  const opensAt = wire.open_time ? toMillis('open_time', wire.open_time) : null
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
    subtitle: wire.yes_sub_title || null,
    description: [wire.rules_primary, wire.rules_secondary].filter(Boolean).join('\n\n'),
    // Pictures would take one more call for each event (live reference, section 5.1).
    event: wire.event_ticker
      ? { nativeId: wire.event_ticker, title: event?.title || wire.title || wire.event_ticker, imageUrl: null }
      : null,
    seriesTicker: event?.series_ticker || series?.ticker || null,
    imageUrl: null,
    // The interface has only these two statuses for this exchange: a paused or unopened market is closed too.
    status: wire.status === 'active' ? 'active' : 'closed',
    expiresAt: toExpiry(wire),
    opensAt,
    startsAt: opensAt,
    category: categoryOf([series?.category, ...(series?.categories ?? [])]),
    tags: series?.tags ?? [],
    tickSizePrice: price(Math.min(...priceRanges.map((range) => range.step))),
    priceRanges,
    tickSizeQty: qty(LOT),
    minimumOrderSize: qty(LOT),
    ...toFees(wire, series, event, asOf),
    // Every contract is worth one dollar, so the count equals the notional.
    volume24h: wire.volume_24h_fp ? toMoney('volume_24h_fp', wire.volume_24h_fp) : money(0),
    figures: toFigures(wire, asOf),
    shard: wire.exchange_index ?? 0,
  }
}

/**
 * Returns the fees. Known fee types charge takers the same, and makers a part of it (reference, section 10). No answer
 * contains the fee of other types, such as `flat`, or of an unreadable multiplier. Orders are then planned by the
 * standard formula, and no fee is shown. An event's own fees replace those of its series.
 */
const toFees = (
  wire: WireMarket,
  series: WireSeries | null,
  event: WireEvent | null,
  asOf: Millis,
): { readonly feeTerms: FeeTerms; readonly makerFeeRate: number | null } => {
  const { rate, exponent } = feesOfExchangeA.standardTerms
  // Compared with every sync, so that a waiver ends in time.
  if (Date.parse(wire.fee_waiver_expiration_time ?? '') > asOf)
    return { feeTerms: { rate: 0, exponent }, makerFeeRate: 0 }
  const isOwn = Boolean(event?.fee_type_override) && event?.fee_multiplier_override != null
  const type = isOwn ? event?.fee_type_override : series?.fee_type
  const multiplier = isOwn ? event?.fee_multiplier_override : series?.fee_multiplier
  const scaled = rate * (multiplier ?? 1)
  const part = multiplier == null ? undefined : MAKER_PART[type ?? '']
  return {
    feeTerms: { rate: Math.round(scaled), exponent },
    makerFeeRate: part === undefined ? null : Math.round(scaled * part),
  }
}

/** Makers' part of the taker's rate, by fee type. */
const MAKER_PART: Readonly<Record<string, number>> = {
  quadratic: 0,
  quadratic_with_maker_fees: 0.25,
  quadratic_with_combo_maker_fees: 0.5,
}

/** An unreadable figure is null. A last price of 0 means that there was no trade. */
const toFigures = (wire: WireMarket, asOf: Millis): MarketFigures => ({
  volume: readOrNull(wire.volume_fp, (text) => toMoney('volume_fp', text)),
  openInterest: readOrNull(wire.open_interest_fp, (text) => toQty('open_interest_fp', text)),
  lastPrice: readOrNull(wire.last_price_dollars, (text) => toPrice('last_price_dollars', text)) || null,
  asOf,
})

/** Returns true for a combination made by users, which the service does not list (reference, section 5). */
export const isCombo = (wire: WireMarket): boolean =>
  Boolean(wire.mve_collection_ticker) || wire.ticker.startsWith('KXMVE')

/** Reads `price_ranges`. Without them whole cents are valid on every grid (reference, section 11). */
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
 * Returns the instant at which trading is expected to end, for the catalogue only. `close_time` decides whether an
 * order is taken (reference, section 12). For a game it is up to weeks after the game, but the market closes with the
 * game. Then `expected_expiration_time` is the better guess.
 */
const toExpiry = (wire: WireMarket): Millis | null => {
  const text = wire.close_time || wire.latest_expiration_time
  const closesAt = text ? toMillis('close_time', text) : null
  const expected = wire.can_close_early ? Date.parse(wire.expected_expiration_time ?? '') : Number.NaN
  return closesAt === null || Number.isNaN(expected) ? closesAt : Math.min(closesAt, expected)
}

/** Adds the YES outcome to the title, which all markets of an event share. */
const nameOf = (wire: WireMarket, series: WireSeries | null): string => {
  const title = wire.title || series?.title || wire.ticker
  const outcome = wire.yes_sub_title
  return outcome && !title.toLowerCase().includes(outcome.toLowerCase()) ? `${title}: ${outcome}` : title
}
