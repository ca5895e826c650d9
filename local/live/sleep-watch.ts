/** Notices that the machine has slept: a timer then fires far too late. */

import type { Millis } from '#domain/kernel/time.ts'

const LOOK_EVERY_MS = 5_000
/** Shorter gaps come from a busy machine. */
const SLEPT_FROM_MS = 60_000

/** Calls `onWake` with the time before the sleep and its length. Returns the end of the watch. */
export const sleepWatch = (now: () => Millis, onWake: (from: Millis, ms: number) => void): (() => void) => {
  let seenAt = now()
  const timer = setInterval(() => {
    const gap = sleptFor(seenAt, now())
    if (gap !== null) onWake(seenAt, gap)
    seenAt = now()
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Length of a sleep between two looks; null if the machine was awake. */
export const sleptFor = (seenAt: Millis, now: Millis): number | null => {
  const gap = now - seenAt
  return gap >= SLEPT_FROM_MS ? gap : null
}
