/** The WebSockets of a simulated exchange: admission, and sending without unbounded buffers. */

import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** The exchange's end of one connection. */
export interface SimulatorSocket {
  readonly send: (text: string) => void
  readonly ping: (body: string) => void
  /** Says goodbye with a close frame. */
  readonly close: (code: number, reason: string) => void
  /** Resets the connection without a word. */
  readonly reset: () => void
  /** Bytes that the other side has not taken yet. */
  readonly waitingBytes: () => number
}

/** Handler of the exchange for an accepted connection. */
export interface SocketListener {
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

/** How an upgrade is refused. */
interface Refusal {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A client that takes nothing is cut off when so much waits for it. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024
/** Frames to the exchange are commands: small ones. */
const MOST_RECEIVED_BYTES = 1024 * 1024

/** Takes the connection, or refuses the upgrade; `'drop'` ends it without a word. */
type Accept = (request: IncomingMessage) => ((socket: SimulatorSocket) => SocketListener) | Refusal | 'drop'

export const takeSockets = (server: Server, accept: Accept): { readonly close: () => void } => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_RECEIVED_BYTES })
  server.on('upgrade', (request, stream, head) => {
    const answer = accept(request)
    if (typeof answer === 'function') {
      sockets.handleUpgrade(request, stream, head, (socket) => connect(socket, answer))
    } else if (answer === 'drop') stream.destroy()
    else refuse(stream, answer)
  })
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

const connect = (socket: WebSocket, take: (socket: SimulatorSocket) => SocketListener): void => {
  const listener = take({
    send: (text) => {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.terminate()
      else socket.send(text)
    },
    ping: (body) => {
      if (socket.readyState === socket.OPEN) socket.ping(body)
    },
    close: (code, reason) => socket.close(code, reason),
    reset: () => socket.terminate(),
    waitingBytes: () => socket.bufferedAmount,
  })
  socket.on('message', (data) => listener.onText(String(data)))
  socket.on('close', () => listener.onClose())
  // An error of a connection shows in its end.
  socket.on('error', () => undefined)
}

const refuse = (stream: Duplex, { status, body, headers }: Refusal): void => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = {
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  stream.on('error', () => undefined)
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${text}`)
}
