/** A tool that takes a confirmation and nothing else. Sends the previewed request under a key that follows from the confirmation. */

import type { ToolArguments } from '#contract/agents/endpoint-request.ts'
import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'
import { refusedWith, type ToolAnswer, toToolAnswer } from '#contract/agents/tool-answer.ts'
import { type Confirmation, EXPIRED, IN_FLIGHT, idempotencyKeyOf, UNFINISHED } from '#domain/agents/confirmation.ts'
import { isProblem, problem } from '#domain/kernel/problem.ts'
import { idempotencyId } from '#lambda/steps/idempotency.ts'
import { useConfirmation } from '#use-cases/agents/use-confirmation.ts'
import type { AgentCall } from './agent-call.ts'

/** Schema of the arguments. */
export const CONFIRMATION_ARGUMENT = {
  type: 'object',
  properties: {
    confirmation: { type: 'string', format: 'uuid', description: 'The confirmation that the preview has answered' },
  },
  required: ['confirmation'],
  additionalProperties: false,
} as const

export const callConfirmed = async (call: AgentCall, tool: EndpointTool, given: ToolArguments): Promise<ToolAnswer> => {
  const { confirmation: confirmationId, ...others } = given
  const [other] = Object.keys(others)
  if (typeof confirmationId !== 'string' || !UUID.test(confirmationId) || other !== undefined)
    return refusedWith(onlyConfirmation(tool))
  const { userId, keyId } = call.caller
  const used = await useConfirmation(call.deps, { confirmationId, userId, keyId, tool: tool.name })
  if (isProblem(used)) return refusedWith(used)
  if (used.use === 'recall') return recalled(call, used.confirmation)
  const headers = { ...call.keyHeaders, 'idempotency-key': idempotencyKeyOf(used.confirmation) }
  const { status, body } = await call.deps.ownEndpoints.call(used.confirmation.request, headers, call.signal)
  return Object(body)['code'] === 'idempotency_in_flight' ? refusedWith(IN_FLIGHT) : toToolAnswer(status, body)
}

/** Answers the stored result of the first use. Sends nothing, because the time of the confirmation is over. */
const recalled = async ({ deps, caller }: AgentCall, confirmation: Confirmation): Promise<ToolAnswer> => {
  const { request } = confirmation
  const id = idempotencyId(caller.userId, request, idempotencyKeyOf(confirmation))
  const record = await deps.idempotency.get(id)
  // A refused request has freed its key: it had no effect.
  if (record === null) return refusedWith(EXPIRED)
  if (record.reply === null) return refusedWith(UNFINISHED)
  return toToolAnswer(record.reply.status, JSON.parse(record.reply.body || 'null'))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const onlyConfirmation = ({ name, preview }: EndpointTool) =>
  problem(
    422,
    'confirmation_only',
    `${name} takes the confirmation of ${preview} and nothing else. Nothing was carried out.`,
  )
