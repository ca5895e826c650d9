/** Stores streams. */

import type { Stream } from '#domain/streams/stream.ts'

export interface StreamStore {
  /** The user of the connection; null while no key has come, and after the end of the stream. */
  ownerOf(streamId: string): Promise<string | null>
  /** Its key has come; false when its key came before. */
  admit(stream: Stream): Promise<boolean>
  get(userId: string, streamId: string): Promise<Stream | null>
  /** Strongly consistent. */
  list(userId: string): Promise<readonly Stream[]>
  /** Provided the stored version is the one given, which then grows by one. */
  save(stream: Stream): Promise<boolean>
  /** Saves a stream whose markets have changed, as `save` does: the price watch sees them within a second. */
  listen(stream: Stream): Promise<boolean>
  /** Succeeds also if the stream is not there. */
  remove(streamId: string, userId: string | null): Promise<void>
}
