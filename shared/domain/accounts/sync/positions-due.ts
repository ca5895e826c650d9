/** Decides whether a poll also reads positions. */

import { type Millis, SECOND } from '../../kernel/time.ts'
import type { AccountSync } from './account-sync.ts'

/** Shortest time between two reads of positions without a trade. */
const CHECK_EVERY = 15 * SECOND

/** True if the positions were read 15 s ago or earlier. A request for them then also requests a poll. */
export const isStale = ({ positionsReadAt }: Pick<AccountSync, 'positionsReadAt'>, now: Millis): boolean =>
  now - positionsReadAt >= CHECK_EVERY

/**
 * True if this poll also reads positions: always the first time, and 5 s after the last read if there are updates. Otherwise it reads them
 * after 15 s, if the account has positions or they are requested.
 */
export const arePositionsDue = (state: AccountSync, hasUpdates: boolean, isRequested: boolean, now: Millis): boolean =>
  state.positionsReadAt === 0 ||
  (hasUpdates && now - state.positionsReadAt >= 5 * SECOND) ||
  ((state.holds || isRequested) && isStale(state, now))
