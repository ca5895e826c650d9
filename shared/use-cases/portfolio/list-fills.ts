/** The fills of a user's subaccounts, own and made elsewhere, as one sequence, by subaccount. */

import type { FillFilter, FillStore, ListedFill } from '#ports/portfolio-store.ts'
import type { Page, SubaccountStore } from '#ports/store.ts'
import { accessibleSubaccounts } from '../accounts/accessible-subaccounts.ts'

export interface ListFillsDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly fills: Pick<FillStore, 'list'>
}

export interface FillsOfSubaccount {
  readonly subaccountId: string
  readonly fills: readonly ListedFill[]
}

/** Only subaccounts of which something is on the page, unless one was asked for by name. */
export const listFills = async (
  deps: ListFillsDeps,
  userId: string,
  { subaccountId, ...filter }: FillFilter & { readonly subaccountId?: string | undefined },
  page: Page,
): Promise<readonly FillsOfSubaccount[]> => {
  const asked = await accessibleSubaccounts(deps, userId, subaccountId)
  const isEmpty = filter.from !== undefined && filter.until !== undefined && filter.from >= filter.until
  const listed = isEmpty ? [] : await deps.fills.list(asked, filter, page)
  const found = Map.groupBy(listed, ({ fill }) => fill.subaccountId)
  return asked
    .map((id) => ({ subaccountId: id, fills: found.get(id) ?? [] }))
    .filter(({ fills }) => fills.length > 0 || subaccountId !== undefined)
}
