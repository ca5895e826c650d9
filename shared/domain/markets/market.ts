/** A market (instrument): one YES/NO contract of one exchange. */

import { createHash } from 'node:crypto'
import type { ExchangeName } from '../kernel/exchange-name.ts'
import { type Money, ONE, type Price, price, type Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { MarketLabel } from './market-label.ts'

export const MARKET_STATUSES = ['active', 'closed', 'inactive'] as const
export type MarketStatus = (typeof MARKET_STATUSES)[number]

export const CATEGORIES = [
  'Sports',
  'Crypto',
  'Politics',
  'Finance',
  'Entertainment',
  'Science & Tech',
  'Weather',
  'World Affairs',
  'Health',
  'Social',
  'Other',
] as const
export type Category = (typeof CATEGORIES)[number]

/** Prices from `start` to `end` (inclusive) come in multiples of `step` counted from `start`; all in 1e-6. */
export interface PriceRange {
  readonly start: Price
  readonly end: Price
  readonly step: Price
}

/**
 * Fee of takers per contract: rate × (price × (1 − price))^exponent; see `taker-fee.ts` for the rounding of each
 * exchange.
 */
export interface FeeTerms {
  /** In millionths: 70_000 is 0.07. */
  readonly rate: number
  readonly exponent: number
}

/** The fields of an event that each of its markets has. */
export interface EventOfMarket {
  /** The exchange's own id: Kalshi event ticker, Polymarket event id. */
  readonly nativeId: string
  readonly title: string
  readonly imageUrl: string | null
}

/** Figures that change all day, as of their listing. Null if the exchange does not give one. */
export interface MarketFigures {
  /** In 1e-6 dollars. A contract counts as one dollar where the exchange counts contracts. */
  readonly volume: Money | null
  /** In millionths of a contract. */
  readonly openInterest: Qty | null
  /** The YES price of the last trade; null also where nothing was ever traded. */
  readonly lastPrice: Price | null
  /** Time at which the exchange gave the figures, including the 24 h volume. */
  readonly asOf: Millis
}

export interface Market {
  readonly svcId: number
  readonly exchange: ExchangeName
  /** The exchange's own id: Kalshi ticker, Polymarket condition id. */
  readonly nativeId: string
  readonly ticker: string | null
  readonly tokenIdYes: string | null
  readonly tokenIdNo: string | null
  readonly slug: string | null
  readonly conditionId: string | null
  readonly negRisk: boolean
  readonly negRiskId: string | null
  readonly name: string
  /** The part of the title that distinguishes the market from others of its event. */
  readonly subtitle: string | null
  readonly description: string
  /** Null if the exchange names none, and until the first sync after an upgrade. */
  readonly event: EventOfMarket | null
  /** The exchange's name of the series of recurring events. */
  readonly seriesTicker: string | null
  readonly imageUrl: string | null
  readonly status: MarketStatus
  readonly expiresAt: Millis | null
  /** Start of trading; null if the exchange does not give it, or if the market was always open. */
  readonly opensAt: Millis | null
  /** When trading began or begins, for people. `opensAt` is what decides. */
  readonly startsAt: Millis | null
  readonly category: Category
  readonly tags: readonly string[]
  /** The finest price step anywhere on the grid. */
  readonly tickSizePrice: Price
  readonly priceRanges: readonly PriceRange[]
  /** Quantity step (lot). */
  readonly tickSizeQty: Qty
  readonly minimumOrderSize: Qty
  readonly feeTerms: FeeTerms
  /** The rate of resting orders, in the same formula, in millionths; null if it is not known. */
  readonly makerFeeRate: number | null
  readonly volume24h: Money
  /** Null until the first sync after an upgrade. */
  readonly figures: MarketFigures | null
  /** Shard of the market (Kalshi `exchange_index`); 0 without shards. */
  readonly shard: number
}

/** Names a market, here and at its exchange. */
export type MarketRef = Pick<Market, 'svcId' | 'exchange' | 'nativeId'>

/** A market to trade: with the shard of its exchange that takes orders on it, and its label, null if that is not known. */
export interface TradedMarket extends MarketRef, Pick<Market, 'shard'> {
  readonly label: MarketLabel | null
}

/** The reference to a market, without the rest of it. */
export const tradedMarket = ({ svcId, exchange, nativeId, shard, label }: TradedMarket): TradedMarket => ({
  svcId,
  exchange,
  nativeId,
  shard,
  label,
})

/**
 * Identifier of an instrument on our interface: the first 53 bits of SHA-256 of `<exchange>:<native id>`. The
 * identifier is the same on every deployment, and a JSON number holds it exactly.
 */
export const svcIdOf = (exchange: ExchangeName, nativeId: string): number => {
  const digest = createHash('sha256').update(`${exchange}:${nativeId}`).digest()
  return Number(digest.readBigUInt64BE(0) >> 11n)
}

/** True if a price is on the market's grid. */
export const onGrid = (market: Pick<Market, 'priceRanges'>, at: Price): boolean =>
  market.priceRanges.some((range) => at >= range.start && at <= range.end && (at - range.start) % range.step === 0)

/**
 * Returns the grid price nearest to `at` and not beyond it: rounded down for a buy and up for a sell, strictly inside
 * 0..1. Null if the grid has none there.
 */
export const clipToGrid = (market: Pick<Market, 'priceRanges'>, at: number, buyFlag: boolean): Price | null => {
  const requested = Math.min(Math.max(at, 1), ONE - 1)
  const candidates = market.priceRanges.flatMap((range) => {
    const bounded = Math.min(Math.max(requested, range.start), range.end)
    const steps = (bounded - range.start) / range.step
    return [
      range.start + Math.floor(steps) * range.step,
      Math.min(range.end, range.start + Math.ceil(steps) * range.step),
    ]
  })
  const inside = candidates.filter((candidate) => candidate > 0 && candidate < ONE)
  const allowed = inside.filter((candidate) => (buyFlag ? candidate <= requested : candidate >= requested))
  const best = buyFlag ? Math.max(...allowed) : Math.min(...allowed)
  return Number.isFinite(best) ? price(best) : null
}
