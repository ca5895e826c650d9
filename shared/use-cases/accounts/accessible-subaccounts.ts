/** The subaccounts a list is about: those of the user, or the one asked for if it is the user's. */

import type { SubaccountStore } from '#ports/store.ts'

export const accessibleSubaccounts = async (
  deps: { readonly subaccounts: Pick<SubaccountStore, 'list'> },
  userId: string,
  subaccountId: string | undefined,
): Promise<readonly string[]> =>
  (await deps.subaccounts.list(userId))
    .map((one) => one.subaccountId)
    .filter((id) => subaccountId === undefined || id === subaccountId)
