/** Compares the positions that the exchange reports with the recorded fills. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { arePositionsDue } from '#domain/accounts/sync/positions-due.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { PositionsReading } from '#ports/exchanges/exchange-reports.ts'
import { ifUnavailableLogged } from '#ports/exchanges/exchange-unavailable.ts'
import { trackProtects } from '../../contingent/track-position/track-protects.ts'
import type { PollContext } from '../poll-context.ts'
import { reconcilePositions } from '../positions/reconcile-positions.ts'
import type { Reports } from './read-reports.ts'

/**
 * Returns the state with the time of the comparison. After a trade, positions that were not due are read once more, or by the next poll.
 * `history` is the state after older pages were read.
 */
export const comparePositions = async (
  poll: PollContext,
  history: AccountSync,
  { fills, asOf, positions, requestedAt }: Reports,
): Promise<AccountSync> => {
  const hasUpdates = fills.length > 0 || history !== poll.state
  // Until a comparison succeeds.
  const before = hasUpdates ? toConfirm(history) : history
  const compared =
    positions === null
      ? await compareAfterUpdates(poll, before, asOf, hasUpdates)
      : await compare(poll, before, Math.min(asOf, requestedAt), positions)
  // The exchange may count what no trade shows: shares that were sent, or a market that has paid.
  if (compared.positionsReadAt !== history.positionsReadAt) await trackProtects(poll.deps, poll.state)
  return compared
}

/** The positions are to be compared soon. The same object if they are anyway. */
const toConfirm = (state: AccountSync): AccountSync =>
  state.holds && state.settling ? state : { ...state, holds: true, settling: true }

const compareAfterUpdates = async (
  poll: PollContext,
  state: AccountSync,
  asOf: Millis,
  hasUpdates: boolean,
): Promise<AccountSync> => {
  if (!hasUpdates || !arePositionsDue(state, true, false, poll.deps.clock())) return state
  const { exchange, exchangeAccount, signal } = poll.sources
  return compare(poll, state, asOf, exchange.positions(exchangeAccount, signal))
}

/** Stores the reported positions. If the exchange does not answer, its last answer stays. */
const compare = async (
  { deps, account, sources }: PollContext,
  state: AccountSync,
  completeTo: Millis,
  positions: Promise<PositionsReading>,
): Promise<AccountSync> => {
  const now = deps.clock()
  return reconcilePositions(deps, sources, state, { completeTo, positions, now })
    .then((holding) => ({ ...state, ...holding, positionsReadAt: now }))
    .catch(ifUnavailableLogged(deps.log, 'positions: the exchange does not report', () => state, { ...account }))
}
