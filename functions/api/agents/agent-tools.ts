/** All tools of agents: their descriptions for the model, and the function that runs each. */

import type { ToolArguments } from '#contract/agents/endpoint-request.ts'
import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'
import type { ToolAnswer } from '#contract/agents/tool-answer.ts'
import type { Scope } from '#domain/accounts/api-key.ts'
import type { AgentCall } from './agent-call.ts'
import { callTool } from './call-tool.ts'
import { ENDPOINT_TOOLS } from './endpoint-tools.ts'

/** A tool as the protocol describes it. */
export interface AgentTool {
  readonly definition: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: EndpointTool['inputSchema']
    readonly annotations: {
      readonly title: string
      readonly readOnlyHint: boolean
      readonly destructiveHint: boolean
      readonly idempotentHint: boolean
      readonly openWorldHint: boolean
    }
  }
  /** Scope that its caller needs. */
  readonly scope: Scope
  run(call: AgentCall, given: ToolArguments): Promise<ToolAnswer>
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }
const ACTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true }

const toolOf = (tool: EndpointTool): AgentTool => {
  const { name, title, description, inputSchema, scope } = tool
  const annotations = { title, ...(scope === 'read' ? READS : ACTS) }
  return {
    definition: { name, title, description, inputSchema, annotations },
    scope,
    run: (call, given) => callTool(call, tool, given),
  }
}

export const AGENT_TOOLS: ReadonlyMap<string, AgentTool> = new Map(
  ENDPOINT_TOOLS.map((tool) => [tool.name, toolOf(tool)]),
)
