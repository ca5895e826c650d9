/** A tool that shows the effect of a request, and answers the confirmation to carry out exactly this request. */

import { type ToolArguments, toEndpointRequest } from '#contract/agents/endpoint-request.ts'
import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'
import { requestSpend } from '#contract/agents/request-spend.ts'
import { answered, refusedWith, type ToolAnswer, toToolAnswer } from '#contract/agents/tool-answer.ts'
import { allows } from '#domain/accounts/api-key.ts'
import type { AgentSpend } from '#domain/agents/agent-day.ts'
import { holdsUntil } from '#domain/agents/confirmation.ts'
import type { PreparedRequest } from '#domain/agents/prepared-request.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { spendToday } from '#use-cases/agents/spend-today.ts'
import type { AgentCall } from './agent-call.ts'
import { effectOf } from './effect-of.ts'

export const callPreview = async (call: AgentCall, tool: EndpointTool, given: ToolArguments): Promise<ToolAnswer> => {
  const request = toEndpointRequest(tool, given)
  if (isProblem(request)) return refusedWith(request)
  const effect = await effectOf(call, tool, request, given)
  if (effect.status >= 400) return toToolAnswer(effect.status, effect.body)
  const shown = { would_happen: effect.body }
  const spend = requestSpend(tool.name, request.body, effect.body)
  const obstacle = obstacleOf(call, tool, effect.body) ?? (await overDailyCost(call, spend))
  if (obstacle !== null) return answered({ ...shown, confirmation: null, reason: obstacle })
  const confirmation = await newConfirmation(call, tool, request, spend)
  const expiresAt = new Date(holdsUntil(confirmation)).toISOString()
  return answered({
    ...shown,
    confirmation: confirmation.confirmationId,
    expires_at: expiresAt,
    next: `Nothing has happened yet. To carry out exactly this, call ${tool.name} with the confirmation before ${expiresAt}.`,
  })
}

/** Returns why no confirmation is given; null if it is. */
const obstacleOf = ({ caller }: AgentCall, tool: EndpointTool, effect: unknown): string | null => {
  const refusals: unknown = Object(effect)['refusals']
  if (Array.isArray(refusals) && refusals.length > 0) return 'The service would refuse this: see refusals.'
  if (allows(caller.scope, tool.scope)) return null
  return `${tool.name} needs a key with scope ${tool.scope}; yours has scope ${caller.scope}.`
}

/** The first use of the confirmation decides again, because other requests may be confirmed until then. */
const overDailyCost = async ({ deps, caller }: AgentCall, spend: AgentSpend | null): Promise<string | null> => {
  if (spend === null) return null
  const day = await spendToday(deps, caller.userId, spend, deps.clock())
  return isProblem(day) ? day.detail : null
}

const newConfirmation = async (
  { deps, caller }: AgentCall,
  tool: EndpointTool,
  request: PreparedRequest,
  spend: AgentSpend | null,
) => {
  const confirmation = {
    confirmationId: deps.ids.uuid(),
    userId: caller.userId,
    keyId: caller.keyId,
    tool: tool.name,
    request,
    spend,
    createdAt: deps.clock(),
    usedAt: null,
    version: 0,
  }
  if (!(await deps.confirmations.save(confirmation))) throw new Error('a new confirmation has the id of another one')
  return confirmation
}
