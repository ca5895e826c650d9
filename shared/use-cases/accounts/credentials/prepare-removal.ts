/** Prepares the removal of an account: from now on a send for it changes its sync, so that the removal fails. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { forgetActivation, UNDER_WAY_FOR } from '#domain/accounts/sync/activate.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'

export interface PrepareRemovalDeps {
  readonly accountSyncs: Pick<AccountSyncStore, 'get' | 'save'>
  readonly clock: Clock
  /** Waits for `ms`. */
  readonly pause: (ms: number) => Promise<void>
}

/** Returns the stored sync. Read the live orders after it. Null if the account was never polled. */
export const prepareRemoval = (
  deps: PrepareRemovalDeps,
  { subaccountId, exchange }: AccountRef,
): Promise<AccountSync | null> =>
  retryOnConflict(`the sync of ${subaccountId}`, async () => {
    const state = await deps.accountSyncs.get(subaccountId, exchange)
    const forgotten = state === null ? null : forgetActivation(state, deps.clock())
    if (forgotten === null) return state
    if (!(await deps.accountSyncs.save(forgotten))) return AGAIN
    // A run that relied on that activation may be sending. After the pause the index of live orders shows its order.
    await deps.pause(UNDER_WAY_FOR)
    return { ...forgotten, version: forgotten.version + 1 }
  })
