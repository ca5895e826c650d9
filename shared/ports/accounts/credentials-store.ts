/** Stores exchange credentials. */

import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

export interface CredentialsStore {
  /** Null when the subaccount has none for that exchange. */
  get(subaccountId: string, exchange: ExchangeName): Promise<CredentialsRecord | null>
  /**
   * Stores or replaces, and claims the exchange account for this subaccount within the user, in one transaction. `in_use`: another
   * subaccount of the user holds that exchange account. `conflict`: the stored ones are no longer `replaces`, or a `provided` row has
   * changed.
   */
  put(
    record: CredentialsRecord,
    replaces: CredentialsRecord | null,
    provided?: CredentialsProvided,
  ): Promise<'stored' | 'in_use' | 'conflict'>
  /** Returns the checks of the account's readiness; none, and version 0, before the first check. */
  readiness(subaccountId: string, exchange: ExchangeName): Promise<Readiness>
  /** Replaces it, provided the stored version is the one given; false: another write was faster. */
  saveReadiness(subaccountId: string, exchange: ExchangeName, readiness: Readiness): Promise<boolean>
  /**
   * Removes credentials with their readiness. False if they have been replaced or removed meanwhile, or the sync of the account is no
   * longer `sync`.
   */
  remove(record: CredentialsRecord, sync: AccountSync | null): Promise<boolean>
}

/** Rows that must still be as they were read, and are stored with the credentials. */
export interface CredentialsProvided {
  /** The subaccount. Its version grows, so that a removal in between sees that there is more to remove. */
  readonly owner?: Subaccount
  /** The sync of the account, stored with them. Its version is that of the sync it replaces. */
  readonly sync?: AccountSync
}

/** The checks of one account, by name. */
export interface Readiness {
  readonly checks: readonly ReadinessCheck[]
  readonly version: number
}
