/** State of the price watch of one exchange, as our interface shows it. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { PRICE_FEED_STATES, type PriceFeed, priceFeedState } from '#domain/markets/price-feed.ts'
import { instant, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { string } from '../validation/fields/string.ts'

/** The status follows from the age of the last look, so it needs the time `now`. */
export const { schema: priceFeedRecord, write: toPriceFeedRecord } = recordOf<[feed: PriceFeed, now: Millis]>()({
  exchange: [enumeration(EXCHANGE_NAMES), (feed) => feed.exchange],
  status: [enumeration(PRICE_FEED_STATES), priceFeedState],
  instruments: [integer(), (feed) => feed.watched],
  streamed_instruments: [integer(), (feed) => feed.streamed],
  stream_delay_ms: [nullable(integer()), (feed) => feed.delayMs],
  polled_at: instant((feed) => feed.polledAt),
  failing_since: instantOrNull((feed) => feed.failingSince),
  failing_reason: [nullable(string()), (feed) => feed.failingReason],
})
