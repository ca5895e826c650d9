/** Uses a confirmation: records the first use before the request is sent, so that nothing new is sent once the time is over. */

import { type Confirmation, EXPIRED, type Use, useOf } from '#domain/agents/confirmation.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import type { ConfirmationStore } from '#ports/agents/confirmation-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

interface UseConfirmationDeps {
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
  { confirmations, clock }: UseConfirmationDeps,
  by: Attempt,
): Promise<{ readonly use: Use; readonly confirmation: Confirmation } | Problem> =>
  retryOnConflict(`the confirmation ${by.confirmationId}`, async () => {
    const found = await confirmations.get(by.confirmationId)
    const now = clock()
    const use = useOf(found, by, now)
    if (isProblem(use)) return use
    if (found === null) return EXPIRED
    if (use === 'recall' || found.usedAt !== null) return { use, confirmation: found }
    return (await confirmations.save({ ...found, usedAt: now })) ? { use, confirmation: found } : AGAIN
  })
