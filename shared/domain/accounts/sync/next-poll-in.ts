/** Time until the next poll of an active account. */

import { MINUTE, type Millis, SECOND } from '../../kernel/time.ts'
import type { AccountSync } from './account-sync.ts'
import { ACTIVATED_RECENTLY } from './activate.ts'
import { QUIET_BEFORE_IDLE } from './become-idle.ts'

/**
 * Returns the time until the next poll, in ms: 2 s after a change, after an activation, or while the past is being read. The time grows
 * to 60 s. Without live orders there is one more poll after the quiet time. Then the account is polled each
 * minute while exits protect or wait for a position, or a position has to be confirmed. With more than a thousand live
 * orders the time is longer, 20 s with ten thousand.
 */
export const nextPollIn = (
  state: Pick<AccountSync, 'history' | 'activatedAt' | 'actAt'>,
  newestChange: Millis | null,
  liveOrders: number,
  now: Millis,
): number => {
  const regular = Math.min(MINUTE, Math.max(withoutActions(state, newestChange, now), liveOrders * READING_MS))
  return state.actAt === null ? regular : Math.min(regular, Math.max(SECOND, state.actAt - now))
}

/** Time for each live order, in ms: a poll reads all of them, and 500 orders a second are enough. */
const READING_MS = 2

const withoutActions = (
  state: Pick<AccountSync, 'history' | 'activatedAt'>,
  newestChange: Millis | null,
  now: Millis,
): number => {
  // A send right after an activation activates nothing, and relies on the polls that follow.
  const isRecent = now - state.activatedAt < ACTIVATED_RECENTLY + 2 * SECOND
  if (state.history !== null || isRecent) return 2 * SECOND
  if (newestChange !== null) return Math.min(MINUTE, Math.max(2 * SECOND, Math.round((now - newestChange) / 10)))
  return now - state.activatedAt >= QUIET_BEFORE_IDLE ? MINUTE : QUIET_BEFORE_IDLE + SECOND
}
