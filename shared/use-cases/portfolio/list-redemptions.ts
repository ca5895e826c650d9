/** Redemptions and merges of a user's subaccounts, newest first. */

import type { WalletAction } from '#domain/portfolio/wallet-action.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { WalletActionStore } from '#ports/portfolio/wallet-action-store.ts'
import { accessibleSubaccounts } from '../accounts/accessible-subaccounts.ts'

export interface ListRedemptionsDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly walletActions: Pick<WalletActionStore, 'list'>
}

export interface RedemptionFilter {
  readonly subaccountId?: string | undefined
  readonly svcId?: number | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of them, and whether some come after it. The last thousand actions of each subaccount are looked through. */
export const listRedemptions = async (
  deps: ListRedemptionsDeps,
  userId: string,
  { subaccountId, svcId, limit, offset }: RedemptionFilter,
): Promise<{ readonly actions: readonly WalletAction[]; readonly hasMore: boolean }> => {
  const asked = await accessibleSubaccounts(deps, userId, subaccountId)
  const found = await Promise.all(asked.map((one) => deps.walletActions.list(one, 1_000)))
  const actions = found
    .flat()
    .filter((action) => action.kind !== 'approve' && (svcId === undefined || action.svcId === svcId))
    .toSorted((one, other) => (one.actionId < other.actionId ? 1 : -1))
  return { actions: actions.slice(offset, offset + limit), hasMore: actions.length > offset + limit }
}
