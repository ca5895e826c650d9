/** Changes a subaccount as it is stored. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import { changeStored } from '../../kernel/retry-on-conflict.ts'

/** The subaccount as changed; null when the user has none of that id. The same object of `change` is not written. */
export const changeSubaccount = (
  { subaccounts }: { readonly subaccounts: SubaccountStore },
  userId: string,
  subaccountId: string,
  change: (subaccount: Subaccount) => Subaccount,
): Promise<Subaccount | null> =>
  changeStored(
    `subaccount ${subaccountId}`,
    { read: () => subaccounts.get(userId, subaccountId), save: (next) => subaccounts.save(next) },
    change,
  )
