/** Ends a stream: sends the reason to its client, closes the connection and removes it. */

import type { EndReason } from '#domain/streams/stream.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { StreamSender } from '#ports/streams/stream-sender.ts'
import type { StreamStore } from '#ports/streams/stream-store.ts'
import { STREAM_LOG } from './log-messages.ts'

export interface EndStreamDeps {
  readonly streams: Pick<StreamStore, 'remove'>
  readonly sender: Pick<StreamSender, 'close'>
  /** The last message to the client. */
  readonly farewell: (reason: EndReason) => string
  readonly log: Log
}

/**
 * Ends a stream; `userId` is null if its key has not come, and nothing is stored. A connection that cannot be closed
 * ends on its own, and gets no message any more.
 */
export const endStream = async (
  deps: EndStreamDeps,
  { streamId, userId }: { readonly streamId: string; readonly userId: string | null },
  reason: EndReason,
): Promise<void> => {
  await deps.sender
    .close(streamId, deps.farewell(reason))
    .catch(logged(deps.log, 'warn', 'a stream could not be closed', { streamId, reason }))
  if (userId !== null) await deps.streams.remove(streamId, userId)
  deps.log.info(STREAM_LOG.ended, { streamId, reason })
  deps.log.metric('StreamsEnded', 1, { reason })
}

export interface EndUnknownDeps extends EndStreamDeps {
  readonly streams: Pick<StreamStore, 'ownerOf' | 'remove'>
  readonly sender: Pick<StreamSender, 'close' | 'isOpen'>
}

/** Ends a connection whose key has not come in time. Does nothing where its client has gone. */
export const endUnknown = async (deps: EndUnknownDeps, streamId: string): Promise<void> => {
  if (!(await deps.sender.isOpen(streamId)) || (await deps.streams.ownerOf(streamId)) !== null) return
  await endStream(deps, { streamId, userId: null }, 'auth_timeout')
}
