/** Lets a sync become idle, and revives it. An idle account is polled every five minutes if it has a position, each hour otherwise. */

import { HOUR, MINUTE, type Millis, SECOND } from '../../kernel/time.ts'
import type { AccountSync } from './account-sync.ts'
import { POLL_CHAIN_LOST_AFTER } from './activate.ts'

/** Time after the last activation before the sync may become idle: longer than any index lags. */
export const QUIET_BEFORE_IDLE = 30 * SECOND

/**
 * True if the polls may stop: no order is live, no position has to be confirmed, and no recent request has activated the sync. The caller
 * knows about exits.
 */
export const mayBecomeIdle = (state: AccountSync, liveOrders: number, now: Millis): boolean =>
  liveOrders === 0 &&
  !state.settling &&
  state.history === null &&
  (state.actAt === null || state.actAt - now > POLL_CHAIN_LOST_AFTER) &&
  now - state.activatedAt >= QUIET_BEFORE_IDLE

/** Time between polls of an idle account: a fill may show late, and its owner may trade without this service. */
const POLLED_IDLE_EVERY = HOUR

/** The same with a position: prices move, and markets end. A request for the positions has the account polled at once. */
const POLLED_HOLDING_EVERY = 5 * MINUTE

const polledIdleEvery = ({ holds }: Pick<AccountSync, 'holds'>): number =>
  holds ? POLLED_HOLDING_EVERY : POLLED_IDLE_EVERY

/**
 * Returns the state that is idle until the next activation or regular poll. An account without credentials has no regular poll. A due date
 * that is as good stays, because each move is a write.
 */
export const becomeIdle = (state: AccountSync, hasCredentials: boolean, now: Millis): AccountSync => {
  const every = polledIdleEvery(state)
  const left = (state.dueAt ?? 0) - now
  const regular = left > every / 2 && left <= every ? now + left : now + every
  const dueAt = hasCredentials ? Math.min(regular, state.actAt ?? Number.POSITIVE_INFINITY) : null
  return { ...state, active: false, dueAt }
}

/**
 * Returns the state for which the sweeper requests a poll. If that poll dies, the next one begins in two minutes. For
 * an account that only has positions, it begins at the next regular poll.
 */
export const revive = (state: AccountSync, now: Millis): AccountSync => {
  const onlyHolds = !state.active && state.holds && state.actAt === null
  return { ...state, active: true, dueAt: now + (onlyHolds ? POLLED_HOLDING_EVERY : POLL_CHAIN_LOST_AFTER) }
}
