/** Makes exits and protect stops follow the trades. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { StoredTrade } from '../../contingent/track-position/closed-holding.ts'
import { trackPositions } from '../../contingent/track-position/track-positions.ts'
import { trackProtects } from '../../contingent/track-position/track-protects.ts'
import type { PollContext } from '../poll-context.ts'

/** Answers the trades that are to be followed again by the next poll. `history` is the state after older pages were read. */
export const trackPosition = async (
  { deps, followed, state }: PollContext,
  history: AccountSync,
  trades: readonly StoredTrade[],
): Promise<ReadonlySet<StoredTrade>> => {
  const open =
    history.history === null
      ? await trackPositions(deps, state, followed.live, trades, state.history !== null)
      : new Set<StoredTrade>()
  if (trades.length > 0) await trackProtects(deps, state)
  return open
}
