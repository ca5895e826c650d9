/** Who follows which channel of a market, and who is owed its present state. */

import type { Millis } from '#domain/kernel/time.ts'
import {
  type Listened,
  type Listener,
  type MarketChannel,
  type MarketChannelName,
  marketChannelText,
} from '#domain/streams/market-channel.ts'
import type { StreamRef } from './client-outbox.ts'
import { type MarketPicture, newPicture } from './market-view.ts'

export interface FollowedChannel {
  readonly name: MarketChannelName
  readonly picture: MarketPicture
  /** Streams that follow it, with the time of their subscription; those in `owed` are to be told the whole state. */
  readonly streams: Map<string, { readonly stream: StreamRef; readonly since: Millis }>
  readonly owed: Set<string>
}

export interface FollowedChannels {
  /** What these listeners follow from now on. A stream that is new, or has subscribed again, is owed the present state. */
  follow(listeners: readonly Listener[]): Followed
  of(channel: MarketChannel): FollowedChannel | undefined
  /** Those that are followed by anybody. */
  all(): readonly FollowedChannel[]
  picture(svcId: number): MarketPicture | undefined
  pictures(): readonly MarketPicture[]
}

/** What has changed by that. */
export interface Followed {
  readonly begun: readonly FollowedChannel[]
  readonly left: readonly FollowedChannel[]
}

/** `isMine`: whether this run tells of the market. */
export const followedChannels = (isMine: (svcId: number) => boolean): FollowedChannels => {
  const pictures = new Map<number, MarketPicture>()
  const channels = new Map<string, FollowedChannel>()

  const begin = (text: string, one: Listened): FollowedChannel => {
    const picture = pictures.get(one.svcId) ?? newPicture(one)
    pictures.set(one.svcId, picture)
    const made = { name: one.name, picture, streams: new Map(), owed: new Set<string>() }
    channels.set(text, made)
    return made
  }

  const leave = (text: string, channel: FollowedChannel): void => {
    channels.delete(text)
    const { svcId } = channel.picture.market
    if (![...channels.values()].some(({ picture }) => picture.market.svcId === svcId)) pictures.delete(svcId)
  }

  return {
    follow: (listeners) => {
      const wanted = wantedBy(listeners, isMine)
      const left = [...channels].filter(([text]) => !wanted.has(text))
      for (const [text, channel] of left) leave(text, channel)
      const begun: FollowedChannel[] = []
      for (const [text, streams] of wanted) {
        const [first] = streams.values()
        if (first === undefined) continue
        const known = channels.get(text)
        const channel = known ?? begin(text, first.one)
        if (known === undefined) begun.push(channel)
        owe(channel, streams)
      }
      return { begun, left: left.map(([, channel]) => channel) }
    },
    of: (channel) => channels.get(marketChannelText(channel)),
    all: () => [...channels.values()],
    picture: (svcId) => pictures.get(svcId),
    pictures: () => [...pictures.values()],
  }
}

type Streams = ReadonlyMap<string, { readonly stream: StreamRef; readonly one: Listened }>

/** By channel. */
const wantedBy = (listeners: readonly Listener[], isMine: (svcId: number) => boolean): ReadonlyMap<string, Streams> => {
  const wanted = new Map<string, Map<string, { stream: StreamRef; one: Listened }>>()
  for (const { streamId, userId, listening } of listeners) {
    for (const one of listening) {
      if (!isMine(one.svcId)) continue
      const text = marketChannelText(one)
      const streams = wanted.get(text) ?? new Map()
      wanted.set(text, streams.set(streamId, { stream: { streamId, userId }, one }))
    }
  }
  return wanted
}

const owe = (channel: FollowedChannel, streams: Streams): void => {
  for (const streamId of channel.streams.keys()) {
    if (streams.has(streamId)) continue
    channel.streams.delete(streamId)
    channel.owed.delete(streamId)
  }
  for (const [streamId, { stream, one }] of streams) {
    if (channel.streams.get(streamId)?.since === one.since) continue
    channel.streams.set(streamId, { stream, since: one.since })
    channel.owed.add(streamId)
  }
}
