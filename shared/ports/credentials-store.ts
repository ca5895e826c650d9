/** What the use cases need stored of exchange credentials. */

import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

export interface CredentialsStore {
  get(subaccountId: string, exchange: ExchangeName): Promise<CredentialsRecord | null>
  /**
   * Stores or replaces, and claims the exchange account for this subaccount within the user, in one transaction.
   * `in_use`: another subaccount of the user holds that exchange account.
   */
  put(record: CredentialsRecord, replaces: CredentialsRecord | null): Promise<'stored' | 'in_use' | 'conflict'>
  remove(record: CredentialsRecord): Promise<boolean>
}
