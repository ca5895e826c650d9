/**
 * Tells streams of the markets that they follow, from what a run of the watch sees anyway: first the present state, then changes. A channel
 * is told a few times a second at most, and then what is newest.
 */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import {
  type Listened,
  type Listener,
  type MarketChannelName,
  marketChannelText,
} from '#domain/streams/market-channel.ts'
import { STREAM_LASTS } from '#domain/streams/stream.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import {
  lose,
  type MarketPicture,
  type MarketWord,
  newPicture,
  showBook,
  showPolled,
  showTrade,
  wordOf,
} from './market-picture.ts'
import { type OutletsDeps, outlets, type StreamRef } from './outlets.ts'
import { type ReadPicturesDeps, readPictures } from './read-pictures.ts'

export interface TellListenersDeps extends OutletsDeps, ReadPicturesDeps {
  readonly apiKeys: Pick<ApiKeyStore, 'get'>
  /** The message as clients see it. */
  readonly marketText: (word: MarketWord, now: Millis) => string
  readonly after: After
  readonly clock: Clock
}

export interface ToldListeners {
  /** Who listens from now on. Whoever is new, or has subscribed again, is owed the present state. */
  listen(listeners: readonly Listener[]): Promise<void>
  isListening(): boolean
  /** Takes what a socket of the exchange tells. */
  hear(market: MarketRef, event: Extract<PriceEvent, { kind: 'book' | 'trade' }>): void
  /** No socket shows the market for now, or it may have missed trades. */
  lost(market: MarketRef, kind: 'stale' | 'missed'): void
  /** What a poll saw of the market; null: the exchange shows nothing of it. `isLive`: a socket shows it too. */
  polled(market: MarketRef, shown: ExchangeQuote | null, isLive: boolean): void
  /** The exchange does not answer. */
  unanswered(market: MarketRef): void
  /** Reads books and tapes that no socket shows. Never throws. */
  read(): Promise<void>
  close(): Promise<void>
}

/** A channel is told at most once in this time, and what happens together is told together. */
const TOLD_EVERY = 200
const GATHER_FOR = 20
/** The run before may go on for so long, and tell something older last. What changed meanwhile is told again. */
const RUNS_OVERLAP_FOR = 8 * SECOND

interface Channel {
  readonly name: MarketChannelName
  readonly picture: MarketPicture
  /** Streams that follow it, with the time of their subscription; those in `owed` are to be told the whole state. */
  readonly streams: Map<string, { readonly stream: StreamRef; readonly since: Millis }>
  readonly owed: Set<string>
  hasChanged: boolean
  toldAt: Millis
  cancel: (() => void) | null
}

/** `isMine`: whether this run tells of the market; others tell of the rest. */
export const tellListeners = (deps: TellListenersDeps, isMine: (svcId: number) => boolean): ToldListeners => {
  const began = deps.clock()
  const pictures = new Map<number, MarketPicture>()
  const channels = new Map<string, Channel>()
  const working = new Map<string, boolean>()
  const changedEarly = new Set<Channel>()
  const out = outlets(deps, (streamId, text) => channels.get(text)?.owed.add(streamId))
  let closed = false

  const tell = (channel: Channel): void => {
    channel.cancel = null
    if (closed) return
    const now = deps.clock()
    const { name, picture, streams, owed } = channel
    const text = marketChannelText({ name, svcId: picture.market.svcId })
    const textOf = (isSnapshot: boolean): string | null => {
      const word = wordOf(picture, name, isSnapshot)
      return word === null ? null : deps.marketText(word, now)
    }
    const whole = owed.size === 0 ? null : textOf(true)
    const change = channel.hasChanged && streams.size > owed.size ? textOf(false) : null
    for (const [streamId, { stream }] of streams) {
      const message = owed.has(streamId) ? whole : change
      if (message !== null) out.put(stream, text, message, name !== 'trades')
    }
    if (whole !== null) owed.clear()
    if (channel.hasChanged && now - began < RUNS_OVERLAP_FOR) changedEarly.add(channel)
    if (name === 'trades') picture.fresh = []
    channel.hasChanged = false
    channel.toldAt = now
  }

  const due = (channel: Channel): void => {
    const wait = Math.max(GATHER_FOR, channel.toldAt + TOLD_EVERY - deps.clock())
    channel.cancel ??= deps.after(wait, () => tell(channel))
  }

  const changed = ({ market: { svcId } }: MarketPicture, names: readonly MarketChannelName[]): void => {
    for (const name of names) {
      const channel = channels.get(marketChannelText({ name, svcId }))
      if (channel === undefined) continue
      channel.hasChanged = true
      due(channel)
    }
  }

  const channelOf = (one: Listened): Channel => {
    const text = marketChannelText(one)
    const found = channels.get(text)
    if (found !== undefined) return found
    const picture = pictures.get(one.svcId) ?? newPicture(one)
    pictures.set(one.svcId, picture)
    const { name } = one
    const made = {
      name,
      picture,
      streams: new Map(),
      owed: new Set<string>(),
      hasChanged: false,
      toldAt: 0,
      cancel: null,
    }
    channels.set(text, made)
    return made
  }

  const forget = (text: string, channel: Channel): void => {
    channel.cancel?.()
    channels.delete(text)
    changedEarly.delete(channel)
    const { svcId } = channel.picture.market
    if (![...channels.values()].some(({ picture }) => picture.market.svcId === svcId)) pictures.delete(svcId)
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
    const listened = (name: MarketChannelName) => (picture: MarketPicture) =>
      channels.has(marketChannelText({ name, svcId: picture.market.svcId }))
    await readPictures(deps, [...pictures.values()], listened, changed)
  }

  const cancelRepeat = deps.after(RUNS_OVERLAP_FOR, () => {
    for (const channel of changedEarly) {
      for (const streamId of channel.streams.keys()) channel.owed.add(streamId)
      due(channel)
    }
    changedEarly.clear()
  })

  return {
    listen: async (listeners) => {
      const now = deps.clock()
      const open = listeners.filter(({ openedAt }) => openedAt + STREAM_LASTS > now)
      out.keep(new Set(open.map(({ streamId }) => streamId)))
      await endRevoked(open)
      const wanted = new Map<string, Map<string, { stream: StreamRef; one: Listened }>>()
      for (const { streamId, userId, listening } of open) {
        if (out.isOver(streamId)) continue
        for (const one of listening) {
          if (!isMine(one.svcId)) continue
          const text = marketChannelText(one)
          const streams = wanted.get(text) ?? new Map()
          wanted.set(text, streams.set(streamId, { stream: { streamId, userId }, one }))
        }
      }
      for (const [text, channel] of channels) if (!wanted.has(text)) forget(text, channel)
      const before = channels.size
      for (const [text, streams] of wanted) {
        const [first] = streams.values()
        if (first === undefined) continue
        const channel = channels.get(text) ?? channelOf(first.one)
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
        if (channel.owed.size > 0) due(channel)
      }
      if (channels.size > before) void read()
    },
    isListening: () => channels.size > 0,
    hear: ({ svcId }, event) => {
      const picture = pictures.get(svcId)
      if (picture === undefined) return
      if (event.kind === 'book') {
        const wasLive = picture.isLive
        showBook(picture, event)
        changed(picture, wasLive ? ['quotes', 'book'] : ['quotes', 'book', 'trades'])
      } else if (showTrade(picture, event)) changed(picture, ['quotes', 'trades'])
    },
    lost: ({ svcId, exchange }, kind) => {
      const picture = pictures.get(svcId)
      if (picture === undefined) return
      picture.tapeIsDue = true
      if (kind === 'missed' || !picture.isLive) return
      lose(picture, `The stream of ${exchange} was interrupted: this may be old.`)
      changed(picture, ['quotes', 'book', 'trades'])
    },
    polled: (market, shown, isLive) => {
      const picture = pictures.get(market.svcId)
      if (picture === undefined) return
      const before = JSON.stringify([picture.quote, picture.words])
      if (!isLive) picture.isLive = false
      if (shown === null) lose(picture, 'The exchange shows no book of this market.')
      else {
        showPolled(picture, shown)
        picture.words = picture.isLive
          ? null
          : `The stream of ${market.exchange} does not show this market: it is read every few seconds.`
      }
      if (!picture.isLive) picture.tapeIsDue = true
      if (before !== JSON.stringify([picture.quote, picture.words])) changed(picture, ['quotes'])
    },
    unanswered: (market) => {
      const picture = pictures.get(market.svcId)
      const words = `${market.exchange} does not answer: this may be old.`
      if (picture === undefined || picture.isLive || picture.words === words) return
      lose(picture, words)
      changed(picture, ['quotes', 'book', 'trades'])
    },
    read,
    close: async () => {
      closed = true
      cancelRepeat()
      for (const { cancel } of channels.values()) cancel?.()
      await out.close()
    },
  }
}
