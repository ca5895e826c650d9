/** Somebody looks at positions that were asked for a while ago: the exchange is asked again, best effort, for the next look. */

import type { AccountSync } from '#domain/accounts/account-sync.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import { askForPoll } from './wake-account.ts'

/** Older than this is worth a poll, and so often one is asked for at most, also while the exchange is away. */
const STALE_AFTER = 15 * SECOND

export type RefreshPositions = (accounts: readonly AccountSync[]) => Promise<void>

/**
 * Enqueues a poll for each awake account with positions that were read more than 15 seconds ago. This process asks for
 * one account at most once in 15 seconds.
 */
export const positionRefresher = (deps: {
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}): RefreshPositions => {
  const askedAt = new Map<string, number>()
  return async (accounts) => {
    const now = deps.clock()
    // One that sleeps holds nothing whose worth could change.
    const stale = accounts.filter(({ awake, holds, lookedAt }) => awake && holds && now - lookedAt >= STALE_AFTER)
    const asked = stale.filter((one) => now - (askedAt.get(nameOf(one)) ?? 0) >= STALE_AFTER)
    for (const one of asked) askedAt.set(nameOf(one), now)
    if (askedAt.size > MOST) askedAt.clear()
    await Promise.all(asked.map((one) => askForPoll(deps, one, 0)))
  }
}

const MOST = 10_000

const nameOf = ({ subaccountId, exchange }: AccountSync): string => `${subaccountId} ${exchange}`
