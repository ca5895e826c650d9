/** One poll of an exchange account: reads its fills, orders and positions, merges them into our rows, and stores the result. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Followed, PollAccountDeps, PollOptions } from './poll-context.ts'
import { capOrders } from './steps/cap-orders.ts'
import { comparePositions } from './steps/compare-positions.ts'
import { endClosed } from './steps/end-closed.ts'
import { readAccount } from './steps/read-account.ts'
import { readHistory } from './steps/read-history.ts'
import { readReports } from './steps/read-reports.ts'
import { recordEquity } from './steps/record-equity.ts'
import { recordExternal } from './steps/record-external.ts'
import { recordOrders } from './steps/record-orders.ts'
import { saveCursor } from './steps/save-cursor.ts'
import { trackPosition } from './steps/track-position.ts'
import { walletActions } from './steps/wallet-actions.ts'

/** The result of a poll for the account itself. */
export interface PollResult {
  /** There are credentials to poll with. */
  readonly isOpen: boolean
  /** Time until the next poll is to ask about orders of which this one has learned nothing, in ms; null: at its usual time. */
  readonly pollAgainIn: Millis | null
}

/** Throws `ExchangeUnavailable` if the exchange does not answer about fills or orders: the next poll reads them again. */
export const pollAccount = async (
  deps: PollAccountDeps,
  begun: AccountSync,
  options: PollOptions,
  followed: Followed,
  signal: AbortSignal,
): Promise<PollResult> => {
  const poll = await readAccount(deps, begun, options, followed, signal)
  if (poll === null) return { isOpen: false, pollAgainIn: null }
  const reports = await readReports(poll)
  const orders = await recordOrders(poll, reports)
  const recorded = await recordExternal(poll, orders)
  const history = await readHistory(poll)
  const open = await trackPosition(poll, history, recorded.trades)
  const compared = await comparePositions(poll, history, reports)
  const acted = await walletActions(poll, compared, history)
  const saved = await saveCursor(poll, acted, { ...recorded, asOf: reports.asOf, open })
  await capOrders(poll, saved)
  await endClosed(poll)
  await recordEquity(poll, saved, reports.fills.length > 0)
  return { isOpen: true, pollAgainIn: orders.pollAgainIn }
}
