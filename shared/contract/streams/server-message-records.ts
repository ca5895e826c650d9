/** Messages that the service sends over a stream, by their names among the schemas of the OpenAPI document. */

import * as v from 'valibot'
import { SCOPES } from '#domain/accounts/api-key.ts'
import { END_REASONS } from '#domain/streams/stream.ts'
import { orderbookRecord } from '../markets/orderbook-record.ts'
import { quoteRecord } from '../markets/quote-record.ts'
import { tradesReply } from '../markets/trade-record.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import type { Schema } from '../validation/schema.ts'
import { changeEventRecords } from '../webhooks/event-records.ts'

const op = <const Word extends string>(word: Word) => ({ op: enumeration([word]) })
const id = optional(string({ max: 64 }))
const cursor = string({ pattern: '^[0-9]{1,15}$' })

const ofMarket = <const Word extends string, const Data extends Schema>(type: Word, data: Data) =>
  object({
    ...op('event'),
    channel: string(),
    type: enumeration([type]),
    timestamp: datetime(),
    snapshot: boolean(),
    message: nullable(string()),
    data,
  })

/** Fields that an event of a stream adds to its change. */
export const streamEventFacts = object({ ...op('event'), channel: string() })

/** The events of account channels, by the name each has among the schemas of the OpenAPI document. */
export const streamChangeRecords = Object.fromEntries(
  Object.entries(changeEventRecords).map(([name, { entries }]) => [
    `Stream${name}`,
    object({ ...streamEventFacts.entries, cursor, ...entries }),
  ]),
)

export const serverMessageRecords = {
  StreamReady: object({ ...op('ready'), stream_id: string(), scope: enumeration(SCOPES), cursor, id }),
  StreamSubscribed: object({ ...op('subscribed'), channels: list(string()), cursor, id }),
  StreamUnsubscribed: object({ ...op('unsubscribed'), channels: list(string()), id }),
  StreamPong: object({ ...op('pong'), cursor, id }),
  StreamError: object({ ...op('error'), code: string(), detail: string(), id }),
  StreamClosed: object({ ...op('closed'), reason: enumeration(END_REASONS), detail: string() }),
  StreamChange: v.union(Object.values(streamChangeRecords)),
  StreamQuote: ofMarket('quote', quoteRecord),
  StreamBook: ofMarket('book', nullable(orderbookRecord)),
  StreamTrades: ofMarket('trades', nullable(tradesReply)),
}

const { StreamChange: _changes, ...otherMessages } = serverMessageRecords

/** The union names each change separately: openapi-generator for TypeScript cannot read a union inside a union. */
export const serverMessage = v.union([...Object.values(otherMessages), ...Object.values(streamChangeRecords)])
