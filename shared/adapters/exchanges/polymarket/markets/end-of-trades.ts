/** Bound of reads of the newest trades, past the cache of the Data host (Polymarket reference, section 7.1). */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'

/**
 * Returns seconds; the bound is exclusive. It is in the future, so that it excludes no trade. It changes each second,
 * so that no cache can answer: caches keep trades for 300 s.
 */
export const endOfTrades = (now: Millis): number => Math.ceil((now + MINUTE) / SECOND)
