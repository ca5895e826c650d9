/** Tells the streams of a user what has changed. One run for a user at a time: so every stream is told in the order of the log. */

import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import type { ChangeLog } from '#domain/streams/change-log.ts'
import { channelOf } from '#domain/streams/channel.ts'
import type { Stream } from '#domain/streams/stream.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import type { StreamStore } from '#ports/streams/stream-store.ts'
import { type EndStreamDeps, endStream } from './end-stream.ts'
import { type Change, type ChangePage, type ReadChangesDeps, readChanges } from './read-changes.ts'

export interface PushChangesDeps extends ReadChangesDeps, EndStreamDeps {
  readonly changes: Pick<ChangeStore, 'after' | 'log'>
  readonly streams: Pick<StreamStore, 'list' | 'get' | 'save' | 'ownerOf' | 'remove'>
  readonly apiKeys: Pick<ApiKeyStore, 'get'>
  /** The change as a client of that channel is told it. */
  readonly eventText: (change: Change, channel: string) => string
}

/** Changes that are read at once. */
const PAGE = 100

/** Streams whose keys no longer work are ended first. */
export const pushChanges = async (deps: PushChangesDeps, userId: string): Promise<void> => {
  const [log, streams] = await Promise.all([deps.changes.log(userId), deps.streams.list(userId)])
  const works = await workingKeys(deps, streams)
  const pages = new Map<number, Promise<ChangePage | Problem>>()
  await Promise.all(
    streams.map(async (stream) => {
      if (!works.has(stream.keyId)) return endStream(deps, stream, 'key_revoked')
      if (log !== null) await pushTo(deps, log, stream, pages)
    }),
  )
}

const workingKeys = async (deps: PushChangesDeps, streams: readonly Stream[]): Promise<ReadonlySet<string>> => {
  const keys = [...new Set(streams.map(({ keyId }) => keyId))]
  const found = await Promise.all(keys.map((keyId) => deps.apiKeys.get(keyId)))
  return new Set(found.flatMap((key) => (key === null || key.revokedAt !== null ? [] : [key.keyId])))
}

/** `pages` has what was read for other streams, by the position it begins after. */
const pushTo = async (
  deps: PushChangesDeps,
  log: ChangeLog,
  given: Stream,
  pages: Map<number, Promise<ChangePage | Problem>>,
): Promise<void> => {
  let stream: Stream | null = given
  while (stream !== null && stream.position !== null && stream.position < log.position) {
    const from: number = stream.position
    const reading = pages.get(from) ?? readChanges(deps, log, from, PAGE)
    pages.set(from, reading)
    const page = await reading
    // It is as far behind as a reader that takes nothing.
    if (isProblem(page)) return endStream(deps, stream, 'slow_reader')
    if (!(await tell(deps, stream, page.changes))) return
    const next: Stream = { ...stream, position: page.position }
    // Its client has changed something meanwhile: that decides where it goes on.
    const saved = await deps.streams.save(next)
    stream = saved ? { ...next, version: next.version + 1 } : await deps.streams.get(next.userId, next.streamId)
  }
}

/** False when the stream is over. */
const tell = async (deps: PushChangesDeps, stream: Stream, changes: readonly Change[]): Promise<boolean> => {
  for (const change of changes) {
    const channel = channelOf(stream.channels, change.event)
    if (channel === null) continue
    const sent = await deps.sender.send(stream.streamId, deps.eventText(change, channel))
    if (sent === 'sent') continue
    if (sent === 'gone') await deps.streams.remove(stream.streamId, stream.userId)
    else await endStream(deps, stream, 'slow_reader')
    return false
  }
  return true
}
