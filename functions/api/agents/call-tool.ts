/** Runs the endpoint of a tool. Refusals, and silence of the endpoint, become errors of the tool. */

import { type ToolArguments, toEndpointRequest } from '#contract/agents/endpoint-request.ts'
import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'
import { refusedWith, type ToolAnswer, toToolAnswer } from '#contract/agents/tool-answer.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import type { AgentCall } from './agent-call.ts'

export const callTool = async (call: AgentCall, tool: EndpointTool, given: ToolArguments): Promise<ToolAnswer> => {
  const request = toEndpointRequest(tool, given)
  if (isProblem(request)) return refusedWith(request)
  const { status, body } = await call.deps.ownEndpoints.call(request, call.keyHeaders, call.signal)
  return toToolAnswer(status, body)
}
