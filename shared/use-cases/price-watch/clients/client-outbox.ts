/**
 * Sends messages to one client stream, one after another. A newer message of a channel replaces waiting messages if the channel allows that. A
 * stream that reads too slowly is ended.
 */

import type { EndReason } from '#domain/streams/stream.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { StreamSender } from '#ports/streams/stream-sender.ts'
import { type EndStreamDeps, endStream } from '../../streams/end-stream.ts'

export interface ClientOutboxDeps {
  readonly streamRows: EndStreamDeps['streams']
  readonly streamSender: StreamSender
  readonly farewell: EndStreamDeps['farewell']
  readonly log: Log
}

export interface StreamRef {
  readonly streamId: string
  readonly userId: string
}

/** Receives the channel of a message that may not have arrived. */
export type OnFailed = (streamId: string, channel: string) => void

/** Messages of one channel that wait for one stream: a stream farther behind reads too slowly. */
const MOST_WAITING = 200

export class ClientOutbox {
  readonly #deps: ClientOutboxDeps
  readonly #stream: StreamRef
  readonly #onFailed: OnFailed
  readonly #waiting = new Map<string, string[]>()
  #sending: Promise<void> | null = null
  #isOver = false
  #isClosed = false

  constructor(deps: ClientOutboxDeps, stream: StreamRef, onFailed: OnFailed) {
    this.#deps = deps
    this.#stream = stream
    this.#onFailed = onFailed
  }

  /** True after the stream was ended, or is gone. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Queues a message. `replaces`: messages that wait in the same channel are dropped. */
  put(channel: string, text: string, replaces: boolean): void {
    if (this.#isOver) return
    const before = replaces ? [] : (this.#waiting.get(channel) ?? [])
    if (before.length >= MOST_WAITING) {
      void this.end('slow_reader')
      return
    }
    this.#waiting.set(channel, [...before, text])
    this.#sending ??= this.#sendAll()
  }

  async end(reason: EndReason): Promise<void> {
    if (this.#isOver) return
    this.#markOver()
    const { streamRows: streams, streamSender: sender } = this.#deps
    await endStream({ ...this.#deps, streams, sender }, this.#stream, reason)
  }

  /** Drops the waiting messages. */
  clear(): void {
    this.#waiting.clear()
  }

  /** Sends no further message. Ends when the message in progress is sent. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#sending
  }

  #markOver(): void {
    this.#isOver = true
    this.#waiting.clear()
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#next(); next !== null && !this.#isClosed && !this.#isOver; next = this.#next())
      await this.#sendOne(next.channel, next.text)
    this.#sending = null
  }

  /** Takes the oldest message of the first channel, and moves the channel behind the others. */
  #next(): { readonly channel: string; readonly text: string } | null {
    for (const [channel, texts] of this.#waiting) {
      const text = texts.shift()
      this.#waiting.delete(channel)
      if (texts.length > 0) this.#waiting.set(channel, texts)
      if (text !== undefined) return { channel, text }
    }
    return null
  }

  async #sendOne(channel: string, text: string): Promise<void> {
    const { streamRows, streamSender, log } = this.#deps
    const { streamId, userId } = this.#stream
    try {
      const sent = await streamSender.send(streamId, text)
      if (sent === 'slow') await this.end('slow_reader')
      if (sent === 'too_large') {
        log.warn('message too large for its stream', { streamId, channel })
        // A snapshot has fewer trades.
        this.#onFailed(streamId, channel)
      }
      if (sent !== 'gone') return
      this.#markOver()
      await streamRows.remove(streamId, userId)
    } catch (error) {
      log.warn('message not delivered to its stream', { streamId, error: String(error) })
      this.#onFailed(streamId, channel)
    }
  }
}
