/** A message of a client over a stream: its key, what it subscribes to, or a ping. */

import { type ClientMessage, readClientMessage } from '#contract/streams/client-message.ts'
import { type StreamAnswer, toErrorMessage, toFarewell } from '#contract/streams/server-message.ts'
import { parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { isProblem, tooManyRequests } from '#domain/kernel/problem.ts'
import type { EndReason, Stream } from '#domain/streams/stream.ts'
import type { RequestCounts } from '#lambda/request-counts.ts'
import { socket } from '#lambda/socket.ts'
import type { TokenBuckets } from '#lambda/token-buckets.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { Sent } from '#ports/streams/stream-sender.ts'
import { type AdmitStreamDeps, type Admitted, admitStream } from '#use-cases/streams/admit-stream.ts'
import { type AwaitStreamDeps, awaitStream, streamOf } from '#use-cases/streams/await-stream.ts'
import { type ChangeChannelsDeps, ping, subscribe, unsubscribe } from '#use-cases/streams/change-channels.ts'
import { endStream } from '#use-cases/streams/end-stream.ts'
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
    requestCounts: counts(),
    queues: queues(),
    pause,
    clock,
    log,
  }),
  async (deps, { streamId, text, from }) => {
    const message = readClientMessage(text)
    const answer = async (words: StreamAnswer): Promise<Sent> => {
      const id = 'id' in message ? { id: message.id } : {}
      const sent = await deps.sender.send(streamId, JSON.stringify({ ...words, ...id }))
      if (sent !== 'sent') deps.log.info('an answer did not reach its stream', { streamId })
      return sent
    }
    const known = await streamOf(deps, streamId)
    const isAuth = 'fault' in message ? message.isAuth === true : message.op === 'auth'
    const stream = known === null && !isAuth ? await streamBehindKey(deps, streamId, from) : known
    if (stream === null) {
      if ('fault' in message && isAuth && deps.buckets.take(`from ${from}`, deps.clock()) === 0) {
        return answer(toErrorMessage({ code: 'bad_message', detail: message.fault }))
      }
      if ('fault' in message || message.op !== 'auth') {
        return endStream(
          deps,
          { streamId, userId: await deps.streams.ownerOf(streamId) },
          isAuth ? 'too_many_requests' : 'unauthenticated',
        )
      }
      const admitted = await guarded(deps, message.key, from, () => admitStream(deps, streamId, message.key))
      if (typeof admitted === 'string') {
        // It may be the stream of a user by now.
        return endStream(deps, { streamId, userId: await deps.streams.ownerOf(streamId) }, admitted)
      }
      const { scope, userId: admittedId } = admitted.stream
      const sent = await answer({ op: 'ready', stream_id: streamId, scope, cursor: admitted.cursor })
      // It ended while its key was looked at, when there was no stream yet to be forgotten.
      if (sent === 'gone') await deps.streams.remove(streamId, admittedId)
      return
    }
    const wait = await count(deps, stream)
    if (wait > 0) return answer(toErrorMessage(tooManyRequests(wait)))
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
    case 'unsubscribe': {
      const left = await unsubscribe(deps, stream, message.channels)
      return isProblem(left) ? toErrorMessage(left) : { op: 'unsubscribed', channels: [...left.channels] }
    }
    case 'ping':
      return { op: 'pong', cursor: await ping(deps, stream) }
  }
}

/** The key may be on its way: its message waits for it, as long as its address has a share left. */
const streamBehindKey = async (
  deps: GuardDeps & AwaitStreamDeps,
  streamId: string,
  from: string,
): Promise<Stream | null> => (deps.buckets.wait(`from ${from}`, deps.clock()) > 0 ? null : awaitStream(deps, streamId))

/** Keys that this container has admitted; the oldest are forgotten first. */
const SEEN = new Map<string, true>()
const MOST_SEEN = 10_000

/** Wrong keys take from the share of their address. Beyond it the table is only asked for keys that were right before, as on HTTP. */
const guarded = async (
  { buckets, clock }: Pick<GuardDeps, 'buckets' | 'clock'>,
  sentKey: string,
  from: string,
  admit: () => Promise<Admitted | EndReason>,
): Promise<Admitted | EndReason> => {
  const keyId = parseApiKey(sentKey)?.keyId
  const isSeen = keyId !== undefined && SEEN.has(keyId)
  if (!isSeen && buckets.wait(`from ${from}`, clock()) > 0) return 'too_many_requests'
  const admitted = await admit()
  if (admitted === 'unauthenticated') buckets.take(`from ${from}`, clock())
  else if (keyId !== undefined) keepNewest(SEEN, keyId, true, MOST_SEEN)
  return admitted
}

/** Counts a message as a request of its user; answers 0, or the seconds until one may come again. */
const count = async ({ buckets, requestCounts, clock, log }: GuardDeps, { userId }: Stream): Promise<number> => {
  const tooFast = buckets.take(userId, clock())
  if (tooFast > 0) return tooFast
  const { wait, told } = requestCounts.take(userId, clock())
  await told?.catch(logged(log, 'warn', 'requests could not be counted'))
  return wait
}

interface GuardDeps {
  readonly buckets: TokenBuckets
  readonly requestCounts: RequestCounts
  readonly clock: Clock
  readonly log: Log
}
