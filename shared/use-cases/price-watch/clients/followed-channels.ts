/** Keeps the streams that follow each channel of a market, and the streams that need its snapshot. */

import type { Millis } from '#domain/kernel/time.ts'
import {
  type Listened,
  type Listener,
  type MarketChannel,
  type MarketChannelName,
  marketChannelText,
} from '#domain/streams/market-channel.ts'
import type { StreamRef } from './client-outbox.ts'
import { type MarketView, newMarketView } from './market-view.ts'

export interface FollowedChannel {
  readonly name: MarketChannelName
  readonly view: MarketView
  /** Streams that follow the channel, with the time of their subscription. */
  readonly streams: Map<string, { readonly stream: StreamRef; readonly since: Millis }>
  /** Streams that need a snapshot. */
  readonly needSnapshot: Set<string>
}

/** Channels that began or ended with a change of the subscriptions. */
export interface ChangedChannels {
  readonly begun: readonly FollowedChannel[]
  readonly left: readonly FollowedChannel[]
}

export class FollowedChannels {
  readonly #isMine: (svcId: number) => boolean
  readonly #views = new Map<number, MarketView>()
  readonly #channels = new Map<string, FollowedChannel>()

  /** `isMine`: whether this run publishes the market. */
  constructor(isMine: (svcId: number) => boolean) {
    this.#isMine = isMine
  }

  /** Sets the subscriptions. A stream that is new, or has subscribed again, needs a snapshot. */
  follow(listeners: readonly Listener[]): ChangedChannels {
    const requested = requestedBy(listeners, this.#isMine)
    const left = [...this.#channels].filter(([text]) => !requested.has(text))
    for (const [text, channel] of left) this.#leave(text, channel)
    const begun: FollowedChannel[] = []
    for (const [text, streams] of requested) {
      const [first] = streams.values()
      if (first === undefined) continue
      const known = this.#channels.get(text)
      const channel = known ?? this.#begin(text, first.one)
      if (known === undefined) begun.push(channel)
      setStreams(channel, streams)
    }
    return { begun, left: left.map(([, channel]) => channel) }
  }

  get(channel: MarketChannel): FollowedChannel | undefined {
    return this.#channels.get(marketChannelText(channel))
  }

  all(): readonly FollowedChannel[] {
    return [...this.#channels.values()]
  }

  /** Returns the view of a market; undefined if no stream follows it. */
  view(svcId: number): MarketView | undefined {
    return this.#views.get(svcId)
  }

  views(): readonly MarketView[] {
    return [...this.#views.values()]
  }

  #begin(text: string, one: Listened): FollowedChannel {
    const view = this.#views.get(one.svcId) ?? newMarketView(one)
    this.#views.set(one.svcId, view)
    const begun = { name: one.name, view, streams: new Map(), needSnapshot: new Set<string>() }
    this.#channels.set(text, begun)
    return begun
  }

  #leave(text: string, channel: FollowedChannel): void {
    this.#channels.delete(text)
    const { svcId } = channel.view.market
    if (![...this.#channels.values()].some(({ view }) => view.market.svcId === svcId)) this.#views.delete(svcId)
  }
}

type Streams = ReadonlyMap<string, { readonly stream: StreamRef; readonly one: Listened }>

/** Returns the streams of each channel. */
const requestedBy = (
  listeners: readonly Listener[],
  isMine: (svcId: number) => boolean,
): ReadonlyMap<string, Streams> => {
  const requested = new Map<string, Map<string, { stream: StreamRef; one: Listened }>>()
  for (const { streamId, userId, listening } of listeners) {
    for (const one of listening) {
      if (!isMine(one.svcId)) continue
      const text = marketChannelText(one)
      const streams = requested.get(text) ?? new Map()
      requested.set(text, streams.set(streamId, { stream: { streamId, userId }, one }))
    }
  }
  return requested
}

const setStreams = ({ streams: known, needSnapshot }: FollowedChannel, streams: Streams): void => {
  for (const streamId of known.keys()) {
    if (streams.has(streamId)) continue
    known.delete(streamId)
    needSnapshot.delete(streamId)
  }
  for (const [streamId, { stream, one }] of streams) {
    if (known.get(streamId)?.since === one.since) continue
    known.set(streamId, { stream, since: one.since })
    needSnapshot.add(streamId)
  }
}
