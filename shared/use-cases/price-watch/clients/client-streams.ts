/** Publishes to client streams the markets that they follow, from the prices that a run of the watch reads anyway. */

import { type Listener, type MarketChannelName, marketChannelIn } from '#domain/streams/market-channel.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { ClientOutboxDeps } from './client-outbox.ts'
import { ClientOutboxes } from './client-outboxes.ts'
import { FollowedChannels } from './followed-channels.ts'
import type { MarketView } from './market-view.ts'
import { ChannelPublisher, type PublishChannelsDeps } from './publish-channels.ts'
import { type ReadViewsDeps, readViews } from './read-views.ts'
import { ViewEvents } from './view-events.ts'

export interface ClientStreamsDeps extends ClientOutboxDeps, ReadViewsDeps, PublishChannelsDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'get'>
}

export class ClientStreams {
  /** Receives the prices of the watch. */
  readonly events: ViewEvents
  readonly #deps: ClientStreamsDeps
  readonly #channels: FollowedChannels
  readonly #outboxes: ClientOutboxes
  readonly #publisher: ChannelPublisher
  /** API keys with their validity. A run reads each key once. */
  readonly #keyWorks = new Map<string, boolean>()

  /** `isMine`: whether this run publishes the market; other runs publish the rest. */
  constructor(deps: ClientStreamsDeps, isMine: (svcId: number) => boolean) {
    this.#deps = deps
    this.#channels = new FollowedChannels(isMine)
    this.#outboxes = new ClientOutboxes(deps, (streamId, text) => this.#requireSnapshot(streamId, text))
    this.#publisher = new ChannelPublisher(deps, this.#outboxes)
    this.events = new ViewEvents(
      (svcId) => this.#channels.view(svcId),
      (view, names) => this.#change(view, names),
    )
  }

  /** Sets the subscriptions. A stream that is new, or has subscribed again, receives a snapshot. */
  async listen(listeners: readonly Listener[]): Promise<void> {
    this.#outboxes.keep(new Set(listeners.map(({ streamId }) => streamId)))
    await this.#endRevoked(listeners)
    const open = listeners.filter(({ streamId }) => !this.#outboxes.isOver(streamId))
    const { begun, left } = this.#channels.follow(open)
    for (const channel of left) this.#publisher.forget(channel)
    for (const channel of this.#channels.all()) if (channel.needSnapshot.size > 0) this.#publisher.schedule(channel)
    if (begun.length > 0) void this.read()
  }

  isListening(): boolean {
    return this.#channels.all().length > 0
  }

  /** Reads the books and tapes that no exchange stream shows. Never throws. */
  async read(): Promise<void> {
    await readViews(this.#deps, {
      views: this.#channels.views(),
      isFollowed: (name, { market: { svcId } }) => this.#channels.get({ name, svcId }) !== undefined,
      onChanged: (view, names) => this.#change(view, names),
      onNewTape: (view) => this.#requireTape(view),
    })
  }

  async close(): Promise<void> {
    this.#publisher.close()
    await this.#outboxes.close()
  }

  #change({ market: { svcId } }: MarketView, names: readonly MarketChannelName[]): void {
    for (const name of names) {
      const channel = this.#channels.get({ name, svcId })
      if (channel !== undefined) this.#publisher.change(channel)
    }
  }

  #requireSnapshot(streamId: string, text: string): void {
    const channel = marketChannelIn(text)
    if (channel !== null) this.#channels.get(channel)?.needSnapshot.add(streamId)
  }

  /** The tape was read for the first time, or it does not reach back to the last known trade: all streams need a snapshot. */
  #requireTape({ market: { svcId } }: MarketView): void {
    const channel = this.#channels.get({ name: 'trades', svcId })
    if (channel === undefined) return
    for (const streamId of channel.streams.keys()) channel.needSnapshot.add(streamId)
    this.#publisher.schedule(channel)
  }

  async #endRevoked(listeners: readonly Listener[]): Promise<void> {
    for (const { keyId } of listeners) {
      if (this.#keyWorks.has(keyId)) continue
      const key = await this.#deps.apiKeys.get(keyId)
      this.#keyWorks.set(keyId, key !== null && key.revokedAt === null)
    }
    const revoked = listeners.filter(
      ({ keyId, streamId }) => this.#keyWorks.get(keyId) === false && !this.#outboxes.isOver(streamId),
    )
    await Promise.all(revoked.map((listener) => this.#outboxes.end(listener, 'key_revoked')))
  }
}
