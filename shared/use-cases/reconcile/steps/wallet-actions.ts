/** Carries out the actions of the wallet: approvals, redemptions, merges. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { advanceActions } from '../../portfolio/advance-actions.ts'
import { redeemByItself } from '../../portfolio/redeem-positions.ts'
import type { PollContext } from '../poll-context.ts'

/** Answers the state with the actions that remain. Automatic redemptions begin after a comparison: `history` is the state before it. */
export const walletActions = async (
  { deps, account, sources }: PollContext,
  state: AccountSync,
  history: AccountSync,
): Promise<AccountSync> => {
  const hasCompared = state.positionsReadAt !== history.positionsReadAt
  if (hasCompared && sources.exchangeAccount.mandate?.autoRedeem) {
    await redeemByItself(deps, account)
    const stored = await deps.accountSyncs.get(account.subaccountId, account.exchange)
    // The redemption has stored the sync with its actions: this poll continues from there.
    if (stored !== null && stored.version !== state.version) {
      const { actions, actAt } = stored
      return { ...state, active: true, actions, actAt, version: stored.version }
    }
  }
  return state.actions.length === 0 ? state : { ...state, ...(await advanceActions(deps, sources, state)) }
}
