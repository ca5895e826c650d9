/** What the use cases need stored of subaccounts. */

import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'

export interface SubaccountStore {
  get(userId: string, subaccountId: string): Promise<Subaccount | null>
  list(userId: string): Promise<readonly Subaccount[]>
  /** False when that id exists already. */
  create(subaccount: Subaccount): Promise<boolean>
  save(subaccount: Subaccount): Promise<boolean>
  /** Removes it with its credentials and their account claims, in one transaction. */
  remove(subaccount: Subaccount, credentials: readonly CredentialsRecord[]): Promise<boolean>
}
