/** Limits a resumed cancel-all to the orders that its first run covered. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { uuidTime } from '#domain/kernel/uuid-time.ts'

/** Latest acceptance of a covered order. The first run made `newId`; the clocks of two functions differ by less than a second. */
export const acceptedUntil = (newId: string): Millis => uuidTime(newId) + SECOND
