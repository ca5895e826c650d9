/** A market (instrument) as our interface shows it. */

import type { InferInput } from 'valibot'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { toNumber, toNumberOrNull } from '#domain/kernel/numbers.ts'
import { toIsoOrNull } from '#domain/kernel/time.ts'
import { CATEGORIES, MARKET_STATUSES, type Market } from '#domain/markets/market.ts'
import { eventIdOf } from '#domain/markets/market-event.ts'
import { pageQuery } from '../kernel/page-query.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'

export const marketRecord = object({
  svc_id: integer(),
  exchange_value: integer(),
  exchange_name: enumeration(EXCHANGE_NAMES),
  ticker: nullable(string()),
  token_id_yes: nullable(string()),
  token_id_no: nullable(string()),
  slug: nullable(string()),
  tick_size_price: decimal(),
  tick_size_qty: decimal(),
  minimum_order_size: decimal(),
  neg_risk: boolean(),
  neg_risk_id: nullable(string()),
  condition_id: nullable(string()),
  name: string(),
  description: string(),
  status: enumeration(MARKET_STATUSES),
  expiration_datetime: nullable(datetime()),
  category: enumeration(CATEGORIES),
  event_id: nullable(string()),
  event_title: nullable(string()),
  series_ticker: nullable(string()),
  subtitle: nullable(string()),
  image_url: nullable(string()),
  start_datetime: nullable(datetime()),
  volume: nullable(decimal()),
  volume_24h: decimal(),
  open_interest: nullable(decimal()),
  last_price: nullable(decimal()),
  as_of: nullable(datetime()),
  tick_structure: list(object({ from: decimal(), to: decimal(), tick: decimal() })),
  rank: nullable(integer()),
})

/** `rank` is the place in the ranking of a search, 1 = best; null outside search results. */
export const toMarketRecord = (market: Market, rank: number | null): InferInput<typeof marketRecord> => ({
  svc_id: market.svcId,
  exchange_value: traitsOf(market.exchange).value,
  exchange_name: market.exchange,
  ticker: market.ticker,
  token_id_yes: market.tokenIdYes,
  token_id_no: market.tokenIdNo,
  slug: market.slug,
  tick_size_price: toNumber(market.tickSizePrice),
  tick_size_qty: toNumber(market.tickSizeQty),
  minimum_order_size: toNumber(market.minimumOrderSize),
  neg_risk: market.negRisk,
  neg_risk_id: market.negRiskId,
  condition_id: market.conditionId,
  name: market.name,
  description: market.description,
  status: market.status,
  expiration_datetime: toIsoOrNull(market.expiresAt),
  category: market.category,
  event_id: market.event === null ? null : eventIdOf({ exchange: market.exchange, nativeId: market.event.nativeId }),
  event_title: market.event?.title ?? null,
  series_ticker: market.seriesTicker,
  subtitle: market.subtitle,
  image_url: market.imageUrl,
  start_datetime: toIsoOrNull(market.startsAt),
  volume: toNumberOrNull(market.figures?.volume ?? null),
  volume_24h: toNumber(market.volume24h),
  open_interest: toNumberOrNull(market.figures?.openInterest ?? null),
  last_price: toNumberOrNull(market.figures?.lastPrice ?? null),
  as_of: toIsoOrNull(market.figures?.asOf ?? null),
  tick_structure: market.priceRanges.map(({ start, end, step }) => ({
    from: toNumber(start),
    to: toNumber(end),
    tick: toNumber(step),
  })),
  rank,
})

export const marketSearchQuery = object({
  q: optional(string({ min: 1, max: 1_000 })),
  exchange_name: optional(enumeration(EXCHANGE_NAMES)),
  category: optional(enumeration(CATEGORIES)),
  status: optional(enumeration(MARKET_STATUSES)),
  expiration_date_start: optional(datetime()),
  expiration_date_end: optional(datetime()),
  ...pageQuery(20),
})

export const marketSearchReply = object({
  query: string(),
  corrected_query: nullable(string()),
  results: list(marketRecord),
  total: integer(),
  has_more: boolean(),
  as_of: nullable(datetime()),
})
