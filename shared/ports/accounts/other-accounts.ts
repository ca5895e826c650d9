/** Error for a change of an object of another kind of accounts. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { isServed } from '#domain/accounts/subaccount-kind.ts'

/** The service trades with other accounts than the object belongs to. The object can only be read. */
export class OtherAccounts extends Error {
  /** User of the object; null if it is not known. */
  readonly userId: string | null
  /** Name of such a thing for users: `Order`. */
  readonly thing: string

  constructor(thing: string, userId: string | null) {
    super(`${thing} of another kind of accounts`)
    this.name = 'OtherAccounts'
    this.thing = thing
    this.userId = userId
  }
}

/** Throws `OtherAccounts` if a service with these accounts does not trade for the subaccount. */
export const assertServed = (accounts: AccountKind, subaccountId: string): void => {
  if (!isServed(accounts, subaccountId)) throw new OtherAccounts('Subaccount', null)
}
