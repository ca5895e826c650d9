/** Stores actions of wallets. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { WalletAction } from '#domain/portfolio/wallet-action.ts'

export interface WalletActionStore {
  /** Strongly consistent; null for one that does not exist. */
  get(subaccountId: string, actionId: string): Promise<WalletAction | null>
  /** Returns the actions of a subaccount, newest first, at most `limit`. */
  list(subaccountId: string, limit: number): Promise<readonly WalletAction[]>
  /**
   * Returns a page of that list: the newest actions, or the actions after the page that gave this `before`. `next` is null after the last
   * page. Unreadable actions are left out.
   */
  page(
    subaccountId: string,
    before: string | null,
    limit: number,
  ): Promise<{ readonly actions: readonly WalletAction[]; readonly next: string | null }>
  /** Stores new ones together with the sync that carries them out, provided it is unchanged; false: it has changed. */
  add(actions: readonly WalletAction[], sync: AccountSync): Promise<boolean>
  /** Replaces the version that was read; false: another write was faster. */
  save(action: WalletAction): Promise<boolean>
}
