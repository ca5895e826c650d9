/** The equity of a user's subaccounts over time: one query for each subaccount. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { isServed } from '#domain/accounts/subaccount-kind.ts'
import { type Millis, startOfDay } from '#domain/kernel/time.ts'
import {
  COUNTS_FOR,
  type EquityTotal,
  equityHistory,
  type HistoryInterval,
  historyStart,
} from '#domain/portfolio/equity-history.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { EquityStore } from '#ports/portfolio/equity-store.ts'
import { accessibleSubaccounts } from '../accounts/subaccounts/accessible-subaccounts.ts'

export interface ReadPortfolioHistoryDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly equity: Pick<EquityStore, 'ofSubaccount'>
  readonly accounts: AccountKind
  readonly clock: Clock
}

interface Filter {
  readonly subaccountId?: string | undefined
  readonly interval: HistoryInterval
  readonly since?: Millis | undefined
}

/** Play money and dollars are not added up: without a subaccount, those count that the service trades for. */
export const readPortfolioHistory = async (
  deps: ReadPortfolioHistoryDeps,
  userId: string,
  { subaccountId, interval, since = 0 }: Filter,
): Promise<readonly EquityTotal[]> => {
  const accessible = await accessibleSubaccounts(deps, userId, subaccountId)
  const requested = accessible.filter((id) => id === subaccountId || isServed(deps.accounts, id))
  const from = Math.max(since, historyStart(interval, deps.clock()))
  const readFrom = startOfDay(from - COUNTS_FOR)
  const days = await Promise.all(requested.map((id) => deps.equity.ofSubaccount(id, readFrom)))
  return equityHistory(days.flat(), interval, from)
}
