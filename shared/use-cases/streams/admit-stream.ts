/** Makes a connection a stream of a user when its key has come. */

import { matches, parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { cursorOf } from '#domain/streams/change-log.ts'
import { type EndReason, MOST_STREAMS, STREAM_LASTS, type Stream } from '#domain/streams/stream.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { StreamSender } from '#ports/streams/stream-sender.ts'
import type { StreamStore } from '#ports/streams/stream-store.ts'
import { type FollowChangesDeps, followChanges } from '../changes/follow-changes.ts'

export interface AdmitStreamDeps extends FollowChangesDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'get'>
  readonly streams: Pick<StreamStore, 'list' | 'admit' | 'remove'>
  readonly sender: Pick<StreamSender, 'isOpen'>
}

export interface Admitted {
  readonly stream: Stream
  readonly cursor: string
}

/** The first message of a connection. A second one is `unauthenticated`. */
export const admitStream = async (
  deps: AdmitStreamDeps,
  streamId: string,
  sentKey: string,
): Promise<Admitted | EndReason> => {
  const sent = parseApiKey(sentKey)
  const key = sent === null ? null : await deps.apiKeys.get(sent.keyId)
  if (sent === null || key === null || key.revokedAt !== null || !matches(sent.secret, key.secretHash))
    return 'unauthenticated'
  const { userId, keyId, scope } = key
  const now = deps.clock()
  if (await isFull(deps, userId, keyId, now)) return 'too_many_streams'
  const log = await followChanges(deps, userId, (one) => ({ ...one, streamedUntil: now + STREAM_LASTS }))
  const stream = {
    streamId,
    userId,
    keyId,
    scope,
    openedAt: now,
    channels: [],
    listening: [],
    position: null,
    version: 1,
  }
  if (!(await deps.streams.admit(stream))) return 'unauthenticated'
  // A revocation of the key in between has not seen this stream.
  if ((await deps.apiKeys.get(keyId))?.revokedAt !== null) return 'key_revoked'
  return { stream, cursor: cursorOf(log.position) }
}

/** A connection can end without notice, as when the service is killed. If there are many, each is checked. */
const isFull = async (deps: AdmitStreamDeps, userId: string, keyId: string, now: number): Promise<boolean> => {
  const known = (await deps.streams.list(userId)).filter((stream) => stream.keyId === keyId)
  if (known.length < MOST_STREAMS) return false
  const open = await Promise.all(
    known.map(async ({ streamId, openedAt }) => {
      if (openedAt + STREAM_LASTS > now && (await deps.sender.isOpen(streamId))) return true
      await deps.streams.remove(streamId, userId)
      return false
    }),
  )
  return open.filter(Boolean).length >= MOST_STREAMS
}
