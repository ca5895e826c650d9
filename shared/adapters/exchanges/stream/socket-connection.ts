/** One WebSocket connection from its opening to its loss, with pings that notice when the other side is gone. */

import { type RawData, WebSocket } from 'ws'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'

/** Options of every connection to an exchange. */
export interface ConnectionOptions {
  readonly url: string
  readonly clock: Clock
  readonly after: After
  /** Returns a number from 0 to below 1. */
  readonly random: () => number
}

export interface SocketOptions extends Omit<ConnectionOptions, 'random'> {
  /** Makes the headers of a handshake. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Text that is sent every ten seconds; null sends a ping frame. */
  readonly pingText: string | null
  /** Longest silence of the other side, in ms. */
  readonly deadAfterMs: number
}

export interface SocketEvents {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  /** Called once, after a loss or a failed handshake. `refused`: the handshake was answered with 401 or 403. */
  readonly onDown: (reason: string, refused: boolean, livedMs: Millis) => void
}

const PING_EVERY = 10 * SECOND
const OPEN_WITHIN = 5 * SECOND
/** A book with thousands of levels has some hundred kilobytes. */
const MOST_BYTES = 16 * 1024 * 1024

export class SocketConnection {
  readonly #options: SocketOptions
  readonly #events: SocketEvents
  readonly #socket: WebSocket
  readonly #beganAt: Millis
  #aliveAt: Millis
  #isDown = false
  #cancelPing: () => void

  constructor(options: SocketOptions, events: SocketEvents) {
    this.#options = options
    this.#events = events
    this.#beganAt = options.clock()
    this.#aliveAt = this.#beganAt
    this.#socket = new WebSocket(options.url, {
      headers: { 'user-agent': 'prediction-market-trading/1.0', ...options.headers() },
      handshakeTimeout: OPEN_WITHIN,
      perMessageDeflate: false,
      maxPayload: MOST_BYTES,
    })
    this.#cancelPing = options.after(PING_EVERY, () => this.#ping())
    this.#listen()
  }

  /** Returns false if the connection is not open: nothing was sent. */
  send(message: unknown): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #listen(): void {
    const { onOpen, onText } = this.#events
    const alive = (): void => {
      this.#aliveAt = this.#options.clock()
    }
    this.#socket.on('open', () => {
      alive()
      onOpen()
    })
    this.#socket.on('message', (data: RawData) => {
      alive()
      onText(data.toString())
    })
    this.#socket.on('pong', alive)
    this.#socket.on('ping', alive)
    this.#socket.on('unexpected-response', (_request, response) => {
      const status = response.statusCode ?? 0
      response.resume()
      this.#down(`the handshake was answered with ${status}`, status === 401 || status === 403)
    })
    this.#socket.on('error', (error: Error) => this.#down(error.message))
    this.#socket.on('close', (code: number, reason: Buffer) =>
      this.#down(`closed with ${code} ${reason.toString().slice(0, 100)}`),
    )
  }

  #ping(): void {
    const { clock, deadAfterMs, pingText, after } = this.#options
    if (clock() - this.#aliveAt > deadAfterMs) {
      this.#down('no sign of life')
      return
    }
    if (this.#socket.readyState === WebSocket.OPEN) {
      if (pingText === null) this.#socket.ping()
      else this.#socket.send(pingText)
    }
    this.#cancelPing = after(PING_EVERY, () => this.#ping())
  }

  #down(reason: string, refused = false): void {
    if (this.#isDown) return
    this.#isDown = true
    this.#cancelPing()
    this.#socket.terminate()
    this.#events.onDown(reason, refused, this.#options.clock() - this.#beganAt)
  }
}
