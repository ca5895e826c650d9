/** Cost of the orders that agents have confirmed on a subaccount in one UTC day. */

import { add, type Money, toDecimal } from '../kernel/numbers.ts'
import { type Problem, problem } from '../kernel/problem.ts'
import type { Millis } from '../kernel/time.ts'

/** Worst-case cost of a confirmed request, and the subaccount that pays. */
export interface AgentSpend {
  readonly subaccountId: string
  readonly cost: Money
}

export interface AgentDay extends AgentSpend {
  /** 00:00 UTC. */
  readonly startsAt: Millis
  /** 0 before it is stored. */
  readonly version: number
}

/** Adds a cost to the day, or refuses it. A limit of null does not limit. */
export const withSpend = (day: AgentDay, { cost }: AgentSpend, limit: Money | null): AgentDay | Problem => {
  const total = add(day.cost, cost)
  if (limit === null || total <= limit) return { ...day, cost: total }
  return problem(
    409,
    'risk_limit',
    `Orders of agents could then cost ${toDecimal(total)} dollars since 00:00 UTC; mcp_daily_cost is ${toDecimal(limit)}. Nothing was carried out.`,
  )
}
