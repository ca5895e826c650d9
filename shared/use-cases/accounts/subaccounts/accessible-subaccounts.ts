import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'

/**
 * The ids of the subaccounts a list is about: all of the user, or the one asked for.
 * Empty when the one asked for belongs to another user.
 */
export const accessibleSubaccounts = async (
  deps: { readonly subaccounts: Pick<SubaccountStore, 'list'> },
  userId: string,
  subaccountId: string | undefined,
): Promise<readonly string[]> =>
  (await deps.subaccounts.list(userId))
    .map((one) => one.subaccountId)
    .filter((id) => subaccountId === undefined || id === subaccountId)
