/** Lets exits and protect stops follow what was traded. */

import type { AccountSync } from '#domain/accounts/account-sync.ts'
import type { StoredTrade } from '../../contingent/follow/closed-holding.ts'
import { followPositions } from '../../contingent/follow/follow-position.ts'
import { followProtects } from '../../contingent/follow/follow-protects.ts'
import type { PollContext } from '../poll-context.ts'

/** Answers the trades that are to be followed again by the next poll. `history` is the state after older pages were read. */
export const trackPosition = async (
  { deps, followed, state }: PollContext,
  history: AccountSync,
  trades: readonly StoredTrade[],
): Promise<ReadonlySet<StoredTrade>> => {
  const open =
    history.history === null
      ? await followPositions(deps, state, followed.live, trades, state.history !== null)
      : new Set<StoredTrade>()
  if (trades.length > 0) await followProtects(deps, state)
  return open
}
