/** Keeps an outbox for each client stream that a run publishes to. */

import type { EndReason } from '#domain/streams/stream.ts'
import { ClientOutbox, type ClientOutboxDeps, type OnFailed, type StreamRef } from './client-outbox.ts'

export class ClientOutboxes {
  readonly #deps: ClientOutboxDeps
  readonly #onFailed: OnFailed
  readonly #outboxes = new Map<string, ClientOutbox>()
  #isClosed = false

  constructor(deps: ClientOutboxDeps, onFailed: OnFailed) {
    this.#deps = deps
    this.#onFailed = onFailed
  }

  /** Queues a message of a channel. `replaces`: messages that wait in the same channel are dropped. */
  put(stream: StreamRef, channel: string, text: string, replaces: boolean): void {
    if (!this.#isClosed) this.#outboxOf(stream).put(channel, text, replaces)
  }

  /** Forgets the other streams, and drops their waiting messages. */
  keep(streamIds: ReadonlySet<string>): void {
    for (const [streamId, outbox] of this.#outboxes) {
      if (streamIds.has(streamId)) continue
      outbox.clear()
      this.#outboxes.delete(streamId)
    }
  }

  /** Returns whether the stream was ended, or is gone. */
  isOver(streamId: string): boolean {
    return this.#outboxes.get(streamId)?.isOver ?? false
  }

  async end(stream: StreamRef, reason: EndReason): Promise<void> {
    await this.#outboxOf(stream).end(reason)
  }

  /** Sends no further message. Ends when the messages in progress are sent. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#outboxes.values()].map((outbox) => outbox.close()))
  }

  #outboxOf(stream: StreamRef): ClientOutbox {
    const known = this.#outboxes.get(stream.streamId)
    if (known !== undefined) return known
    const outbox = new ClientOutbox(this.#deps, stream, this.#onFailed)
    this.#outboxes.set(stream.streamId, outbox)
    return outbox
  }
}
