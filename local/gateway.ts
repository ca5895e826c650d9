/** HTTP on the loopback as API Gateway's HTTP API does it: routes, payload format 2.0, its own limits. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { httpEvent, matchRoute, type RouteKey } from './http-event.ts'

export interface GatewayRoute extends RouteKey {
  readonly invoke: (event: unknown) => Promise<unknown>
}

export interface Gateway {
  readonly url: string
  stop(): Promise<void>
}

/** API Gateway takes 10 MB. */
const MAX_BODY_BYTES = 10 * 1024 * 1024

/** `otherwise` takes what no route does. Throws an error with code EADDRINUSE when the port is taken. */
export const startGateway = async (
  port: number,
  routes: readonly GatewayRoute[],
  otherwise: GatewayRoute,
): Promise<Gateway> => {
  const server = createServer({ maxHeaderSize: 10 * 1024 }, (request, response) => {
    answer(request, routes, otherwise).then(
      (result) => send(response, result),
      // API Gateway tells nothing of what went wrong behind it.
      () => send(response, { statusCode: 500, headers: JSON_TYPE, body: '{"message":"Internal Server Error"}' }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${listening}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 1_000).unref()
      }),
  }
}

const answer = async (
  request: IncomingMessage,
  routes: readonly GatewayRoute[],
  otherwise: GatewayRoute,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    // Read to the end, so that the answer reaches a client that is still sending; kept only as far as it is allowed.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  if (size > MAX_BODY_BYTES)
    return { statusCode: 413, headers: JSON_TYPE, body: '{"message":"Request Entity Too Large"}' }
  const method = request.method ?? 'GET'
  const url = request.url ?? '/'
  const found = matchRoute(routes, method, url.split('?')[0] ?? '/')
  const route = found?.route ?? otherwise
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  )
  const incoming = { method, url, headers, body: Buffer.concat(chunks), requestId: randomUUID(), at: Date.now() }
  return (await route.invoke(httpEvent(incoming, route, found?.parameters ?? {}))) as APIGatewayProxyStructuredResultV2
}

const send = (response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void => {
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
  const headers = Object.fromEntries(Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]))
  response.writeHead(result.statusCode ?? 200, { ...headers, 'content-length': body.length })
  response.end(body)
}

const JSON_TYPE = { 'content-type': 'application/json' }
