/** What the use cases need stored of streams. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Stream } from '#domain/streams/stream.ts'

export interface StreamStore {
  /** A connection whose key has not come yet. From `dueAt` on it is overdue work. */
  open(streamId: string, dueAt: Millis): Promise<void>
  /** The user of the connection: null before its key has come, undefined when it is not known. */
  ownerOf(streamId: string): Promise<string | null | undefined>
  /** Its key has come; false when the connection is not known, or its key came before. */
  admit(stream: Stream): Promise<boolean>
  get(userId: string, streamId: string): Promise<Stream | null>
  /** Strongly consistent. */
  list(userId: string): Promise<readonly Stream[]>
  /** Provided the stored version is the one given, which then grows by one. */
  save(stream: Stream): Promise<boolean>
  /** Saves a stream whose markets have changed, as `save` does: the price watch sees them within a second. */
  listen(stream: Stream): Promise<boolean>
  /** Whether it is there or not. */
  remove(streamId: string, userId: string | null): Promise<void>
}
