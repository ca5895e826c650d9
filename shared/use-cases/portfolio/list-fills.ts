/** The fills of a user's subaccounts, own and made elsewhere, as one sequence, by subaccount. A poll of old accounts is asked for. */

import { fillsKnownTo } from '#domain/accounts/sync/known-to.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Page, Position } from '#ports/kernel/page.ts'
import type { FillFilter, FillStore, ListedFill } from '#ports/portfolio/portfolio-store.ts'
import type { RefreshAccounts } from '../accounts/refresh-accounts.ts'
import { accessibleSubaccounts } from '../accounts/subaccounts/accessible-subaccounts.ts'

export interface ListFillsDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly fills: Pick<FillStore, 'list'>
  readonly accountSyncs: Pick<AccountSyncStore, 'ofSubaccount'>
  readonly refreshAccounts: RefreshAccounts
}

export interface FillsOfSubaccount {
  readonly subaccountId: string
  /** All fills up to here are listed; null while earlier fills are being read. */
  readonly asOf: Millis | null
  readonly fills: readonly ListedFill[]
}

export interface FillsPage {
  readonly subaccounts: readonly FillsOfSubaccount[]
  readonly hasMore: boolean
  /** Position of the last fill of the page. */
  readonly end: Position | undefined
}

/** Only subaccounts with fills on the page, unless one was asked for by name; and whether fills come after the page. */
export const listFills = async (
  deps: ListFillsDeps,
  userId: string,
  { subaccountId, ...filter }: FillFilter & { readonly subaccountId?: string | undefined },
  page: Page,
): Promise<FillsPage> => {
  const requested = await accessibleSubaccounts(deps, userId, subaccountId)
  const isEmpty = filter.from !== undefined && filter.until !== undefined && filter.from >= filter.until
  // Read before the fills: these are stored before the time up to which they are known.
  const accounts = await Promise.all(requested.map((id) => deps.accountSyncs.ofSubaccount(id)))
  const [read] = await Promise.all([
    // One fill more than the page shows whether there are more.
    isEmpty ? [] : deps.fills.list(requested, filter, { ...page, limit: page.limit + 1 }),
    deps.refreshAccounts(accounts.flat()),
  ])
  const listed = read.slice(0, page.limit)
  const found = Map.groupBy(listed, ({ fill }) => fill.subaccountId)
  const subaccounts = requested
    .map((id, place) => ({
      subaccountId: id,
      asOf: fillsKnownTo(accounts[place] ?? []),
      fills: found.get(id) ?? [],
    }))
    .filter(({ fills }) => fills.length > 0 || subaccountId !== undefined)
  const last = listed.at(-1)?.fill
  return { subaccounts, hasMore: read.length > page.limit, end: last && { at: last.exchangeAt, id: last.fillId } }
}
