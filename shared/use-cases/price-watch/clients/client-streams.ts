/** Tells streams of the markets that they follow, from what a run of the watch sees anyway. */

import { type Listener, type MarketChannelName, marketChannelIn } from '#domain/streams/market-channel.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import { type OutletsDeps, outlets } from './client-outbox.ts'
import { followedChannels } from './followed-channels.ts'
import type { MarketPicture } from './market-view.ts'
import { type TellChannelsDeps, tellChannels } from './publish-channels.ts'
import { type ReadPicturesDeps, readPictures } from './read-views.ts'
import { type PictureEvents, pictureEvents } from './view-events.ts'

export interface TellListenersDeps extends OutletsDeps, ReadPicturesDeps, TellChannelsDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'get'>
}

export interface ToldListeners extends PictureEvents {
  /** Who listens from now on. A stream that is new, or has subscribed again, is owed the present state. */
  listen(listeners: readonly Listener[]): Promise<void>
  isListening(): boolean
  /** Reads books and tapes that no socket shows. Never throws. */
  read(): Promise<void>
  close(): Promise<void>
}

/** `isMine`: whether this run tells of the market; others tell of the rest. */
export const tellListeners = (deps: TellListenersDeps, isMine: (svcId: number) => boolean): ToldListeners => {
  const channels = followedChannels(isMine)
  const working = new Map<string, boolean>()
  const out = outlets(deps, (streamId, text) => {
    const channel = marketChannelIn(text)
    if (channel !== null) channels.of(channel)?.owed.add(streamId)
  })
  const told = tellChannels(deps, out.put)

  const changed = ({ market: { svcId } }: MarketPicture, names: readonly MarketChannelName[]): void => {
    for (const name of names) {
      const channel = channels.of({ name, svcId })
      if (channel !== undefined) told.change(channel)
    }
  }

  /** Its tape was read for the first time, or nobody tells all trades that were missed. */
  const tradesAnew = ({ market: { svcId } }: MarketPicture): void => {
    const channel = channels.of({ name: 'trades', svcId })
    if (channel === undefined) return
    for (const streamId of channel.streams.keys()) channel.owed.add(streamId)
    told.owe(channel)
  }

  /** A key is looked at once by a run. */
  const endRevoked = async (listeners: readonly Listener[]): Promise<void> => {
    for (const { keyId } of listeners) {
      if (working.has(keyId)) continue
      const key = await deps.apiKeys.get(keyId)
      working.set(keyId, key !== null && key.revokedAt === null)
    }
    const ended = listeners.filter(({ keyId, streamId }) => working.get(keyId) === false && !out.isOver(streamId))
    await Promise.all(ended.map((listener) => out.end(listener, 'key_revoked')))
  }

  const read = async (): Promise<void> => {
    const isFollowed = (name: MarketChannelName) => (picture: MarketPicture) =>
      channels.of({ name, svcId: picture.market.svcId }) !== undefined
    await readPictures(deps, channels.pictures(), isFollowed, changed, tradesAnew)
  }

  return {
    ...pictureEvents(channels.picture, changed),
    listen: async (listeners) => {
      out.keep(new Set(listeners.map(({ streamId }) => streamId)))
      await endRevoked(listeners)
      const { begun, left } = channels.follow(listeners.filter(({ streamId }) => !out.isOver(streamId)))
      for (const channel of left) told.forget(channel)
      for (const channel of channels.all()) if (channel.owed.size > 0) told.owe(channel)
      if (begun.length > 0) void read()
    },
    isListening: () => channels.all().length > 0,
    read,
    close: async () => {
      told.close()
      await out.close()
    },
  }
}
