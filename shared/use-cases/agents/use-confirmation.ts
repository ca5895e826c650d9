/**
 * Uses a confirmation: records the first use before the request is sent, so that nothing new is sent once the time is over. The same write
 * reserves the cost of the request in the UTC day.
 */

import { type Confirmation, EXPIRED, type Use, useOf } from '#domain/agents/confirmation.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import type { ConfirmationStore } from '#ports/agents/confirmation-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type SpendDeps, spendToday } from './spend-today.ts'

interface UseConfirmationDeps extends SpendDeps {
  readonly confirmations: ConfirmationStore
  readonly clock: Clock
}

interface Attempt {
  readonly confirmationId: string
  readonly userId: string
  readonly keyId: string
  readonly tool: string
}

/** Returns the confirmed request and its use, or the refusal. */
export const useConfirmation = (
  deps: UseConfirmationDeps,
  by: Attempt,
): Promise<{ readonly use: Use; readonly confirmation: Confirmation } | Problem> =>
  retryOnConflict(`the confirmation ${by.confirmationId}`, async () => {
    const { confirmations, clock } = deps
    const found = await confirmations.get(by.confirmationId)
    const now = clock()
    const use = useOf(found, by, now)
    if (isProblem(use)) return use
    if (found === null) return EXPIRED
    if (use === 'recall' || found.usedAt !== null) return { use, confirmation: found }
    const day = found.spend === null ? null : await spendToday(deps, found.userId, found.spend, now)
    if (day !== null && isProblem(day)) return day
    return (await confirmations.saveUse({ ...found, usedAt: now }, day)) ? { use, confirmation: found } : AGAIN
  })
