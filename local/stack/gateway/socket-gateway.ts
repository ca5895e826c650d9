/** WebSockets on the loopback as API Gateway's WebSocket API holds them: a call for each connection, message and end, and its limits. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

type Route = '$connect' | '$disconnect' | '$default'

export interface SocketRoute {
  readonly invoke: (event: unknown) => Promise<unknown>
  /** True if one more call may be made now; absent: all may. */
  readonly mayPass?: () => boolean
}

export interface SocketGateway {
  /** Address at which functions send to connections and end them. */
  readonly endpoint: string
  /** Takes a request for a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Calls these functions from now on. */
  open(routes: Readonly<Record<Route, SocketRoute>>): void
  stop(): Promise<void>
}

export interface SocketLimits {
  /** Without a message in either direction. */
  readonly idleMs: number
  readonly lifeMs: number
  /** Bytes that wait for a reader who does not take them. */
  readonly waitingBytes: number
}

/** A message of API Gateway has 128 KB at most, and a frame of a client 32 KB. Clients send a message in one frame. */
const MAX_BYTES = 128 * 1024
const MAX_FRAME_BYTES = 32 * 1024

const LIKE_AWS: SocketLimits = { idleMs: 10 * 60_000, lifeMs: 2 * 3_600_000, waitingBytes: 1024 * 1024 }

/** How long a client has to answer that a connection ends. */
const CLOSES_WITHIN_MS = 1_000

interface Connection {
  readonly socket: WebSocket
  readonly since: number
  idle: NodeJS.Timeout
}

export const startSocketGateway = async (limits: Partial<SocketLimits> = {}): Promise<SocketGateway> => {
  const { idleMs, lifeMs, waitingBytes } = { ...LIKE_AWS, ...limits }
  const connections = new Map<string, Connection>()
  const opened = Promise.withResolvers<Parameters<SocketGateway['open']>[0]>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES })

  const call = async (
    route: Route,
    connectionId: string,
    sent: { readonly body?: string; readonly queryStringParameters?: Readonly<Record<string, string>> } = {},
  ): Promise<{ readonly status: number; readonly body: string }> => {
    const event = {
      requestContext: {
        routeKey: route,
        connectionId,
        requestId: randomUUID(),
        stage: 'live',
        apiId: 'local',
        identity: { sourceIp: '127.0.0.1' },
      },
      ...sent,
      isBase64Encoded: false,
    }
    try {
      const { invoke, mayPass } = (await opened.promise)[route]
      if (mayPass?.() === false) return { status: 429, body: '' }
      const answer = (await invoke(event)) as {
        readonly statusCode?: number
        readonly body?: string
      }
      return { status: answer.statusCode ?? 200, body: answer.body ?? '' }
    } catch {
      // Its function was stopped or killed. The error stays behind the gateway, as in AWS.
      return { status: 502, body: '' }
    }
  }

  const end = (socket: WebSocket, code: number, reason: string): void => {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), CLOSES_WITHIN_MS).unref()
  }

  const begin = (connectionId: string, socket: WebSocket): void => {
    const goAway = (): void => end(socket, 1001, 'Going away')
    const connection = { socket, since: Date.now(), idle: setTimeout(goAway, idleMs).unref() }
    const life = setTimeout(goAway, lifeMs).unref()
    connections.set(connectionId, connection)
    socket.on('message', (data, isBinary) => {
      connection.idle.refresh()
      if (isBinary) return end(socket, 1003, 'Binary is not supported')
      void call('$default', connectionId, { body: data.toString() }).then(({ status }) => {
        const message = status === 429 ? 'Too Many Requests' : 'Internal server error'
        if (status !== 200) socket.send(JSON.stringify({ message, connectionId }))
      })
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(connection.idle)
      clearTimeout(life)
      connections.delete(connectionId)
      void call('$disconnect', connectionId)
    })
  }

  const upgrade: SocketGateway['upgrade'] = (request, socket, head) => {
    const connectionId = Buffer.from(randomUUID().replaceAll('-', '').slice(0, 22), 'hex').toString('base64')
    socket.on('error', () => socket.destroy())
    const parameters = Object.fromEntries(new URLSearchParams(request.url?.split('?')[1]))
    const sent = Object.keys(parameters).length === 0 ? {} : { queryStringParameters: parameters }
    void call('$connect', connectionId, sent).then(({ status, body }) => {
      if (status === 200) return sockets.handleUpgrade(request, socket, head, (made) => begin(connectionId, made))
      const type = body === '' ? '' : 'content-type: application/json\r\n'
      const length = Buffer.byteLength(body)
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\n${type}content-length: ${length}\r\n\r\n${body}`)
    })
  }

  const manage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const id = decodeURIComponent(request.url?.split('/@connections/')[1] ?? '')
    const found = connections.get(id)
    if (found === undefined || found.socket.readyState !== found.socket.OPEN)
      return refuse(response, 410, 'GoneException')
    const { socket, since } = found
    if (request.method === 'DELETE') {
      end(socket, 1000, '')
      response.writeHead(204).end()
      return
    }
    if (request.method === 'GET') {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ connectedAt: new Date(since).toISOString() }))
      return
    }
    const body = Buffer.concat(chunks)
    if (body.length > MAX_BYTES) return refuse(response, 413, 'PayloadTooLargeException')
    if (socket.bufferedAmount > waitingBytes) return refuse(response, 429, 'LimitExceededException')
    found.idle.refresh()
    socket.send(body.toString(), () => undefined)
    response.writeHead(200).end()
  }

  const server = createServer((request, response) => {
    manage(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    upgrade,
    open: opened.resolve,
    stop: async () => {
      for (const { socket } of connections.values()) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

const refuse = (response: ServerResponse, status: number, name: string): void => {
  response.writeHead(status, { ...JSON_TYPE, 'x-amzn-errortype': name }).end(JSON.stringify({ message: name }))
}
