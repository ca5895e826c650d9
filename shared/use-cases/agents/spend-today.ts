/** Adds the cost of a request of an agent to the UTC day of its subaccount, or refuses it by the limit `mcp_daily_cost`. Stores nothing. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { type AgentDay, type AgentSpend, withSpend } from '#domain/agents/agent-day.ts'
import { money } from '#domain/kernel/numbers.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { startOfDay } from '#domain/kernel/time.ts'
import type { ConfirmationStore } from '#ports/agents/confirmation-store.ts'

export interface SpendDeps {
  readonly confirmations: Pick<ConfirmationStore, 'dayOf'>
  readonly subaccounts: { get(userId: string, subaccountId: string): Promise<Subaccount | null> }
}

/** Returns the day with the cost. A day is counted without a limit, too. */
export const spendToday = async (
  { confirmations, subaccounts }: SpendDeps,
  userId: string,
  spend: AgentSpend,
  now: Millis,
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
