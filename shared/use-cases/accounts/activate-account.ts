/** Makes sure the orders of an exchange account are watched, durably, before anything is sent for it. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { Queues } from '#ports/work/queues.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { ACCOUNTS_LOG } from './log-messages.ts'

export interface ActivateAccountDeps {
  readonly accountSyncs: Pick<AccountSyncStore, 'get' | 'save'>
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}

/** Wakes the sync of an account that sleeps. False where it was activated a moment ago, and nothing is written. */
export const activateAccount = (deps: ActivateAccountDeps, account: AccountRef): Promise<boolean> =>
  retryOnConflict(`the sync of ${account.subaccountId}`, async () => {
    const state = await deps.accountSyncs.get(account.subaccountId, account.exchange)
    const activated = activate(state, account, deps.clock())
    if (activated === null) return false
    if (!(await deps.accountSyncs.save(activated))) return AGAIN
    await enqueuePoll(deps, activated, 1_000)
    return true
  })

/**
 * Enqueues the poll after the stored one. If this fails, the sweeper starts the chain again. `look`: the poll also reads the positions of
 * the account. `check`: it also finds out whether the account can trade.
 */
export const enqueuePoll = async (
  deps: Pick<ActivateAccountDeps, 'queues' | 'log'>,
  state: AccountRef & Pick<AccountSync, 'poll'>,
  delayMs: number,
  {
    group = state.subaccountId,
    look = false,
    check = false,
  }: { readonly group?: string; readonly look?: boolean; readonly check?: boolean } = {},
): Promise<void> => {
  const { subaccountId, exchange, poll } = state
  const message = { subaccountId, exchange, poll: poll + 1, ...(look ? { look } : {}), ...(check ? { check } : {}) }
  await deps.queues
    .send('sync-account', message, { group, delayMs })
    .catch(logged(deps.log, 'warn', ACCOUNTS_LOG.pollNotRequested, { subaccountId, exchange }))
}
