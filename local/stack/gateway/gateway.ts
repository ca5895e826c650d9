/** HTTP on the loopback as API Gateway's HTTP API does it: routes, payload format 2.0, its own limits. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { addressOf } from '#lambda/address-of.ts'
import { withReferences } from '#lambda/answers/answer.ts'
import { httpEvent, type RouteKey, routeFinder } from './http-event.ts'

export interface GatewayRoute extends RouteKey {
  readonly invoke: (event: unknown) => Promise<unknown>
  /** True if one more request may pass now; absent: all may. */
  readonly mayPass?: () => boolean
  /** Reason that requests are refused for a while; null: they are not. */
  readonly waitsFor?: () => string | null
}

export interface Gateway {
  readonly url: string
  /**
   * Answers from now on, also requests that have come in before. `otherwise` takes each request that no route takes. `accessLog` takes a line
   * for each answer, as the access log of AWS does.
   */
  open(routes: readonly GatewayRoute[], otherwise: GatewayRoute, accessLog?: (line: string) => void): void
  /** Requests for a WebSocket at that path are handed over; those at any other end. */
  sockets(path: string, take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void
  stop(): Promise<void>
}

/** API Gateway takes 10 MB, and 10,240 bytes of request line and headers. */
const MAX_BODY_BYTES = 10 * 1024 * 1024
const MAX_HEADER_BYTES = 10 * 1024

/** Time that running requests have when the service is stopped. Then they are answered with a 503. */
const LAST_ANSWERS_MS = 1_000
const FLUSH_MS = 200

/** How long a service that is just ending may hold the port. */
const PORT_PATIENCE_MS = 3_000

/** Listens on the port of the loopback; 0 picks a free one. Throws an error with code EADDRINUSE when it is taken. */
export const startGateway = async (port: number): Promise<Gateway> => {
  const opened = Promise.withResolvers<Table>()
  const unanswered = new Set<ServerResponse>()
  const upgraded = new Set<Duplex>()
  let isStopping = false
  const giveUp = (response: ServerResponse): void => {
    response.setHeader('connection', 'close')
    send(response, notAnswered(response.req))
  }
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    if (isStopping) return giveUp(response)
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    opened.promise
      .then((table) => answer(request, table))
      .then(
        (result) => send(response, result),
        () => send(response, notAnswered(request)),
      )
  })
  const until = Date.now() + PORT_PATIENCE_MS
  while (!(await listens(server, port, Date.now() >= until))) await wait(100)
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${listening}`,
    open: (routes, otherwise, accessLog = () => undefined) =>
      opened.resolve({ find: routeFinder(routes), otherwise, accessLog }),
    sockets: (path, take) => {
      server.on('upgrade', (request, socket, head) => {
        upgraded.add(socket)
        socket.once('close', () => upgraded.delete(socket))
        if (request.url?.split('?')[0] === path) take(request, socket, head)
        else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      })
    },
    stop: () =>
      new Promise((resolve) => {
        isStopping = true
        server.close(() => resolve())
        server.closeIdleConnections()
        // The server does not count them among its own.
        for (const socket of upgraded) socket.destroy()
        setTimeout(() => {
          for (const response of unanswered) giveUp(response)
        }, LAST_ANSWERS_MS).unref()
        setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS + FLUSH_MS).unref()
      }),
  }
}

interface Table {
  readonly find: ReturnType<typeof routeFinder<GatewayRoute>>
  readonly otherwise: GatewayRoute
  readonly accessLog: (line: string) => void
}

/** False when the port is taken and this was not the last try. */
const listens = (server: Server, port: number, isLastTry: boolean): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const failed = (error: Error & { readonly code?: string }): void => {
      server.removeListener('listening', listening)
      if (error.code === 'EADDRINUSE' && !isLastTry) resolve(false)
      else reject(error)
    }
    const listening = (): void => {
      server.removeListener('error', failed)
      resolve(true)
    }
    server.once('error', failed).once('listening', listening).listen(port, '127.0.0.1')
  })

const answer = async (
  request: IncomingMessage,
  { find, otherwise, accessLog }: Table,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const body = await bodyOf(request)
  if (body === null) return refusal(413, { message: 'Request Entity Too Large', code: 'body_too_large' }, request)
  const method = request.method ?? 'GET'
  const url = request.url ?? '/'
  const found = find(method, url.split('?')[0] ?? '/')
  const route = found?.route ?? otherwise
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : (value ?? ''),
    ]),
  )
  const incoming = { method, url, headers, body, requestId: randomUUID(), at: Date.now() }
  const event = httpEvent(incoming, route, found?.parameters ?? {})
  const reported = (status: number): void => {
    const { requestId, at } = incoming
    const [time, ms] = [new Date(at).toISOString(), Date.now() - at]
    accessLog(JSON.stringify({ time, function: 'gateway', requestId, route: event.routeKey, status, ms }))
  }
  if (route.mayPass?.() === false) {
    reported(429)
    return refusal(429, { message: 'Too Many Requests', code: 'too_many_requests' }, incoming)
  }
  const reason = route.waitsFor?.() ?? null
  if (reason !== null) {
    reported(503)
    return later(reason, incoming)
  }
  try {
    const result = (await route.invoke(event)) as APIGatewayProxyStructuredResultV2
    reported(result.statusCode ?? 200)
    return result
  } catch {
    reported(503)
    // Its function was stopped or killed. The error stays behind the gateway, as in AWS.
    return notAnswered(incoming)
  }
}

/** Read to the end, so that the answer reaches a client that is still sending; kept only as far as it is allowed. Null where it is longer. */
const bodyOf = (request: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      })
      .once('end', () => resolve(size > MAX_BODY_BYTES ? null : Buffer.concat(chunks)))
      .once('error', reject)
      .once('close', () => {
        // Its client has gone.
        if (!request.readableEnded) reject(new Error('the request broke off'))
      })
  })

const send = (response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void => {
  // The call was given up before.
  if (response.headersSent) return
  const { statusCode = 200, body: text = '' } = result
  // A text goes out in one write with the headers, bytes in one of their own.
  const body = result.isBase64Encoded === true ? Buffer.from(text, 'base64') : text
  const headers = Object.fromEntries(Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]))
  response.writeHead(statusCode, {
    ...headers,
    ...(statusCode === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
  })
  response.end(body)
}

/** The parts of a request that a refusal quotes. */
interface Quoted {
  readonly headers: Parameters<typeof addressOf>[0]
  readonly requestId?: string
}

/** `message` is API Gateway's field, and the only one in its own answers. */
const refusal = (
  statusCode: number,
  body: Readonly<Record<string, string>>,
  { headers, requestId = randomUUID() }: Quoted,
) =>
  withReferences(
    {
      statusCode,
      headers: { 'content-type': 'application/json', 'x-request-id': requestId },
      body: JSON.stringify(body),
    },
    requestId,
    addressOf(headers),
  )

const LATER_S = 5

const later = (reason: string, quoted: Quoted): APIGatewayProxyStructuredResultV2 =>
  unavailable(`${reason} Nothing was stored. Try again in ${LATER_S} seconds.`, LATER_S, quoted)

const notAnswered = (quoted: Quoted): APIGatewayProxyStructuredResultV2 =>
  unavailable('The service is restarting or overloaded. Whether the request was carried out is not known.', 1, quoted)

const unavailable = (detail: string, afterS: number, quoted: Quoted): APIGatewayProxyStructuredResultV2 => {
  const answer = refusal(503, { detail, code: 'service_unavailable' }, quoted)
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(afterS) } }
}
