/** Takes a message of a client over a stream: its key, a subscription, or a ping. */

import { type BadMessage, type ClientMessage, readClientMessage } from '#contract/streams/client-message.ts'
import { type StreamAnswer, toErrorMessage, toFarewell } from '#contract/streams/server-message.ts'
import { parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { isProblem, tooManyRequests } from '#domain/kernel/problem.ts'
import type { EndReason, Stream } from '#domain/streams/stream.ts'
import type { RequestCounts } from '#lambda/limits/request-counts.ts'
import { SeenKeys } from '#lambda/limits/seen-keys.ts'
import { bucketOfAddress, type TokenBuckets } from '#lambda/limits/token-buckets.ts'
import { type SocketCall, socket } from '#lambda/socket.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { Sent, StreamSender } from '#ports/streams/stream-sender.ts'
import { type AdmitStreamDeps, type Admitted, admitStream } from '#use-cases/streams/admit-stream.ts'
import { type AwaitStreamDeps, awaitStream, streamOf } from '#use-cases/streams/await-stream.ts'
import { type ChangeChannelsDeps, ping, subscribe, unsubscribe } from '#use-cases/streams/change-channels.ts'
import { type EndUnknownDeps, endStream } from '#use-cases/streams/end-stream.ts'
import {
  allMarkets,
  apiKeys,
  buckets,
  changes,
  clock,
  complexOrders,
  counts,
  log,
  orders,
  outbox,
  pause,
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
    // The first key of a user marks the objects whose changes are to be recorded.
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
    requestCounts: counts(),
    queues: queues(),
    pause,
    clock,
    log,
  }),
  async (deps, { streamId, text, from }) => {
    const message = readClientMessage(text)
    const isAuth = 'fault' in message ? message.isAuth === true : message.op === 'auth'
    const stream = (await streamOf(deps, streamId)) ?? (isAuth ? null : await streamBehindKey(deps, streamId, from))
    if (stream !== null) return answer(deps, streamId, message, await replyOnStream(deps, stream, message))
    return isAuth ? takeKey(deps, message, { streamId, from }) : end(deps, streamId, 'unauthenticated')
  },
)

type Message = ClientMessage | BadMessage
type Deps = AdmitStreamDeps & AwaitStreamDeps & ChangeChannelsDeps & GuardDeps & EndUnknownDeps & AnswerDeps

interface AnswerDeps {
  readonly sender: Pick<StreamSender, 'send'>
  readonly log: Log
}

/** Sends an answer with the id of its message. */
const answer = async (
  { sender, log }: AnswerDeps,
  streamId: string,
  message: Message,
  words: StreamAnswer,
): Promise<Sent> => {
  const id = 'id' in message ? { id: message.id } : {}
  const sent = await sender.send(streamId, JSON.stringify({ ...words, ...id }))
  if (sent !== 'sent') log.info('answer not delivered to its stream', { streamId })
  return sent
}

/** Ends the connection, which may be the stream of a user by now. */
const end = async (deps: EndUnknownDeps, streamId: string, reason: EndReason): Promise<void> =>
  endStream(deps, { streamId, userId: await deps.streams.ownerOf(streamId) }, reason)

/** Makes the connection a stream of the key's user, or ends it. */
const takeKey = async (
  deps: Deps,
  message: Message,
  { streamId, from }: Pick<SocketCall, 'streamId' | 'from'>,
): Promise<void> => {
  if ('fault' in message) {
    if (deps.buckets.take(bucketOfAddress(from), deps.clock()) > 0) return end(deps, streamId, 'too_many_requests')
    await answer(deps, streamId, message, badMessage(message))
    return
  }
  if (message.op !== 'auth') return
  const admitted = await guarded(deps, message.key, from, () => admitStream(deps, streamId, message.key))
  if (typeof admitted === 'string') return end(deps, streamId, admitted)
  const { scope, userId } = admitted.stream
  const sent = await answer(deps, streamId, message, {
    op: 'ready',
    stream_id: streamId,
    scope,
    cursor: admitted.cursor,
  })
  // The connection ended before its stream was stored, so its end removed nothing.
  if (sent === 'gone') await deps.streams.remove(streamId, userId)
}

/** Counts the message as a request of its user and carries it out. */
const replyOnStream = async (deps: Deps, stream: Stream, message: Message): Promise<StreamAnswer> => {
  const wait = await count(deps, stream)
  if (wait > 0) return toErrorMessage(tooManyRequests(wait))
  return 'fault' in message ? badMessage(message) : carryOut(deps, stream, message)
}

const badMessage = ({ fault }: BadMessage): StreamAnswer => toErrorMessage({ code: 'bad_message', detail: fault })

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
    case 'unsubscribe': {
      const left = await unsubscribe(deps, stream, message.channels)
      return isProblem(left) ? toErrorMessage(left) : { op: 'unsubscribed', channels: [...left.channels] }
    }
    case 'ping':
      return { op: 'pong', cursor: await ping(deps, stream) }
  }
}

/** The stream of a key whose message is still on its way. Null if the bucket of the address is empty, or no key comes. */
const streamBehindKey = async (
  deps: GuardDeps & AwaitStreamDeps,
  streamId: string,
  from: string,
): Promise<Stream | null> =>
  deps.buckets.wait(bucketOfAddress(from), deps.clock()) > 0 ? null : awaitStream(deps, streamId)

const SEEN = new SeenKeys()

/** Admits a key under the limits of HTTP. Wrong keys take from the bucket of their address; once it is empty, only keys seen before are looked up. */
const guarded = async (
  { buckets, clock }: Pick<GuardDeps, 'buckets' | 'clock'>,
  sentKey: string,
  from: string,
  admit: () => Promise<Admitted | EndReason>,
): Promise<Admitted | EndReason> => {
  const keyId = parseApiKey(sentKey)?.keyId
  const bucket = bucketOfAddress(from)
  const isSeen = keyId !== undefined && SEEN.has(keyId)
  if (!isSeen && buckets.wait(bucket, clock()) > 0) return 'too_many_requests'
  const admitted = await admit()
  if (admitted === 'unauthenticated') buckets.take(bucket, clock())
  else if (keyId !== undefined) SEEN.add(keyId)
  return admitted
}

/** Counts a message as a request of its user. Returns 0, or the seconds until the next one may come. */
const count = async ({ buckets, requestCounts, clock, log }: GuardDeps, { userId }: Stream): Promise<number> => {
  const tooFast = buckets.take(userId, clock())
  if (tooFast > 0) return tooFast
  const { wait, reported } = requestCounts.take(userId, clock())
  await reported?.catch(logged(log, 'warn', 'requests not counted'))
  return wait
}

interface GuardDeps {
  readonly buckets: TokenBuckets
  readonly requestCounts: RequestCounts
  readonly clock: Clock
  readonly log: Log
}
