/**
 * Answers every path and method without an endpoint: 404, or 405 if the path exists under another method. A request for the stream without a
 * WebSocket gets 426. Serves `/llms.txt`, which needs no function of its own.
 */

import { STREAM_PATH } from '#contract/streams/stream-path.ts'
import { problem } from '#domain/kernel/problem.ts'
import { ServedFile } from '#lambda/answers/served-file.ts'
import { endpoint } from '#lambda/endpoint.ts'
import document from '../../../docs/openapi.json' with { type: 'json' }
import { bareFrame } from '../../bare-frame.ts'
import { LLMS_TEXT } from './llms-text.ts'

export const handler = endpoint(
  {
    name: 'no-such-route',
    method: 'ANY',
    path: '$default',
    tag: 'Service',
    summary: 'Answers paths without an endpoint',
    scope: 'none',
    request: {},
    reply: { status: 200, schema: null },
    uses: { table: 'none' },
    memoryMb: 256,
    ifBroken: 'Mistyped paths get an answer of API Gateway instead of ours. Look at the log of no-such-route.',
  },
  bareFrame,
  async (_deps, { requested }) => {
    if (requested.method === 'GET' && requested.path === '/llms.txt') return new ServedFile(LLMS_TEXT, PLAIN_TEXT)
    const paths: Readonly<Record<string, object>> = document.paths
    const found = Object.entries(paths).filter(([path]) => matches(path, requested.path))
    const [, operations] = found.find(([path]) => path === requested.path) ?? found[0] ?? []
    if (operations === undefined) return problem(404, 'not_found', 'Not Found')
    if (requested.method === 'GET' && requested.path === STREAM_PATH) return NO_WEBSOCKET
    // Monitors send HEAD to see whether the service answers.
    if (requested.method === 'HEAD' && requested.path === HEALTH_PATH) return null
    const allow = Object.keys(operations).map((method) => method.toUpperCase())
    return problem(405, 'method_not_allowed', 'Method Not Allowed', { headers: { allow: allow.join(', ') } })
  },
)

const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }

const HEALTH_PATH = '/v1/health'

const NO_WEBSOCKET = problem(
  426,
  'upgrade_required',
  'Open a WebSocket at the address that stream_url of GET /v1/health names.',
  { headers: { upgrade: 'websocket' } },
)

/** `/v1/orders/{order_id}` matches `/v1/orders/7`. A fixed path that also matches comes first, as in the document. */
const matches = (template: string, path: string): boolean => {
  const needed = template.split('/')
  const given = path.split('/')
  return (
    needed.length === given.length &&
    needed.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  )
}
