/** Age up to which orders and fills are in the live lists. */

import { DAY } from '#domain/kernel/time.ts'

/** Ended orders and their fills leave the live lists after about two weeks (Kalshi reference, section 5.5). Older ones are read from both lists. */
export const LIVE_WINDOW = 7 * DAY
