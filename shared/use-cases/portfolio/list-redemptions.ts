/** Redemptions and merges of a user's subaccounts, newest first. */

import type { WalletAction } from '#domain/portfolio/wallet-action.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { WalletActionStore } from '#ports/portfolio/wallet-action-store.ts'
import { accessibleSubaccounts } from '../accounts/subaccounts/accessible-subaccounts.ts'

export interface ListRedemptionsDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly walletActions: Pick<WalletActionStore, 'page'>
}

export interface RedemptionFilter {
  readonly subaccountId?: string | undefined
  readonly svcId?: number | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of them, and whether some come after it. Approvals among them are passed over. */
export const listRedemptions = async (
  deps: ListRedemptionsDeps,
  userId: string,
  { subaccountId, svcId, limit, offset }: RedemptionFilter,
): Promise<{ readonly actions: readonly WalletAction[]; readonly hasMore: boolean }> => {
  const requested = await accessibleSubaccounts(deps, userId, subaccountId)
  const isRequested = (action: WalletAction): boolean =>
    action.kind !== 'approve' && (svcId === undefined || action.svcId === svcId)
  // One more says whether some come after the page.
  const most = offset + limit + 1
  const found = await Promise.all(requested.map((one) => newestOf(deps, one, isRequested, most)))
  const actions = found.flat().toSorted((one, other) => (one.actionId < other.actionId ? 1 : -1))
  return { actions: actions.slice(offset, offset + limit), hasMore: actions.length > offset + limit }
}

const newestOf = async (
  { walletActions }: ListRedemptionsDeps,
  subaccountId: string,
  isAsked: (action: WalletAction) => boolean,
  most: number,
): Promise<readonly WalletAction[]> => {
  const found: WalletAction[] = []
  let before: string | null = null
  do {
    const { actions, next }: Awaited<ReturnType<WalletActionStore['page']>> = await walletActions.page(
      subaccountId,
      before,
      READ_AT_ONCE,
    )
    found.push(...actions.filter(isAsked))
    before = next
  } while (before !== null && found.length < most)
  return found
}

const READ_AT_ONCE = 1_000
