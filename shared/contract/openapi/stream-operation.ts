/** The stream in the OpenAPI document: a request that becomes a WebSocket, and the messages of both sides. */

import type { InferInput } from 'valibot'
import { docUrl } from '../kernel/doc-url.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'
import { order } from '../kernel/examples/sample-order.ts'
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
                doc_url: docUrl(SAMPLE.address, 'upgrade_required'),
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

const DESCRIPTION = `Open a WebSocket at the address that \`stream_url\` of \`GET /v1/health\` names. On one machine it is this path; on AWS it is a host of its own. Send \`auth\` with your key first, then \`subscribe\`. \`docs/asyncapi.json\` of the project describes channels, messages, limits and close codes.`
