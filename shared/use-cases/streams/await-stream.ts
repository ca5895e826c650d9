/** Waits for the key of a connection: the function that reads it can run beside the one that reads the next message. */

import type { Stream } from '#domain/streams/stream.ts'
import type { StreamStore } from '#ports/streams/stream-store.ts'

export interface AwaitStreamDeps {
  readonly streams: Pick<StreamStore, 'get' | 'ownerOf'>
  readonly pause: (ms: number) => Promise<void>
}

/** Pauses between reads, in ms: admitting a stream takes some ten reads and writes, and a cold start of its function a second. */
const PAUSES = [50, 100, 200, 400, 800]

/** The stream of the connection; null if no key was good so far. */
export const streamOf = async (
  { streams }: Pick<AwaitStreamDeps, 'streams'>,
  streamId: string,
): Promise<Stream | null> => {
  const userId = await streams.ownerOf(streamId)
  return userId === null ? null : streams.get(userId, streamId)
}

/** The stream of the connection as soon as there is one; null if no good key comes within some 1.5 s. */
export const awaitStream = async (deps: AwaitStreamDeps, streamId: string): Promise<Stream | null> => {
  for (const ms of PAUSES) {
    await deps.pause(ms)
    const stream = await streamOf(deps, streamId)
    if (stream !== null) return stream
  }
  return null
}
