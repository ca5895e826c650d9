/** Now, as an argument: so that a test can be the clock. */

import type { Millis } from '#domain/kernel/time.ts'

export type Clock = () => Millis
