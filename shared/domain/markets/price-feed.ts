/** How the prices of one exchange come in while a conditional is armed there, or a stream follows a market. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'

/** How long one run of the watch may look on; the next one is there by then. */
export const WATCH_FOR = MINUTE - 2 * SECOND

/** As the price watch notes it when something changes, and else once a minute. */
export interface PriceFeed {
  readonly exchange: ExchangeName
  /** Instruments with armed conditionals, or that streams follow; 0 while nothing is watched. */
  readonly watched: number
  /** Those of them whose prices come over a stream; the others are polled. */
  readonly streamed: number
  /** Accounts whose private streams are to be held. */
  readonly accounts: number
  /** When they were last looked at, whatever became of it. */
  readonly polledAt: Millis
  /** Since when the exchange does not tell its prices; null while it does. */
  readonly failingSince: Millis | null
  /** When the run began that was the last to say that it has what it needs; 0: none has. The run before may then end. */
  readonly heldSince: Millis
  /** How long the slowest message of its stream took lately to come here, in ms; null where the exchange does not say, or none came. */
  readonly delayMs: number | null
}

/** A stream that takes so long is slow, while its socket lives (changes of November 2026, EXCHANGE_A 9). */
export const SLOW_FROM = 5 * SECOND

/**
 * `idle`: nothing is armed. `failing`: the exchange does not tell its prices, so nothing fires. `stopped`: something is armed
 * and nobody has looked for minutes.
 */
export const PRICE_FEED_STATES = ['idle', 'watching', 'failing', 'stopped'] as const
export type PriceFeedState = (typeof PRICE_FEED_STATES)[number]

const STOPPED_AFTER = 3 * MINUTE

/** The state at `now`. A feed whose last look is more than three minutes old has stopped. */
export const priceFeedState = ({ watched, polledAt, failingSince }: PriceFeed, now: Millis): PriceFeedState => {
  if (watched === 0) return 'idle'
  if (now - polledAt > STOPPED_AFTER) return 'stopped'
  return failingSince === null ? 'watching' : 'failing'
}

/** What is noted once a minute may be so old while somebody still looks: a minute, the look after it, and the change of runs. */
const NOTED_WITHIN = MINUTE + 15 * SECOND

/** Whether a run is looking at the prices now, as far as the note tells. */
export const isWatching = ({ watched, accounts, polledAt }: PriceFeed, now: Millis): boolean =>
  watched + accounts > 0 && now - polledAt < NOTED_WITHIN
