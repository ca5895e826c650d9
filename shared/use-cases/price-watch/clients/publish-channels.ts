/** Tells the followers of channels, a few times a second at most: new ones the present state, the others what has changed. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { marketChannelText } from '#domain/streams/market-channel.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import type { Outlets } from './client-outbox.ts'
import type { FollowedChannel } from './followed-channels.ts'
import { type MarketWord, wordOf } from './market-view.ts'

export interface TellChannelsDeps {
  /** The message as clients see it. */
  readonly marketText: (word: MarketWord, now: Millis) => string
  readonly after: After
  readonly clock: Clock
}

export interface ToldChannels {
  /** A stream is owed its present state: it is told soon. */
  owe(channel: FollowedChannel): void
  /** There is something new in it: it is told soon. */
  change(channel: FollowedChannel): void
  /** No stream follows it any more. */
  forget(channel: FollowedChannel): void
  /** Tells nothing more. */
  close(): void
}

/** A channel is told at most once in this time, and what happens together is told together. */
const TOLD_EVERY = 200
const GATHER_FOR = 20
/** The run before may go on for so long, and tell something older last. What changed meanwhile is told again. */
const RUNS_OVERLAP_FOR = 8 * SECOND

interface Told {
  hasChanged: boolean
  at: Millis
  cancel: (() => void) | null
}

/** One for each run of the watch. `put` hands a message to a stream. */
export const tellChannels = (deps: TellChannelsDeps, put: Outlets['put']): ToldChannels => {
  const began = deps.clock()
  const told = new Map<FollowedChannel, Told>()
  const changedEarly = new Set<FollowedChannel>()
  let closed = false

  const toldOf = (channel: FollowedChannel): Told => {
    const found = told.get(channel) ?? { hasChanged: false, at: 0, cancel: null }
    told.set(channel, found)
    return found
  }

  const tell = (channel: FollowedChannel): void => {
    const state = toldOf(channel)
    state.cancel = null
    if (closed) return
    const now = deps.clock()
    const { name, picture, streams, owed } = channel
    const text = marketChannelText({ name, svcId: picture.market.svcId })
    const textOf = (isSnapshot: boolean): string | null => {
      const word = wordOf(picture, name, isSnapshot)
      return word === null ? null : deps.marketText(word, now)
    }
    const whole = owed.size === 0 ? null : textOf(true)
    const change = state.hasChanged && (streams.size > owed.size || whole === null) ? textOf(false) : null
    for (const [streamId, { stream, since }] of streams) {
      // Where the tape was not read yet: the run before told its followers, so what is new is all that is missing.
      const wasTold = !owed.has(streamId) || (whole === null && since < began)
      const message = wasTold ? change : whole
      if (message !== null) put(stream, text, message, name !== 'trades')
    }
    if (whole !== null) owed.clear()
    if (state.hasChanged && now - began < RUNS_OVERLAP_FOR) changedEarly.add(channel)
    if (name === 'trades') picture.fresh = []
    state.hasChanged = false
    state.at = now
  }

  const due = (channel: FollowedChannel): void => {
    const state = toldOf(channel)
    const wait = Math.max(GATHER_FOR, state.at + TOLD_EVERY - deps.clock())
    state.cancel ??= deps.after(wait, () => tell(channel))
  }

  const cancelRepeat = deps.after(RUNS_OVERLAP_FOR, () => {
    for (const channel of changedEarly) {
      for (const streamId of channel.streams.keys()) channel.owed.add(streamId)
      due(channel)
    }
    changedEarly.clear()
  })

  return {
    owe: due,
    change: (channel) => {
      toldOf(channel).hasChanged = true
      due(channel)
    },
    forget: (channel) => {
      told.get(channel)?.cancel?.()
      told.delete(channel)
      changedEarly.delete(channel)
    },
    close: () => {
      closed = true
      cancelRepeat()
      for (const { cancel } of told.values()) cancel?.()
    },
  }
}
