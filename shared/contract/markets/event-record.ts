/** An event as our interface shows it, and the queries for events. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { CATEGORIES, MARKET_STATUSES, type Market } from '#domain/markets/market.ts'
import { eventIdOf, type ListedEvent, type MarketEvent } from '#domain/markets/market-event.ts'
import { pageQuery } from '../kernel/lists/page-query.ts'
import { amount, amountOrNull, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { marketRecord } from './market-record.ts'

/** Amounts in dollars, times as ISO texts. */
export const { schema: eventRecord, write: toEventRecord } = recordOf<[MarketEvent]>()({
  event_id: [string(), eventIdOf],
  exchange_name: [enumeration(EXCHANGE_NAMES), (event) => event.exchange],
  title: [string(), (event) => event.title],
  category: [enumeration(CATEGORIES), (event) => event.category],
  start_datetime: instantOrNull((event) => event.startsAt),
  end_datetime: instantOrNull((event) => event.endsAt),
  market_count: [integer(), (event) => event.marketCount],
  volume_24h: amount((event) => event.volume24h),
  image_url: [nullable(string()), (event) => event.imageUrl],
})

/** A market in short, for a list of events. */
export const { schema: topMarketRecord, write: toTopMarketRecord } = recordOf<[Market]>()({
  svc_id: [svcId(), (market) => market.svcId],
  name: [string(), (market) => market.name],
  subtitle: [nullable(string()), (market) => market.subtitle],
  last_price: amountOrNull((market) => market.figures?.lastPrice ?? null),
  as_of: instantOrNull((market) => market.figures?.asOf ?? null),
})

export const listedEventRecord = object({ ...eventRecord.entries, top_markets: list(topMarketRecord) })

/** An event with its most traded markets in short. */
export const toListedEventRecord = (event: ListedEvent) => ({
  ...toEventRecord(event),
  top_markets: event.topMarkets.map(toTopMarketRecord),
})

export const eventWithMarketsRecord = object({ ...eventRecord.entries, markets: list(marketRecord) })

export const eventsQuery = object({
  q: optional(string({ min: 1, max: 1_000 })),
  exchange_name: optional(enumeration(EXCHANGE_NAMES)),
  category: optional(enumeration(CATEGORIES)),
  status: optional(enumeration(MARKET_STATUSES)),
  ...pageQuery(20),
})

export const eventsReply = object({
  query: string(),
  corrected_query: nullable(string()),
  events: list(listedEventRecord),
  total: integer(),
  has_more: boolean(),
  as_of: nullable(datetime()),
})
