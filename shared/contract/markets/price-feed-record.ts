/** Whether the prices of one exchange are watched, as our interface shows it. */

import type { InferInput } from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { type Millis, toIso } from '#domain/kernel/time.ts'
import { PRICE_FEED_STATES, type PriceFeed, priceFeedState } from '#domain/markets/price-feed.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'

export const priceFeedRecord = object({
  exchange: enumeration(EXCHANGE_NAMES),
  status: enumeration(PRICE_FEED_STATES),
  instruments: integer(),
  streamed_instruments: integer(),
  polled_at: datetime(),
  failing_since: nullable(datetime()),
})

/** The status follows from the age of the last look, so it needs the time `now`. */
export const toPriceFeedRecord = (feed: PriceFeed, now: Millis): InferInput<typeof priceFeedRecord> => ({
  exchange: feed.exchange,
  status: priceFeedState(feed, now),
  instruments: feed.watched,
  streamed_instruments: feed.streamed,
  polled_at: toIso(feed.polledAt),
  failing_since: feed.failingSince === null ? null : toIso(feed.failingSince),
})
