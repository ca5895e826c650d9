/** Publishes the channels of markets to client streams, a few times a second at most: a snapshot to new streams, changes to the others. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { marketChannelText } from '#domain/streams/market-channel.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import { type ChannelMessage, channelMessage } from './channel-message.ts'
import type { ClientOutboxes } from './client-outboxes.ts'
import type { FollowedChannel } from './followed-channels.ts'

export interface PublishChannelsDeps {
  /** Returns the message as clients see it. */
  readonly marketText: (message: ChannelMessage, now: Millis) => string
  readonly after: After
  readonly clock: Clock
}

/** Shortest time between two messages of a channel. Changes at the same moment share a message. */
const PUBLISHED_EVERY = 200
const GATHER_FOR = 20
/** Longest time that the run before continues, and may publish older state last. Channels that changed in this time are published again. */
const RUNS_OVERLAP_FOR = 8 * SECOND

interface ChannelState {
  hasChanged: boolean
  publishedAt: Millis
  cancel: (() => void) | null
}

/** The messages of one channel, as far as they are needed; null if nothing is known. */
interface Messages {
  readonly snapshot: string | null
  readonly change: string | null
}

/** The publisher of one run of the watch. */
export class ChannelPublisher {
  readonly #deps: PublishChannelsDeps
  readonly #outboxes: Pick<ClientOutboxes, 'put'>
  readonly #beganAt: Millis
  readonly #states = new Map<FollowedChannel, ChannelState>()
  readonly #changedEarly = new Set<FollowedChannel>()
  readonly #cancelRepeat: () => void
  #isClosed = false

  constructor(deps: PublishChannelsDeps, outboxes: Pick<ClientOutboxes, 'put'>) {
    this.#deps = deps
    this.#outboxes = outboxes
    this.#beganAt = deps.clock()
    this.#cancelRepeat = deps.after(RUNS_OVERLAP_FOR, () => this.#repeatEarly())
  }

  /** Publishes the channel soon, because a stream needs a snapshot. */
  schedule(channel: FollowedChannel): void {
    const state = this.#stateOf(channel)
    const wait = Math.max(GATHER_FOR, state.publishedAt + PUBLISHED_EVERY - this.#deps.clock())
    state.cancel ??= this.#deps.after(wait, () => this.#publish(channel))
  }

  /** Publishes the channel soon, because it has changed. */
  change(channel: FollowedChannel): void {
    this.#stateOf(channel).hasChanged = true
    this.schedule(channel)
  }

  /** Forgets a channel that no stream follows any more. */
  forget(channel: FollowedChannel): void {
    this.#states.get(channel)?.cancel?.()
    this.#states.delete(channel)
    this.#changedEarly.delete(channel)
  }

  /** Publishes nothing more. */
  close(): void {
    this.#isClosed = true
    this.#cancelRepeat()
    for (const { cancel } of this.#states.values()) cancel?.()
  }

  #stateOf(channel: FollowedChannel): ChannelState {
    const state = this.#states.get(channel) ?? { hasChanged: false, publishedAt: 0, cancel: null }
    this.#states.set(channel, state)
    return state
  }

  #publish(channel: FollowedChannel): void {
    const state = this.#stateOf(channel)
    state.cancel = null
    if (this.#isClosed) return
    const now = this.#deps.clock()
    const messages = this.#messagesOf(channel, state, now)
    this.#send(channel, messages)
    if (messages.snapshot !== null) channel.needSnapshot.clear()
    if (state.hasChanged && now - this.#beganAt < RUNS_OVERLAP_FOR) this.#changedEarly.add(channel)
    if (channel.name === 'trades') channel.view.fresh = []
    state.hasChanged = false
    state.publishedAt = now
  }

  #messagesOf({ name, view, streams, needSnapshot }: FollowedChannel, state: ChannelState, now: Millis): Messages {
    const textOf = (isSnapshot: boolean): string | null => {
      const message = channelMessage(view, name, isSnapshot)
      return message === null ? null : this.#deps.marketText(message, now)
    }
    const snapshot = needSnapshot.size === 0 ? null : textOf(true)
    const needsChange = state.hasChanged && (streams.size > needSnapshot.size || snapshot === null)
    return { snapshot, change: needsChange ? textOf(false) : null }
  }

  /** Before the tape is read there is no snapshot. A stream that the run before served then receives the change, which is all it lacks. */
  #send({ name, view, streams, needSnapshot }: FollowedChannel, { snapshot, change }: Messages): void {
    const text = marketChannelText({ name, svcId: view.market.svcId })
    for (const [streamId, { stream, since }] of streams) {
      const wasServed = !needSnapshot.has(streamId) || (snapshot === null && since < this.#beganAt)
      const message = wasServed ? change : snapshot
      if (message !== null) this.#outboxes.put(stream, text, message, name !== 'trades')
    }
  }

  #repeatEarly(): void {
    for (const channel of this.#changedEarly) {
      for (const streamId of channel.streams.keys()) channel.needSnapshot.add(streamId)
      this.schedule(channel)
    }
    this.#changedEarly.clear()
  }
}
