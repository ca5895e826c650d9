/**
 * The state of what reads the queues for their functions. A reader that waits at an empty queue costs money, so most readers rest while
 * nothing is to be done.
 */

import { MINUTE, type Millis } from '../kernel/time.ts'

export interface QueueReaders {
  /** They read at least until then: a message was sent, or may be. */
  readonly awakeUntil: Millis
  /** Whether all of them are known to read. False from before the first is asked to rest until all read again. */
  readonly reading: boolean
  /** When `reading` last became true. */
  readonly since: Millis
  readonly version: number
}

/**
 * How long the readers go on after a message. Longer than the longest delay of a message, which is 15 minutes, by what a message that
 * failed is hidden.
 */
const AWAKE_FOR = 30 * MINUTE

/** Below this the time is extended; so every message is sent with this much of it left. */
const EXTENDED_BELOW = 22 * MINUTE

/** Clocks differ, and a sender that has just looked may still send. */
const SLACK = 2 * MINUTE

/** Who rests and who wakes may meet: for so long it is checked that all do read. */
const CHECKED_FOR = 5 * MINUTE

/** After that it is checked so often: a person may have stopped readers, or the table was restored and is older than they are. */
const CHECKED_EVERY = 5 * MINUTE

/** A wake-up that takes longer than this is a failure. */
const AWAKE_WITHIN = 3 * MINUTE

/** What is known of a deployment whose readers never rested: they read. */
export const readersAtFirst = (now: Millis): QueueReaders => ({
  awakeUntil: now,
  reading: true,
  since: now,
  version: 0,
})

/** Whether a message may be sent without a word: the readers go on for long enough. */
export const isAwakeFor = (awakeUntil: Millis, now: Millis): boolean => awakeUntil - now >= EXTENDED_BELOW

/** The same readers, awake from now on. */
export const extend = (readers: QueueReaders, now: Millis): QueueReaders => ({
  ...readers,
  awakeUntil: Math.max(readers.awakeUntil, now + AWAKE_FOR),
})

/** Whether no message was sent for so long that the readers may rest. */
export const mayRest = ({ awakeUntil, reading }: QueueReaders, now: Millis): boolean =>
  reading && awakeUntil + SLACK < now

/** Whether they rest, and should not. */
export const areToWake = ({ awakeUntil, reading }: QueueReaders, now: Millis): boolean => !reading && awakeUntil > now

/** Whether they should have been woken long ago. */
export const areLate = (readers: QueueReaders, now: Millis): boolean =>
  areToWake(readers, now) && awakeSince(readers, now) > AWAKE_WITHIN

/** How long ago they were asked to wake. Asked again, they seem younger. */
const awakeSince = ({ awakeUntil }: QueueReaders, now: Millis): number => now + AWAKE_FOR - awakeUntil

/** Whether it is to be checked once more that they read. Asked each minute. */
export const areToCheck = ({ reading, since }: QueueReaders, now: Millis): boolean =>
  reading && (now - since < CHECKED_FOR || now % CHECKED_EVERY < MINUTE)
