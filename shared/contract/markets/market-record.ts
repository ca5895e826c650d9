/** A market (instrument) as our interface shows it. */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { CATEGORIES, MARKET_STATUSES, type Market, type PriceRange } from '#domain/markets/market.ts'
import { eventIdOf } from '#domain/markets/market-event.ts'
import { MARKET_SORTS } from '#domain/markets/market-sort.ts'
import { pageQuery } from '../kernel/lists/page-query.ts'
import { amount, amountOrNull, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { commaList } from '../validation/fields/comma-list.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'

const tickRange = recordOf<[PriceRange]>()({
  from: amount(({ start }) => start),
  to: amount(({ end }) => end),
  tick: amount(({ step }) => step),
})

/** `rank` is the place in the ranking of a search, 1 = best; null outside search results. */
export const { schema: marketRecord, write: toMarketRecord } = recordOf<[market: Market, rank: number | null]>()({
  svc_id: [svcId(), (market) => market.svcId],
  exchange_value: [integer(), (market) => traitsOf(market.exchange).value],
  exchange_name: [enumeration(EXCHANGE_NAMES), (market) => market.exchange],
  ticker: [nullable(string()), (market) => market.ticker],
  token_id_yes: [nullable(string()), (market) => market.tokenIdYes],
  token_id_no: [nullable(string()), (market) => market.tokenIdNo],
  slug: [nullable(string()), (market) => market.slug],
  tick_size_price: amount((market) => market.tickSizePrice),
  tick_size_qty: amount((market) => market.tickSizeQty),
  minimum_order_size: amount((market) => market.minimumOrderSize),
  neg_risk: [boolean(), (market) => market.negRisk],
  neg_risk_id: [nullable(string()), (market) => market.negRiskId],
  condition_id: [nullable(string()), (market) => market.conditionId],
  name: [string(), (market) => market.name],
  description: [string(), (market) => market.description],
  status: [enumeration(MARKET_STATUSES), (market) => market.status],
  expiration_datetime: instantOrNull((market) => market.expiresAt),
  category: [enumeration(CATEGORIES), (market) => market.category],
  event_id: [
    nullable(string()),
    ({ exchange, event }) => (event === null ? null : eventIdOf({ exchange, nativeId: event.nativeId })),
  ],
  event_title: [nullable(string()), (market) => market.event?.title ?? null],
  series_ticker: [nullable(string()), (market) => market.seriesTicker],
  subtitle: [nullable(string()), (market) => market.subtitle],
  image_url: [nullable(string()), (market) => market.imageUrl],
  start_datetime: instantOrNull((market) => market.startsAt),
  volume: amountOrNull((market) => market.figures?.volume ?? null),
  volume_24h: amount((market) => market.volume24h),
  open_interest: amountOrNull((market) => market.figures?.openInterest ?? null),
  last_price: amountOrNull((market) => market.figures?.lastPrice ?? null),
  as_of: instantOrNull((market) => market.figures?.asOf ?? null),
  tick_structure: [list(tickRange.schema), (market) => market.priceRanges.map(tickRange.write)],
  rank: [nullable(integer()), (_, rank) => rank],
})

export const marketSearchQuery = object({
  q: optional(string({ min: 1, max: 1_000 })),
  exchange_name: optional(enumeration(EXCHANGE_NAMES)),
  category: optional(enumeration(CATEGORIES)),
  status: optional(enumeration(MARKET_STATUSES)),
  expiration_date_start: optional(datetime()),
  expiration_date_end: optional(datetime()),
  svc_ids: optional(commaList(svcId(), { max: 200 })),
  sort: optional(enumeration(MARKET_SORTS)),
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
