/**
 * Pushes the changes of a user to its streams. One run for a user at a time, so that every stream gets them in the
 * order of the log.
 */

import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { ChangeLog } from '#domain/streams/change-log.ts'
import { channelOf } from '#domain/streams/channel.ts'
import type { Stream } from '#domain/streams/stream.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { After } from '#ports/kernel/clock.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import type { Sent, StreamSender } from '#ports/streams/stream-sender.ts'
import type { StreamStore } from '#ports/streams/stream-store.ts'
import { type Change, type ChangePage, type ReadChangesDeps, readChanges } from '../changes/read-changes.ts'
import { type EndStreamDeps, endStream } from './end-stream.ts'

export interface PushChangesDeps extends ReadChangesDeps, EndStreamDeps {
  readonly changes: Pick<ChangeStore, 'after' | 'log'>
  readonly streams: Pick<StreamStore, 'list' | 'get' | 'save' | 'ownerOf' | 'remove'>
  readonly apiKeys: Pick<ApiKeyStore, 'get'>
  readonly sender: Pick<StreamSender, 'send' | 'close'>
  /** Text of the change for a client of that channel. */
  readonly eventText: (change: Change, channel: string) => string
  /** In its place where it is larger than a message may be. */
  readonly oversizeText: (change: Change) => string
  readonly after: After
}

/** Changes that are read at once. */
const PAGE = 100

/** Time after which the other streams are pushed to again while a slow stream is busy. */
const CHECKED_EVERY = 250

/** Longest time before the position of a stream is stored, so that a killed run repeats little. */
const SAVED_EVERY = 5 * SECOND

/**
 * Pushes the changes of one user to all its streams. Streams whose keys no longer work are ended first. A slow stream delays no other.
 * Throws an error only after all pushes of this run have ended: two runs that push to one stream could overtake each other.
 */
export const pushChanges = async (deps: PushChangesDeps, userId: string): Promise<void> => {
  const pushes = new Pushes()
  try {
    do {
      await beginPushes(deps, userId, pushes)
      await settledWithin(deps.after, pushes.running(), CHECKED_EVERY)
    } while (pushes.running().length > 0)
  } finally {
    await Promise.all(pushes.running())
  }
  pushes.throwFirst()
}

/** Begins a push for each stream that has none, or ends the stream. */
const beginPushes = async (deps: PushChangesDeps, userId: string, pushes: Pushes): Promise<void> => {
  // The position that is read of a stream whose push is running is out of date once it is read.
  const busy = pushes.streams()
  const [log, streams] = await Promise.all([deps.changes.log(userId), deps.streams.list(userId)])
  const works = await workingKeys(deps, streams)
  const pages: Pages = new Map()
  for (const stream of streams.filter(({ streamId }) => !busy.has(streamId))) {
    if (!works.has(stream.keyId)) pushes.begin(stream, () => endStream(deps, stream, 'key_revoked'))
    else if (log !== null) pushes.begin(stream, () => pushTo(deps, log, stream, pages))
  }
}

/** The pushes of one run, by stream. A stream whose push has failed gets no other in the same run. */
class Pushes {
  readonly #running = new Map<string, Promise<void>>()
  readonly #failed = new Map<string, unknown>()

  begin({ streamId }: Stream, act: () => Promise<void>): void {
    if (this.#failed.has(streamId)) return
    const ended = act()
      .catch((error: unknown) => void this.#failed.set(streamId, error))
      .finally(() => this.#running.delete(streamId))
    this.#running.set(streamId, ended)
  }

  running(): ReadonlyArray<Promise<void>> {
    return [...this.#running.values()]
  }

  streams(): ReadonlySet<string> {
    return new Set(this.#running.keys())
  }

  /** Throws the first error of a push; returns if there is none. */
  throwFirst(): void {
    for (const error of this.#failed.values()) throw error
  }
}

/** Also when some are still under way after that time. */
const settledWithin = (after: After, tasks: ReadonlyArray<Promise<void>>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const cancel = after(ms, resolve)
    void Promise.all(tasks).then(() => {
      cancel()
      resolve()
    })
  })

const workingKeys = async (deps: PushChangesDeps, streams: readonly Stream[]): Promise<ReadonlySet<string>> => {
  const keys = [...new Set(streams.map(({ keyId }) => keyId))]
  const found = await Promise.all(keys.map((keyId) => deps.apiKeys.get(keyId)))
  return new Set(found.flatMap((key) => (key === null || key.revokedAt !== null ? [] : [key.keyId])))
}

/** Pages that were read for other streams, by the position before their first change. */
type Pages = Map<number, Promise<ChangePage | Problem>>

const pushTo = async (deps: PushChangesDeps, log: ChangeLog, given: Stream, pages: Pages): Promise<void> => {
  let stream: Stream | null = given
  while (stream !== null && stream.position !== null && stream.position < log.position) {
    const from: number = stream.position
    const reading = pages.get(from) ?? readChanges(deps, log, from, PAGE)
    pages.set(from, reading)
    const page = await reading
    // The stream is as far behind as one that reads nothing.
    if (isProblem(page)) return endStream(deps, stream, 'slow_reader')
    const position = await report(deps, stream, page)
    if (position === null) return
    const next: Stream = { ...stream, position }
    // Its client has changed the stream meanwhile: the stored position decides.
    const saved = await deps.streams.save(next)
    stream = saved ? { ...next, version: next.version + 1 } : await deps.streams.get(next.userId, next.streamId)
  }
}

/** Pushes the page. Returns the position of the stream then; null if the stream has ended. */
const report = async (deps: PushChangesDeps, stream: Stream, page: ChangePage): Promise<number | null> => {
  const began = deps.clock()
  for (const change of page.changes) {
    const channel = channelOf(stream.channels, change.event)
    if (channel === null) continue
    const sent = await sendChange(deps, stream, change, channel)
    if (sent === 'gone') await deps.streams.remove(stream.streamId, stream.userId)
    if (sent === 'slow') await endStream(deps, stream, 'slow_reader')
    if (sent !== 'sent') return null
    if (deps.clock() - began >= SAVED_EVERY) return change.position
  }
  return page.position
}

const sendChange = async (
  deps: PushChangesDeps,
  { streamId }: Stream,
  change: Change,
  channel: string,
): Promise<Exclude<Sent, 'too_large'>> => {
  const sent = await deps.sender.send(streamId, deps.eventText(change, channel))
  if (sent !== 'too_large') return sent
  deps.log.warn('change too large for its stream', { streamId, objectId: change.event.objectId })
  const reported = await deps.sender.send(streamId, deps.oversizeText(change))
  if (reported === 'too_large') throw new Error('the message in place of a large change is too large')
  return reported
}
