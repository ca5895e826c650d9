/** Which account at an exchange: the one that a subaccount has there. */

import type { ExchangeName } from '../kernel/exchange-name.ts'

export interface AccountRef {
  readonly subaccountId: string
  readonly exchange: ExchangeName
}
