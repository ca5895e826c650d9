/** Enqueues polls of accounts whose owner reads them, so that the next answer shows the latest changes at the exchange. */

import { accountName } from '#domain/accounts/account-ref.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { isStale } from '#domain/accounts/sync/positions-due.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { Queues } from '#ports/work/queues.ts'
import { mapConcurrent } from '../kernel/map-concurrent.ts'
import { enqueuePoll } from './activate-account.ts'

export type RefreshAccounts = (accounts: readonly AccountSync[]) => Promise<void>

/**
 * Enqueues a poll for each account with credentials that was read more than 15 seconds ago. Waits for the queue, never
 * for the exchange, and never throws. This process requests one account at most once in 15 seconds.
 */
export const accountRefresher = (deps: {
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}): RefreshAccounts => {
  const requestedAt = new Map<string, number>()
  return async (accounts) => {
    const now = deps.clock()
    const requested = accounts
      .filter(({ dueAt }) => dueAt !== null)
      .filter((one) => isStale(one, now) && isStale({ positionsReadAt: requestedAt.get(accountName(one)) ?? 0 }, now))
    for (const one of requested) keepNewest(requestedAt, accountName(one), now, MOST)
    await mapConcurrent(POLLS_AT_ONCE, requested, (one) => enqueuePoll(deps, one, 0, { look: true }))
  }
}

/** Accounts that are remembered. */
const MOST = 10_000

/** Messages sent at once. */
const POLLS_AT_ONCE = 20
