/** Up to when the newest trades are asked for, past the cache of the Data host (Polymarket reference, section 7.1). */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'

/** In seconds. The end is exclusive. One in the future that changes each second excludes no trade, and no cache, which keeps trades for 300 s, has an answer to it. */
export const endOfTrades = (now: Millis): number => Math.ceil((now + MINUTE) / SECOND)
