/** Decides whether the private stream of an account is followed. */

import { HOUR, type Millis, SECOND } from '../../kernel/time.ts'
import type { AccountSync } from './account-sync.ts'

/** Before that, polls come every two seconds anyway, and most orders that rest for less are over by then. */
const STREAMED_AFTER = 8 * SECOND

/** How often it is stored again that the account is to be streamed. A row that is older was left behind. */
const STREAMED_AGAIN_AFTER = HOUR

export const STREAMED_FOR = 2 * HOUR

/** The value of `streamedAt` with these live orders: an account is streamed while an order of it rests at the exchange. */
export const streamedSince = (
  { streamedAt }: Pick<AccountSync, 'streamedAt'>,
  live: ReadonlyArray<{ readonly exchangeState: 'live' | 'ended' | null; readonly createdAt: Millis }>,
  now: Millis,
): Millis | null => {
  const resting = live.filter(({ exchangeState }) => exchangeState === 'live')
  if (streamedAt === null) return resting.some(({ createdAt }) => now - createdAt > STREAMED_AFTER) ? now : null
  if (resting.length === 0) return null
  return now - streamedAt >= STREAMED_AGAIN_AFTER ? now : streamedAt
}
