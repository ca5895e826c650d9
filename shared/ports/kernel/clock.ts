/** Time, as arguments: so that a test can be the clock. */

import type { Millis } from '#domain/kernel/time.ts'

/** Now. */
export type Clock = () => Millis

/** Does something after that many milliseconds, and answers what prevents it. It keeps no process alive. */
export type After = (ms: number, act: () => void) => () => void
