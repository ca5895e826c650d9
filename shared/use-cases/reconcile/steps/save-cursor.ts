/** Stores the state that the poll ends with: its cursor, and the trades that this process does not have to record again. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { endPoll } from '#domain/accounts/sync/poll.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { StoredTrade } from '../../contingent/track-position/closed-holding.ts'
import { restartDay } from '../../risk/restart-day.ts'
import type { PollContext } from '../poll-context.ts'
import { recordedKey } from '../trades/recorded-fills.ts'
import type { RecordedTrades } from './record-external.ts'

interface Results extends RecordedTrades {
  /** Up to when the list of trades was complete. */
  readonly asOf: Millis
  /** Trades that the next poll is to follow again. */
  readonly open: ReadonlySet<StoredTrade>
}

/** Answers the state as it was to be stored. If the account was activated meanwhile, the cursor moves with the next poll. */
export const saveCursor = async (
  { deps, begun, state }: PollContext,
  acted: AccountSync,
  { trades, unplaced, asOf, open }: Results,
): Promise<AccountSync> => {
  const polled = unplaced ? acted : endPoll(acted, asOf, acted !== begun, deps.clock())
  // Before it is stored that the history is read: a poll that dies in between comes to the same end.
  if (state.history !== null && polled.history === null) await restartDay(deps, state.subaccountId, state.exchange)
  const isStored = polled === begun || (await deps.accountSyncs.save(polled))
  // Until then the trades are new to the next poll as well: it follows them again, and compares positions.
  if (isStored)
    deps.recorded.add(trades.filter((trade) => !open.has(trade)).map(({ fill }) => recordedKey(state, fill)))
  return polled
}
