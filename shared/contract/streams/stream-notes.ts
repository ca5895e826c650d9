/** Notes on the fields and parameters of the stream and the log of changes. */

import { eventNotes } from '../webhooks/event-notes.ts'
import { changeRecords } from './change-record.ts'
import { clientMessageRecords } from './client-message.ts'
import { serverMessageRecords, streamChangeRecords } from './server-message-records.ts'

/** Notes on the fields that every message of a market channel has. */
const OF_A_MARKET = {
  type: 'What it tells of',
  timestamp: 'When the service said it. The time of the exchange is in `data`',
  snapshot: 'Whether this is all there is to know, and not only what is new',
  message: 'Why `data` may be old, in words; null while a stream of the exchange shows the market',
}

export const streamNotes: Readonly<Record<string, string>> = {
  ...eventNotes(['ChangeCursor', ...Object.keys(changeRecords)], {
    cursor: 'Where the change stands. A whole number as text; it grows',
  }),
  stream_url: 'Address of the stream: a WebSocket',
  version: 'Version of the service',
  changes: 'Changes, oldest first',
  'ListChangesReply.has_more': 'Whether more changes come after this page: continue with `after` = `cursor`',
  'FillWithOrder.final': 'Whether the order has ended and no further fill is awaited',
  cursor: 'Where to go on: `after` of the next call',
  after: 'Cursor of the last change you know; absent: from the oldest change that is kept',
  op: 'What the message is',
  'StreamAuth.key': 'API key of any scope',
  channels: 'All channels that the stream is now subscribed to',
  'StreamSubscribe.channels': 'Channels to add',
  'StreamSubscribe.after':
    'Cursor to go on after, for all channels of changes of the stream; absent: the first of them begins now',
  'StreamUnsubscribe.channels': 'Channels to leave',
  ...Object.fromEntries(
    Object.keys(clientMessageRecords).map((schema) => [
      `${schema}.id`,
      'Your name for the message. The answer repeats it',
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(serverMessageRecords).map((schema) => [
      `${schema}.id`,
      'That of the message it answers, if it had one',
    ]),
  ),
  stream_id: 'The connection. Name it when you ask about the stream',
  'StreamReady.scope': 'Scope of the key',
  'StreamReady.cursor': 'How far your changes go now',
  'StreamSubscribed.cursor': 'Up to here all has been sent: what comes after it follows',
  'StreamPong.cursor': 'Up to here all has been sent',
  reason: 'Why the stream ends, for programs',
  channel: 'As it was subscribed',
  ...eventNotes(Object.keys(streamChangeRecords), {
    cursor: 'Where the change stands: `after` of a later `subscribe`',
  }),
  ...Object.fromEntries(
    ['StreamQuote', 'StreamBook', 'StreamTrades'].flatMap((schema) =>
      Object.entries(OF_A_MARKET).map(([field, note]) => [`${schema}.${field}`, note]),
    ),
  ),
  'StreamQuote.data': 'The whole quote',
  'StreamBook.data': 'The ten best levels of each side; null while nothing is known',
  'StreamTrades.data':
    'Trades, newest first: the last 50 in a snapshot, else those that are new; null while nothing is known',
  'list-changes.limit': 'Changes on a page, 1 to 1,000',
}
