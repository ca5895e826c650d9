/** Prepares the removal of an account: a send for it from now on changes its sync, so that the removal fails. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { type AccountSync, forgetWakeUp, UNDER_WAY_FOR } from '#domain/accounts/account-sync.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

export interface QuietSyncDeps {
  readonly accountSyncs: Pick<AccountSyncStore, 'get' | 'save'>
  readonly clock: Clock
  /** Waits for `ms`. */
  readonly pause: (ms: number) => Promise<void>
}

/** The sync as it stands: to be read before the look for live orders. Null if the account was never watched. */
export const quietSync = (deps: QuietSyncDeps, { subaccountId, exchange }: AccountRef): Promise<AccountSync | null> =>
  retryOnConflict(`the sync of ${subaccountId}`, async () => {
    const state = await deps.accountSyncs.get(subaccountId, exchange)
    const quiet = state === null ? null : forgetWakeUp(state, deps.clock())
    if (quiet === null) return state
    if (!(await deps.accountSyncs.save(quiet))) return AGAIN
    // A run that relied on that activation may be sending. After the pause the index of live orders shows its order.
    await deps.pause(UNDER_WAY_FOR)
    return { ...quiet, version: quiet.version + 1 }
  })
