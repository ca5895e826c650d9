/** Stores subaccounts. */

import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'

export interface SubaccountStore {
  /** Returns the subaccount as last committed; null if another user has it. */
  get(userId: string, subaccountId: string): Promise<Subaccount | null>
  /** Returns the subaccounts that exist and can be read, in no order; as last committed. */
  getMany(subaccounts: ReadonlyArray<Pick<Subaccount, 'userId' | 'subaccountId'>>): Promise<readonly Subaccount[]>
  /** Returns all subaccounts of a user. */
  list(userId: string): Promise<readonly Subaccount[]>
  /** Stores a new subaccount. False if that id exists already. */
  create(subaccount: Subaccount): Promise<boolean>
  /**
   * Stores a changed subaccount, with its events in the same transaction.
   */
  save(subaccount: Subaccount, events?: readonly WebhookEvent[]): Promise<boolean>
  /**
   * Removes the subaccount with its credentials, their account claims and the syncs of its accounts, in one transaction. False: one of them
   * has changed, or another sync was begun.
   */
  remove(
    subaccount: Subaccount,
    credentials: readonly CredentialsRecord[],
    syncs: readonly AccountSync[],
  ): Promise<boolean>
}
