/** What the use cases need stored of subaccounts. */

import type { AccountSync } from '#domain/accounts/account-sync.ts'
import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'

export interface SubaccountStore {
  /** As last committed; null for one that another user has. */
  get(userId: string, subaccountId: string): Promise<Subaccount | null>
  /** Those that exist and can be read, in no order; as last committed. */
  getMany(subaccounts: ReadonlyArray<Pick<Subaccount, 'userId' | 'subaccountId'>>): Promise<readonly Subaccount[]>
  /** All of a user. */
  list(userId: string): Promise<readonly Subaccount[]>
  /** False when that id exists already. */
  create(subaccount: Subaccount): Promise<boolean>
  /** Provided the stored version is the one given, which then grows by one; false: another write was faster. */
  save(subaccount: Subaccount): Promise<boolean>
  /**
   * Removes it with its credentials, their account claims and the syncs of its accounts, in one transaction; false: one of them has
   * changed, or another sync was begun.
   */
  remove(
    subaccount: Subaccount,
    credentials: readonly CredentialsRecord[],
    syncs: readonly AccountSync[],
  ): Promise<boolean>
}
