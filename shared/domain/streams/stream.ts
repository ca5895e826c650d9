/** A stream: an open connection of a client, with its channels and the position of the last pushed change. */

import type { Scope } from '../accounts/api-key.ts'
import { HOUR, MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import { type Listened, marketChannelText } from './market-channel.ts'

export interface Stream {
  /** The id of its connection. */
  readonly streamId: string
  readonly userId: string
  /** The key it was opened with. */
  readonly keyId: string
  readonly scope: Scope
  readonly openedAt: Millis
  /** As they were subscribed, in that order. */
  readonly channels: readonly string[]
  /** Those channels that are about markets. */
  readonly listening: readonly Listened[]
  /** All changes up to this position have been sent; null while it has no channel of changes. */
  readonly position: number | null
  readonly version: number
}

/** Why the service ends a stream. */
export const END_REASONS = [
  'auth_timeout',
  'unauthenticated',
  'key_revoked',
  'too_many_streams',
  'slow_reader',
  'too_many_requests',
] as const
export type EndReason = (typeof END_REASONS)[number]

/** How long a connection may be open before its key has come. */
export const AUTH_WITHIN = 5 * SECOND

/** No connection is open for longer: API Gateway ends it after two hours. */
export const STREAM_LASTS = 2 * HOUR + 5 * MINUTE

/** Open streams of one key. */
export const MOST_STREAMS = 20

/** Channels of one stream. */
export const MOST_CHANNELS = 100

/** Channels of markets of all streams of one key. */
export const MOST_LISTENED = 500

/** Adds channels to the stream, each once. `listened` are the added channels of markets. */
export const withChannels = (stream: Stream, added: readonly string[], listened: readonly Listened[]): Stream => ({
  ...stream,
  channels: [...new Set([...stream.channels, ...added])],
  listening: [...withoutChannels(stream, added).listening, ...listened],
})

/** Without these; those it does not have do not matter. */
export const withoutChannels = (stream: Stream, removed: readonly string[]): Stream => ({
  ...stream,
  channels: stream.channels.filter((channel) => !removed.includes(channel)),
  listening: stream.listening.filter((one) => !removed.includes(marketChannelText(one))),
})

/** True if it is subscribed to changes, and not to markets alone. */
export const getsChanges = ({ channels, listening }: Stream): boolean => channels.length > listening.length
