/** Subscribes a stream to channels and unsubscribes it, and reports the position of its user's changes. */

import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'
import { cursorOf, newChangeLog, positionIn } from '#domain/streams/change-log.ts'
import { CHANNELS, channelIn, inSmallLetters } from '#domain/streams/channel.ts'
import { MARKET_CHANNELS, marketChannelIn } from '#domain/streams/market-channel.ts'
import { getsChanges, MOST_CHANNELS, type Stream, withChannels, withoutChannels } from '#domain/streams/stream.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import type { StreamStore } from '#ports/streams/stream-store.ts'
import { type ReadChangesDeps, readChanges } from '../changes/read-changes.ts'
import { changeStored } from '../kernel/retry-on-conflict.ts'
import { type EnqueueDeps, enqueuePush } from '../work/enqueue.ts'
import { beginListening, type ListenedMarketsDeps, listenedMarkets } from './listened-markets.ts'

export interface ChangeChannelsDeps extends ReadChangesDeps, EnqueueDeps, ListenedMarketsDeps {
  readonly changes: Pick<ChangeStore, 'after' | 'log'>
  readonly streams: Pick<StreamStore, 'get' | 'list' | 'save' | 'listen'>
  readonly subaccounts: Pick<SubaccountStore, 'get'>
}

export interface Subscribed {
  readonly channels: readonly string[]
  /** Position up to which all changes are sent; later changes are pushed. */
  readonly cursor: string
}

/**
 * Subscribes to more channels. `after` begins all channels of the stream after that cursor; without it the first of
 * them begins now. The problem names the fault of the message; then nothing has changed.
 */
export const subscribe = async (
  deps: ChangeChannelsDeps,
  stream: Stream,
  sent: readonly string[],
  after: string | undefined,
): Promise<Subscribed | Problem> => {
  const channels = sent.map(inSmallLetters)
  const fault = await firstFault(deps, stream, channels)
  if (fault !== null) return fault
  const listened = await listenedMarkets(deps, stream, channels)
  if (isProblem(listened)) return listened
  const log = (await deps.changes.log(stream.userId)) ?? newChangeLog(stream.userId)
  const from = after === undefined ? null : positionIn(after)
  const missed = from === null ? null : await readChanges(deps, log, from, 1)
  if (missed !== null && isProblem(missed)) return missed
  const next = await changed(deps, stream, (one) => {
    const next = withChannels(one, channels, listened)
    return { ...next, position: getsChanges(next) ? (from ?? one.position ?? log.position) : null }
  })
  await beginListening(deps, listened)
  // A change that was recorded before the stream was saved found no stream to be sent to.
  const now = await deps.changes.log(stream.userId)
  await reportMissed(deps, next, now?.position ?? log.position)
  return { channels: next.channels, cursor: cursorOf(next.position ?? log.position) }
}

/** The refusal of the first channel that the user cannot have, or of too many channels; null if all can be subscribed to. */
const firstFault = async (
  deps: ChangeChannelsDeps,
  stream: Stream,
  channels: readonly string[],
): Promise<Problem | null> => {
  for (const text of channels) {
    const fault = marketChannelIn(text) === null ? await faultOf(deps, stream.userId, text) : null
    if (fault !== null) return fault
  }
  return withChannels(stream, channels, []).channels.length > MOST_CHANNELS ? TOO_MANY : null
}

/** Removes the given channels from the stream's subscriptions. The problem names the first that is no channel; then nothing has changed. */
export const unsubscribe = async (
  deps: ChangeChannelsDeps,
  stream: Stream,
  sent: readonly string[],
): Promise<Pick<Subscribed, 'channels'> | Problem> => {
  const channels = sent.map(inSmallLetters)
  const unknown = channels.find((text) => marketChannelIn(text) === null && channelIn(text) === null)
  if (unknown !== undefined) return unknownChannel(unknown)
  return changed(deps, stream, (one) => {
    const without = withoutChannels(one, channels)
    return getsChanges(without) ? without : { ...without, position: null }
  })
}

/** Returns the cursor up to which all changes are sent. Later changes are sent now, so that a lost push is repaired. */
export const ping = async (deps: ChangeChannelsDeps, stream: Stream): Promise<string> => {
  const { position } = (await deps.changes.log(stream.userId)) ?? newChangeLog(stream.userId)
  await reportMissed(deps, stream, position)
  return cursorOf(stream.position ?? position)
}

const reportMissed = async (deps: ChangeChannelsDeps, { userId, position }: Stream, until: number): Promise<void> => {
  if (position !== null && position < until) await enqueuePush(deps, userId)
}

/** Stores the stream. Channels of markets are stored for the price watch too. */
const changed = async (
  { streams }: ChangeChannelsDeps,
  stream: Stream,
  change: (stream: Stream) => Stream,
): Promise<Stream> =>
  (await changeStored(
    `stream ${stream.streamId}`,
    {
      read: () => streams.get(stream.userId, stream.streamId),
      save: (next) => (hasMarkets(stream, next) ? streams.listen(next) : streams.save(next)),
      known: stream,
    },
    change,
  )) ?? stream

const hasMarkets = (...streams: readonly Stream[]): boolean => streams.some(({ listening }) => listening.length > 0)

const faultOf = async (deps: ChangeChannelsDeps, userId: string, text: string): Promise<Problem | null> => {
  const channel = channelIn(text)
  if (channel === null) return unknownChannel(text)
  if (channel.subaccountId === null || (await deps.subaccounts.get(userId, channel.subaccountId)) !== null) return null
  return problem(404, 'not_found', `There is no subaccount ${channel.subaccountId}.`)
}

const unknownChannel = (text: string): Problem =>
  problem(422, 'unknown_channel', `There is no channel ${text.slice(0, 64)}. ${CHANNELS_ARE}`)

const CHANNELS_ARE = `There are ${[...CHANNELS, ...MARKET_CHANNELS.map((name) => `${name}:<svc_id>`)].join(', ')}.`
const TOO_MANY = problem(409, 'too_many_channels', `A stream has at most ${MOST_CHANNELS} channels.`)
