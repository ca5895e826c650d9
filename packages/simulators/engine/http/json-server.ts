/** A small HTTP server on loopback that reads whole bodies, writes JSON, takes WebSockets and can lose a connection on purpose. */

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { type SimulatorSocket, type SocketListener, takeSockets } from './sockets.ts'

export interface HttpCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly header: (name: string) => string | undefined
  /** All headers, by name in lower case; absent if no handler reads them. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface HttpReply {
  readonly status: number
  /** Body to send as JSON; absent if the reply has none. */
  readonly body?: unknown
  /** HTML in place of a body. */
  readonly page?: string
  /** Raw bytes, in place of a body. */
  readonly stream?: () => Readable
  readonly headers?: Readonly<Record<string, string>>
}

export interface JsonServer {
  /** http://<host>:<port> */
  readonly origin: string
  readonly close: () => Promise<void>
}

/** How a call is answered. `'drop'`: the connection ends without a word. */
export type AnswerCall = (call: HttpCall) => Promise<HttpReply | 'drop'>

/** Takes the connection of an upgrade, or refuses it with a reply; `'drop'` ends it without a word. */
export type AcceptSocket = (call: HttpCall) => ((socket: SimulatorSocket) => SocketListener) | HttpReply | 'drop'

/** Starts to answer on that port, or on any free one if it is 0. Without `accept` nobody gets a WebSocket. */
export type Serve = (port: number, answer: AnswerCall, accept?: AcceptSocket) => Promise<JsonServer>

export const startJsonServer: Serve = async (port, answer, accept) => {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const serve = async (): Promise<void> => {
      if (isOfWebPage(request)) {
        response.writeHead(403, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { code: 'web_page', message: 'Web pages may not call this.' } }))
        return
      }
      const reply = await answer(await readCall(request))
      if (reply === 'drop') {
        request.socket.destroy()
        return
      }
      if (reply.stream !== undefined) {
        response.writeHead(reply.status, reply.headers)
        // A reader may leave in the middle.
        pipeline(reply.stream(), response, () => {})
        return
      }
      const text = textOf(reply)
      const type = text === '' ? {} : { 'content-type': reply.page === undefined ? 'application/json' : 'text/html' }
      response.writeHead(reply.status, { ...type, 'content-length': Buffer.byteLength(text), ...reply.headers })
      response.end(text)
    }
    serve().catch((problem: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 'internal_error', message: String(problem) } }))
    })
  })
  const sockets =
    accept === undefined
      ? null
      : takeSockets(server, (request) => (isOfWebPage(request) ? { status: 403 } : accept(callOf(request, ''))))
  await new Promise<void>((started, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', started)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        sockets?.close()
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Text of the body of an answer. */
export const textOf = ({ body, page }: HttpReply): string => page ?? (body === undefined ? '' : JSON.stringify(body))

/**
 * A page in a browser must not move markets or money, nor under a name of its own that leads to this machine. Containers call their host by
 * a name that no page can have: `.internal` is reserved.
 */
const isOfWebPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined ||
  !['none', 'same-origin'].includes(headers['sec-fetch-site']?.toString() ?? 'none') ||
  !/^(127\.0\.0\.1|localhost|\[::1\]|host\.docker\.internal)(:\d+)?$/.test(headers.host ?? 'localhost')

const readCall = async (request: IncomingMessage): Promise<HttpCall> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return callOf(request, Buffer.concat(chunks).toString('utf8'))
}

const callOf = (request: IncomingMessage, body: string): HttpCall => {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    headers: request.headers,
    body,
  }
}
