/**
 * Uses a confirmation: records the first use before the request is sent, so that nothing new is sent once the time is over. The same write
 * reserves the cost of the request in the UTC day.
 */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { type AgentDay, type AgentSpend, withSpend } from '#domain/agents/agent-day.ts'
import { type Confirmation, EXPIRED, type Use, useOf } from '#domain/agents/confirmation.ts'
import { money } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { startOfDay } from '#domain/risk/trading-day.ts'
import type { ConfirmationStore } from '#ports/agents/confirmation-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

interface UseConfirmationDeps {
  readonly confirmations: ConfirmationStore
  readonly subaccounts: { get(userId: string, subaccountId: string): Promise<Subaccount | null> }
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
    const day = found.spend === null ? null : await dayWith(deps, found.userId, found.spend, now)
    if (day !== null && isProblem(day)) return day
    return (await confirmations.saveUse({ ...found, usedAt: now }, day)) ? { use, confirmation: found } : AGAIN
  })

/** The day with the cost of the request, or the refusal by the limit of the subaccount. A day is counted without a limit, too. */
const dayWith = async (
  { confirmations, subaccounts }: UseConfirmationDeps,
  userId: string,
  spend: AgentSpend,
  now: number,
): Promise<AgentDay | Problem> => {
  const { subaccountId } = spend
  const startsAt = startOfDay(now)
  const [day, subaccount] = await Promise.all([
    confirmations.dayOf(subaccountId, startsAt),
    subaccounts.get(userId, subaccountId),
  ])
  // The endpoint refuses a subaccount that does not exist.
  const limit = subaccount?.limits.mcpDailyCost ?? null
  return withSpend(day ?? { subaccountId, startsAt, cost: money(0), version: 0 }, spend, limit)
}
