/** What the use cases need stored of subaccounts. */

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
  /** Provided the stored version is the one given, which then grows by one; false: somebody was faster. */
  save(subaccount: Subaccount): Promise<boolean>
  /** Removes it with its credentials and their account claims, in one transaction; false: one of them has changed. */
  remove(subaccount: Subaccount, credentials: readonly CredentialsRecord[]): Promise<boolean>
}
