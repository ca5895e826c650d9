/** The gain of each tag in the subaccounts of a user: two queries for each subaccount. */

import { type TagPnl, tagPnl } from '#domain/portfolio/tag-pnl.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { FillStore, PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { accessibleSubaccounts } from '../accounts/subaccounts/accessible-subaccounts.ts'

export interface ListTagPnlDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly fills: Pick<FillStore, 'tagged'>
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
}

export interface TagPnlOfSubaccount extends TagPnl {
  readonly subaccountId: string
}

/** Returns the tags by subaccount and then by name. Names no subaccount of another user. */
export const listTagPnl = async (
  deps: ListTagPnlDeps,
  userId: string,
  { subaccountId, tag }: { readonly subaccountId?: string | undefined; readonly tag?: string | undefined },
): Promise<readonly TagPnlOfSubaccount[]> => {
  const requested = await accessibleSubaccounts(deps, userId, subaccountId)
  const found = await Promise.all(
    requested.map(async (id) => {
      const [fills, portfolio] = await Promise.all([
        deps.fills.tagged(id, tag),
        deps.positions.ofSubaccount(id, { skipUnreadable: true }),
      ])
      return tagPnl(fills, portfolio).map((one) => ({ ...one, subaccountId: id }))
    }),
  )
  return found.flat()
}
