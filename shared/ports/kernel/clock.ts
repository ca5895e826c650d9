/** Time, as arguments: so that a test can be the clock. */

import type { Millis } from '#domain/kernel/time.ts'

/** Now. */
export type Clock = () => Millis

/** Calls `act` after `ms` milliseconds, and returns a function that prevents it. The timer keeps no process alive. */
export type After = (ms: number, act: () => void) => () => void
