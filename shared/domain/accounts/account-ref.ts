/** Names an account at an exchange: the one that a subaccount has there. */

import type { ExchangeName } from '../kernel/exchange-name.ts'

export interface AccountRef {
  readonly subaccountId: string
  readonly exchange: ExchangeName
}

/** Names the account, as the key of a map or the owner of a quota. */
export const accountName = ({ subaccountId, exchange }: AccountRef): string => `${subaccountId} ${exchange}`
