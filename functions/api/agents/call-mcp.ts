/** POST /v1/mcp */

import { createMcpHandler } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { problem } from '#domain/kernel/problem.ts'
import { ServedFile } from '#lambda/answers/served-file.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { confirmations, frame, ownEndpoints, subaccounts } from '../../runtime.ts'
import type { AgentCall } from './agent-call.ts'
import { agentServer } from './agent-server.ts'
import { GUIDE_FILES } from './guides.ts'
import { AGENT_LOG } from './log-messages.ts'

const message = v.record(
  v.string(),
  v.unknown(),
  'send one message of JSON-RPC 2.0, with content-type application/json',
)

export const handler = endpoint(
  {
    name: 'call-mcp',
    method: 'POST',
    path: '/v1/mcp',
    tag: 'Agents',
    summary: 'Call a tool as an agent',
    description: 'One message of the Model Context Protocol (2026-07-28), without sessions. See the guide on agents.',
    scope: 'read',
    request: { body: message },
    reply: { status: 200, schema: message },
    refusals: [{ status: 403, code: 'origin_refused', when: 'a web page of another origin sent the request' }],
    uses: { table: 'write', endpoints: true },
    files: GUIDE_FILES,
    timeoutS: 29,
    ifBroken: 'Agents cannot use their tools; all other clients trade on. Look at the log of call-mcp.',
  },
  () => ({ ...frame(), ownEndpoints: ownEndpoints(), confirmations: confirmations(), subaccounts: subaccounts() }),
  async (deps, { body, caller, requested, signal }) => {
    const { headers } = requested
    if (!mayCall(headers, deps.corsOrigins)) return ORIGIN_REFUSED
    const keyHeaders = { 'x-api-key': headers['x-api-key'], authorization: headers['authorization'] }
    return answerOf({ deps, caller, keyHeaders, signal }, body, headers)
  },
)

type Headers = Readonly<Record<string, string | undefined>>

/** Answers one message with a server of its own. Subscriptions are refused, because a function cannot hold a stream. */
const answerOf = async (call: AgentCall, body: object, headers: Headers): Promise<ServedFile> => {
  const mcp = createMcpHandler(() => agentServer(call), {
    maxSubscriptions: 0,
    onerror: (error) => call.deps.log.info(AGENT_LOG.protocolError, { error: error.message }),
  })
  const ofProtocol = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
  const request = new Request('https://service/v1/mcp', {
    method: 'POST',
    headers: { ...Object.fromEntries(ofProtocol.map(([name, value]) => [name, value ?? ''])), ...BOTH_FORMS },
    body: JSON.stringify(body),
  })
  const response = await mcp.fetch(request)
  const text = await response.text()
  if (text === '') return new ServedFile('', {}, response.status)
  const type = response.headers.get('content-type') ?? ''
  const answer = type.startsWith('text/event-stream') ? messageIn(text) : text
  return new ServedFile(answer, { 'content-type': 'application/json' }, response.status)
}

/** Both forms of an answer are refused to a client that does not accept both. Here every answer is JSON in the end. */
const BOTH_FORMS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** The one message of a stream, as which clients of earlier revisions are answered. */
const messageIn = (stream: string): string => /^data: (.+)$/m.exec(stream)?.[1] ?? ''

/** Browsers name the origin of the page. The specification demands the check, because a page could have its name point to this machine. */
const mayCall = (headers: Headers, allowed: readonly string[]): boolean => {
  const origin = headers['origin']
  return origin === undefined || allowed.includes(origin)
}

const ORIGIN_REFUSED = problem(
  403,
  'origin_refused',
  'Web pages of this origin may not call tools. Name the origin in the setting corsOrigin, or call from a program.',
)
