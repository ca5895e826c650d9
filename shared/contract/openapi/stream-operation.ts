/** The stream in the OpenAPI document: a request that becomes a WebSocket, and the messages of both sides. */

import type { InferInput } from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import { AUTH_WITHIN, MOST_CHANNELS, MOST_LISTENED, MOST_STREAMS } from '#domain/streams/stream.ts'
import { SAMPLE } from '../kernel/sample.ts'
import { order } from '../kernel/sample-order.ts'
import type { clientMessage } from '../streams/client-message.ts'
import type { serverMessage } from '../streams/server-message-records.ts'
import { STREAM_PATH } from '../streams/stream-path.ts'

type Json = Readonly<Record<string, unknown>>
type Message = InferInput<typeof clientMessage> | InferInput<typeof serverMessage>

const { cursor, later, orderId, svcId } = SAMPLE
const quotes = `quotes:${svcId}`

/** An example of each message, by what it does. A test reads each by its schema, and compares them with messages of a running service. */
export const STREAM_MESSAGES: Readonly<Record<string, Message>> = {
  'You send your key first': { op: 'auth', key: 'pmt_019aa5d544c270f18e3b1d2c3b4a5968_…' },
  'The key is good': { op: 'ready', stream_id: 'aGVyZSBpcyBhIHN0cmVhbQ==', scope: 'read', cursor },
  'You subscribe': { op: 'subscribe', channels: ['orders', quotes], after: cursor, id: '1' },
  'You are subscribed': { op: 'subscribed', channels: ['orders', quotes], cursor, id: '1' },
  'An order has changed': {
    op: 'event',
    channel: 'orders',
    cursor: '1042',
    event_id: '019aa5d6-9c31-7f04-8a1b-2c3d4e5f6a7b',
    type: 'order.updated',
    timestamp: later,
    object_id: orderId,
    sequence: 300,
    previous_status: 'PROCESSING',
    data: order,
  } as Message,
  'A quote has changed': {
    op: 'event',
    channel: quotes,
    type: 'quote',
    timestamp: later,
    snapshot: false,
    message: null,
    data: {
      svc_id: svcId,
      best_bid: 0.4,
      bid_qty: 50,
      best_ask: 0.5,
      ask_qty: 50,
      last_price: 0.45,
      as_of: later,
      message: null,
    },
  },
  'You unsubscribe': { op: 'unsubscribe', channels: [quotes] },
  'You are unsubscribed': { op: 'unsubscribed', channels: ['orders'] },
  'You ask whether the connection lives': { op: 'ping' },
  'It lives': { op: 'pong', cursor: '1042' },
  'A message cannot be carried out': {
    op: 'error',
    code: 'unknown_channel',
    detail: 'There is no channel order. There are orders, fills, …',
  },
  'The service ends the stream': {
    op: 'closed',
    reason: 'slow_reader',
    detail: 'Events come faster than they are read. Connect again, and subscribe with after.',
  },
}

export const STREAM_SUMMARY = 'Open a stream of changes and prices'

/** `GET /v1/stream`, which no function answers: on AWS another gateway does, on one machine the same port. */
export const streamPath = (): Readonly<Record<string, Json>> => ({
  [STREAM_PATH]: {
    get: {
      operationId: 'openStream',
      tags: ['Streams'],
      summary: STREAM_SUMMARY,
      description: DESCRIPTION,
      // The key is the first message.
      security: [],
      responses: {
        '101': {
          description:
            'The connection is a WebSocket now. Each message is one JSON object: `StreamClientMessage` is what you send, `StreamServerMessage` is what the service sends, and of it `StreamChange` what account channels bring. `op` says which it is.',
          content: {
            'application/json': {
              schema: {
                anyOf: ['StreamClientMessage', 'StreamServerMessage', 'StreamChange'].map((name) => ({
                  $ref: `#/components/schemas/${name}`,
                })),
              },
            },
          },
        },
        '422': { $ref: '#/components/responses/Invalid' },
        '426': {
          description: '`upgrade_required`: the request does not ask for a WebSocket',
          headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: {
                detail: 'Open a WebSocket at the address that stream_url of GET /v1/health names.',
                code: 'upgrade_required',
                request_id: SAMPLE.requestId,
              },
            },
          },
        },
        default: {
          description:
            'The connection was not made: the gateway accepts no more for now, or the service restarts. Try again.',
        },
      },
    },
  },
})

const DESCRIPTION = `Open a WebSocket at the address that \`stream_url\` of \`GET /v1/health\` names. On one machine it is this path; on AWS it is a host of its own.

**Begin.** Send \`auth\` with your key within ${AUTH_WITHIN / SECOND} s. \`ready\` answers it; a message sent right behind it waits for it. A key of scope \`read\` is enough. Then send \`subscribe\`.

**Channels of changes**, of all your subaccounts or of one, such as \`orders:<subaccount_id>\`. The fields are those of webhooks and of \`GET /v1/changes\`:

| channel | events |
|---|---|
| \`orders\` | \`order.created\`, \`order.updated\` |
| \`fills\` | \`order.filled\`, \`fill.reversed\` |
| \`complex_orders\` | \`complex_order.updated\`, \`complex_order.exit_incomplete\` |
| \`positions\` | \`market.decided\`, \`position.settled\` |

Changes come at least once, in the order of \`cursor\`. Ignore one whose \`sequence\` is not greater than the last of its \`object_id\`. After a disconnection, subscribe with the last \`cursor\` as \`after\`: all that you missed comes first. Changes are kept for 72 hours.

**Channels of markets**: \`quotes:<svc_id>\`, \`book:<svc_id>\`, \`trades:<svc_id>\`. A message with \`snapshot\` true comes first and at least once a minute, then changes, five times a second at most. There is no cursor: subscribe again.

**Limits.** A key has ${MOST_STREAMS} open streams. A stream has ${MOST_CHANNELS} channels. All streams of a key have ${MOST_LISTENED} channels of markets together. A message to a client has 128 KB at most, one of a client 32 KB. A connection ends after two hours, and after ten minutes in which nothing was sent: send a \`ping\` every 30 to 60 s.

**\`error\`** answers a message that changes nothing: \`bad_message\`, \`unknown_channel\`, \`not_found\`, \`too_many_channels\`, \`cursor_expired\`, \`too_many_requests\`. Only \`change_too_large\` answers no message: a change has more than 128 KB, and \`detail\` names the call that shows it.

**\`closed\`** comes before the service ends a stream: \`auth_timeout\`, \`unauthenticated\`, \`key_revoked\`, \`too_many_streams\`, \`slow_reader\`, \`too_many_requests\`. A client that takes nothing does not get it.

| close code | why |
|---|---|
| 1000 | the service has ended the stream; \`closed\` has said why |
| 1001 | two hours have gone by, or ten minutes without a message |
| 1003 | a binary message |
| 1006 | no close frame: the client took nothing, the network failed, or the service restarted |
| 1009 | a message of the client of more than 32 KB |

After 1001, 1006, \`slow_reader\` and \`too_many_requests\` connect again and go on by \`cursor\`. The typed client does it by itself. The guide is \`docs/guides/streaming.md\` of the project.`
