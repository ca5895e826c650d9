/** An event as our interface shows it, and what can be asked of events. */

import type { InferInput } from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { toNumber } from '#domain/kernel/numbers.ts'
import { toIsoOrNull } from '#domain/kernel/time.ts'
import { CATEGORIES, MARKET_STATUSES } from '#domain/markets/market.ts'
import { eventIdOf, type MarketEvent } from '#domain/markets/market-event.ts'
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
import { marketRecord } from './market-record.ts'

const fields = {
  event_id: string(),
  exchange_name: enumeration(EXCHANGE_NAMES),
  title: string(),
  category: enumeration(CATEGORIES),
  start_datetime: nullable(datetime()),
  end_datetime: nullable(datetime()),
  market_count: integer(),
  volume_24h: decimal(),
  image_url: nullable(string()),
} as const

export const eventRecord = object(fields)
export const eventWithMarketsRecord = object({ ...fields, markets: list(marketRecord) })

/** Amounts in dollars, times as ISO texts. */
export const toEventRecord = (event: MarketEvent): InferInput<typeof eventRecord> => ({
  event_id: eventIdOf(event),
  exchange_name: event.exchange,
  title: event.title,
  category: event.category,
  start_datetime: toIsoOrNull(event.startsAt),
  end_datetime: toIsoOrNull(event.endsAt),
  market_count: event.marketCount,
  volume_24h: toNumber(event.volume24h),
  image_url: event.imageUrl,
})

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
  events: list(eventRecord),
  total: integer(),
  has_more: boolean(),
  as_of: nullable(datetime()),
})
