/**
 * Sends messages to streams, to each one after the other. What waits for a stream that takes its time is replaced by what is newer, as far
 * as the channel allows that. A stream that takes nothing is given up.
 */

import type { EndReason } from '#domain/streams/stream.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { StreamSender } from '#ports/streams/stream-sender.ts'
import { type EndStreamDeps, endStream } from '../../streams/end-stream.ts'

export interface OutletsDeps {
  readonly streamRows: EndStreamDeps['streams']
  readonly streamSender: StreamSender
  readonly farewell: EndStreamDeps['farewell']
  readonly log: Log
}

export interface StreamRef {
  readonly streamId: string
  readonly userId: string
}

export interface Outlets {
  /** `replaces`: what waits in the same channel is not sent any more. */
  put(stream: StreamRef, channel: string, text: string, replaces: boolean): void
  /** Sends nothing more to streams that are not among these, and forgets them. */
  keep(streamIds: ReadonlySet<string>): void
  /** Whether the stream was given up, or has ended. */
  isOver(streamId: string): boolean
  end(stream: StreamRef, reason: EndReason): Promise<void>
  /** Ends when nothing is under way. */
  close(): Promise<void>
}

interface Outlet {
  readonly stream: StreamRef
  readonly waiting: Map<string, string[]>
  sending: Promise<void> | null
  isOver: boolean
}

/** Messages of one channel that wait for one stream: a stream that is farther behind reads too slowly. */
const MOST_WAITING = 200

/** `onFailed`: a message of that channel may not have arrived. */
export const outlets = (deps: OutletsDeps, onFailed: (streamId: string, channel: string) => void): Outlets => {
  const known = new Map<string, Outlet>()
  let closed = false

  const outletOf = (stream: StreamRef): Outlet => {
    const found = known.get(stream.streamId)
    if (found !== undefined) return found
    const made = { stream, waiting: new Map(), sending: null, isOver: false }
    known.set(stream.streamId, made)
    return made
  }

  const end = async (stream: StreamRef, reason: EndReason): Promise<void> => {
    const outlet = outletOf(stream)
    if (outlet.isOver) return
    outlet.isOver = true
    outlet.waiting.clear()
    await endStream({ ...deps, streams: deps.streamRows, sender: deps.streamSender }, stream, reason)
  }

  const next = ({ waiting }: Outlet): { readonly channel: string; readonly text: string } | null => {
    for (const [channel, texts] of waiting) {
      const text = texts.shift()
      // Behind the other channels, so that each has its turn.
      waiting.delete(channel)
      if (texts.length > 0) waiting.set(channel, texts)
      if (text !== undefined) return { channel, text }
    }
    return null
  }

  const sendOne = async (outlet: Outlet, channel: string, text: string): Promise<void> => {
    const { stream } = outlet
    try {
      const sent = await deps.streamSender.send(stream.streamId, text)
      if (sent === 'slow') await end(stream, 'slow_reader')
      if (sent === 'too_large') {
        deps.log.warn('a message was too large for its stream', { streamId: stream.streamId, channel })
        // The whole state has fewer trades.
        onFailed(stream.streamId, channel)
      }
      if (sent !== 'gone') return
      outlet.isOver = true
      outlet.waiting.clear()
      await deps.streamRows.remove(stream.streamId, stream.userId)
    } catch (error) {
      deps.log.warn('a message did not reach its stream', { streamId: stream.streamId, error: String(error) })
      onFailed(stream.streamId, channel)
    }
  }

  const sendAll = async (outlet: Outlet): Promise<void> => {
    for (let one = next(outlet); one !== null && !closed && !outlet.isOver; one = next(outlet))
      await sendOne(outlet, one.channel, one.text)
    outlet.sending = null
  }

  return {
    put: (stream, channel, text, replaces) => {
      const outlet = outletOf(stream)
      if (closed || outlet.isOver) return
      const before = replaces ? [] : (outlet.waiting.get(channel) ?? [])
      if (before.length >= MOST_WAITING) {
        void end(stream, 'slow_reader')
        return
      }
      outlet.waiting.set(channel, [...before, text])
      outlet.sending ??= sendAll(outlet)
    },
    keep: (streamIds) => {
      for (const [streamId, outlet] of known) {
        if (streamIds.has(streamId)) continue
        outlet.waiting.clear()
        known.delete(streamId)
      }
    },
    isOver: (streamId) => known.get(streamId)?.isOver ?? false,
    end,
    close: async () => {
      closed = true
      await Promise.all([...known.values()].map(({ sending }) => sending))
    },
  }
}
