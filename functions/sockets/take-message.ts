/** A message of a client over a stream: its key, what it subscribes to, or a ping. */

import { type ClientMessage, readClientMessage } from '#contract/streams/client-message.ts'
import { type StreamAnswer, toErrorMessage, toFarewell } from '#contract/streams/server-message.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import type { Stream } from '#domain/streams/stream.ts'
import { socket } from '#lambda/socket.ts'
import { type AdmitStreamDeps, admitStream } from '#use-cases/streams/admit-stream.ts'
import { type ChangeChannelsDeps, ping, subscribe, unsubscribe } from '#use-cases/streams/change-channels.ts'
import { endStream } from '#use-cases/streams/end-stream.ts'
import {
  allMarkets,
  apiKeys,
  buckets,
  changes,
  clock,
  complexOrders,
  log,
  orders,
  outbox,
  priceFeeds,
  queues,
  streamSender,
  streams,
  subaccounts,
} from '../runtime.ts'

export const handler = socket(
  {
    name: 'take-message',
    route: '$default',
    // The first key of a user marks what is to be recorded.
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      sends: ['push-changes', 'watch-shard'],
      catalogue: 'read',
      streams: 'push',
    },
    timeoutS: 29,
    ifBroken: 'Streams are not answered: clients fall back to polling. Look at the log of take-message.',
  },
  () => ({
    apiKeys: apiKeys(),
    streams: streams(),
    changes: changes(),
    outbox: outbox(),
    subaccounts: subaccounts(),
    orders: orders(),
    complexOrders: complexOrders(),
    markets: allMarkets(),
    priceFeeds: priceFeeds(),
    sender: streamSender(),
    farewell: toFarewell,
    buckets: buckets(),
    queues: queues(),
    clock,
    log,
  }),
  async (deps, { streamId, text }) => {
    const message = readClientMessage(text)
    const answer = async (words: StreamAnswer): Promise<void> => {
      const id = 'id' in message ? { id: message.id } : {}
      if ((await deps.sender.send(streamId, JSON.stringify({ ...words, ...id }))) === 'sent') return
      deps.log.info('an answer did not reach its stream', { streamId })
    }
    const userId = await deps.streams.ownerOf(streamId)
    // It has ended meanwhile.
    if (userId === undefined) return
    const stream = userId === null ? null : await deps.streams.get(userId, streamId)
    if (stream === null) {
      if ('fault' in message || message.op !== 'auth') return endStream(deps, { streamId, userId }, 'unauthenticated')
      const admitted = await admitStream(deps, streamId, message.key)
      if (typeof admitted === 'string') {
        // It may be the stream of a user by now.
        return endStream(deps, { streamId, userId: (await deps.streams.ownerOf(streamId)) ?? null }, admitted)
      }
      const { scope } = admitted.stream
      return answer({ op: 'ready', stream_id: streamId, scope, cursor: admitted.cursor })
    }
    if (deps.buckets.take(`stream ${streamId}`, deps.clock()) > 0) return answer(toErrorMessage(TOO_FAST))
    if ('fault' in message) return answer(toErrorMessage({ code: 'bad_message', detail: message.fault }))
    return answer(await carryOut(deps, stream, message))
  },
)

const carryOut = async (
  deps: ChangeChannelsDeps & AdmitStreamDeps,
  stream: Stream,
  message: ClientMessage,
): Promise<StreamAnswer> => {
  switch (message.op) {
    case 'auth':
      return toErrorMessage({ code: 'bad_message', detail: 'This stream has its key already.' })
    case 'subscribe': {
      const subscribed = await subscribe(deps, stream, message.channels, message.after)
      if (isProblem(subscribed)) return toErrorMessage(subscribed)
      return { op: 'subscribed', channels: [...subscribed.channels], cursor: subscribed.cursor }
    }
    case 'unsubscribe':
      return { op: 'unsubscribed', channels: [...(await unsubscribe(deps, stream, message.channels)).channels] }
    case 'ping':
      return { op: 'pong', cursor: await ping(deps, stream) }
  }
}

const TOO_FAST = { code: 'too_many_requests', detail: 'Too many messages in a second. Send this one again.' }
