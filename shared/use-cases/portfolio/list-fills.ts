/** The fills of a user's subaccounts, own and made elsewhere, as one sequence, by subaccount. */

import type { Page } from '#ports/page.ts'
import type { FillFilter, FillStore, ListedFill } from '#ports/portfolio-store.ts'
import type { SubaccountStore } from '#ports/subaccount-store.ts'
import { accessibleSubaccounts } from '../accounts/accessible-subaccounts.ts'

export interface ListFillsDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly fills: Pick<FillStore, 'list'>
}

export interface FillsOfSubaccount {
  readonly subaccountId: string
  readonly fills: readonly ListedFill[]
}

/** Only subaccounts with fills on the page, unless one was asked for by name; and whether fills come after the page. */
export const listFills = async (
  deps: ListFillsDeps,
  userId: string,
  { subaccountId, ...filter }: FillFilter & { readonly subaccountId?: string | undefined },
  page: Page,
): Promise<{ readonly subaccounts: readonly FillsOfSubaccount[]; readonly hasMore: boolean }> => {
  const asked = await accessibleSubaccounts(deps, userId, subaccountId)
  const isEmpty = filter.from !== undefined && filter.until !== undefined && filter.from >= filter.until
  // One more than is shown tells whether there are more.
  const read = isEmpty ? [] : await deps.fills.list(asked, filter, { ...page, limit: page.limit + 1 })
  const listed = read.slice(0, page.limit)
  const found = Map.groupBy(listed, ({ fill }) => fill.subaccountId)
  const subaccounts = asked
    .map((id) => ({ subaccountId: id, fills: found.get(id) ?? [] }))
    .filter(({ fills }) => fills.length > 0 || subaccountId !== undefined)
  return { subaccounts, hasMore: read.length > page.limit }
}
