/** Now, as an argument: so that a test can be the clock. */

import type { Millis } from '#domain/time.ts'

export type Clock = () => Millis
