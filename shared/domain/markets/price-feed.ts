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
  /** Markets among them whose prices are streamed; the others are polled. */
  readonly streamed: number
  /** Accounts whose private streams are to be held. */
  readonly accounts: number
  /** When they were last looked at, whatever became of it. */
  readonly polledAt: Millis
  /** Start of the time without prices from the exchange; null while there are prices. */
  readonly failingSince: Millis | null
  /** Why there are no prices, in words; null while there are prices. */
  readonly failingReason: string | null
  /** When the run began that was the last to say that it has what it needs; 0: none has. The run before may then end. */
  readonly heldSince: Millis
  /**
   * How long the slowest message of its stream took lately to come here, in ms; null if the exchange does not say, or
   * none came.
   */
  readonly delayMs: number | null
}

/** A stream that takes so long is slow, while its socket lives (changes of November 2026, EXCHANGE_A 9). */
export const SLOW_FROM = 5 * SECOND

/**
 * `idle`: no stop is armed. `failing`: the exchange gives no prices, so no stop fires. `stopped`: stops are armed and
 * no run has polled for minutes.
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

/**
 * Largest age of a note that is stored once a minute while a run is alive: a minute, the poll after it, and the change
 * of runs.
 */
const RECORDED_WITHIN = MINUTE + 15 * SECOND

/** True if a run is reading prices now, according to the note. */
export const isWatching = ({ watched, accounts, polledAt }: PriceFeed, now: Millis): boolean =>
  watched + accounts > 0 && now - polledAt < RECORDED_WITHIN
