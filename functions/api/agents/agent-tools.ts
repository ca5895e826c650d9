/** All tools of agents: their descriptions for the model, and the function that runs each. */

import type { ToolArguments } from '#contract/agents/endpoint-request.ts'
import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'
import type { ToolAnswer } from '#contract/agents/tool-answer.ts'
import type { Scope } from '#domain/accounts/api-key.ts'
import type { AgentCall } from './agent-call.ts'
import { callTool } from './call-tool.ts'
import { CONFIRMATION_ARGUMENT, callConfirmed } from './confirmed-tool.ts'
import { ENDPOINT_TOOLS } from './endpoint-tools.ts'
import { callPreview } from './preview-tool.ts'

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

/** Tools of an endpoint: one that runs it, or a preview and one that takes its confirmation. */
const toolsOf = (tool: EndpointTool): readonly AgentTool[] => {
  const { name, title, description, inputSchema, scope, preview } = tool
  if (preview === null) {
    const annotations = { title, ...(scope === 'read' ? READS : ACTS) }
    const run: AgentTool['run'] = (call, given) => callTool(call, tool, given)
    return [{ definition: { name, title, description, inputSchema, annotations }, scope, run }]
  }
  const before = `Preview: ${title}`
  return [
    {
      definition: {
        name: preview,
        title: before,
        description: `Shows the effect, and answers a confirmation for ${name} that holds 60 seconds, for exactly these arguments, once. Nothing happens yet. ${description}`,
        inputSchema,
        annotations: { title: before, ...READS },
      },
      scope: 'read',
      run: (call, given) => callPreview(call, tool, given),
    },
    {
      definition: {
        name,
        title,
        description: `${title}: carries out what ${preview} has shown. Takes the confirmation and nothing else. The same confirmation again answers the first result.`,
        inputSchema: CONFIRMATION_ARGUMENT,
        annotations: { title, ...ACTS },
      },
      scope,
      run: (call, given) => callConfirmed(call, tool, given),
    },
  ]
}

export const AGENT_TOOLS: ReadonlyMap<string, AgentTool> = new Map(
  ENDPOINT_TOOLS.flatMap(toolsOf).map((tool) => [tool.definition.name, tool]),
)
