/** Stores the sync of exchange accounts. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'

/** The state of the sync of one exchange account; see `domain/accounts/sync/account-sync.ts`. */
export interface AccountSyncStore {
  /** Null for an account that was never synced. */
  get(subaccountId: string, exchange: ExchangeName): Promise<AccountSync | null>
  /** Returns the syncs that exist and can be read, in no order (strongly consistent). */
  getMany(accounts: readonly AccountRef[]): Promise<readonly AccountSync[]>
  /** Returns the syncs of all accounts of a subaccount. May lag by a moment. */
  ofSubaccount(subaccountId: string): Promise<readonly AccountSync[]>
  /** Creates (version 0) or updates it, provided the stored version is the one given; false: another write was faster. */
  save(state: AccountSync): Promise<boolean>
  /** Asks the watch to hold the private stream of the account, for two hours from `at`. */
  stream(account: AccountRef, at: Millis): Promise<void>
  /** Releases the private stream of the account. */
  endStream(account: AccountRef): Promise<void>
}

/** An account whose private stream is to be held, and when that was stored. */
export interface StreamedAccount extends AccountRef {
  readonly at: Millis
}
