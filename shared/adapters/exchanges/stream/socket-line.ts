/** A WebSocket that is opened again after every loss, with a jittered back-off, and that notices when the other side is gone. */

import { type RawData, WebSocket } from 'ws'
import { SECOND } from '#domain/kernel/time.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'

/** What every connection to an exchange is opened with. */
export interface ConnectionOptions {
  readonly url: string
  readonly clock: Clock
  readonly after: After
  /** From 0 to below 1. */
  readonly random: () => number
}

export interface SocketLineOptions extends ConnectionOptions {
  /** Headers of the handshake, made anew for each. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Sent every ten seconds as a text; null: a ping frame is sent. */
  readonly pingText: string | null
  /** Without any sign of life for so long it is opened again. */
  readonly deadAfterMs: number
  /** Called when it is open, before any text. */
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  /** It was lost, or did not open. `refused`: the other side answered the handshake with a refusal of who we are. */
  readonly onDown: (reason: string, refused: boolean) => void
}

export interface SocketLine {
  /** False when it is not open: nothing was sent. */
  send(message: unknown): boolean
  /** Drops the connection, and opens another one. */
  reopen(reason: string): void
  close(): void
}

const PING_EVERY = 10 * SECOND
const OPEN_WITHIN = 5 * SECOND
const FIRST_WAIT = 250
const LONGEST_WAIT = 30 * SECOND
/** A line that held so long was good: the next back-off begins anew. */
const GOOD_AFTER = 10 * SECOND
/** A book with thousands of levels has some hundred kilobytes. */
const MOST_BYTES = 16 * 1024 * 1024

/** Opens it at once. No call back comes after `close`. */
export const socketLine = (options: SocketLineOptions): SocketLine => {
  const { clock, after } = options
  let socket: WebSocket | null = null
  let closed = false
  let losses = 0
  let cancelWait = (): void => undefined

  const open = (): void => {
    if (closed) return
    const began = clock()
    let lastLife = began
    let isDown = false
    const mine = new WebSocket(options.url, {
      headers: { 'user-agent': 'prediction-market-trading/1.0', ...options.headers() },
      handshakeTimeout: OPEN_WITHIN,
      perMessageDeflate: false,
      maxPayload: MOST_BYTES,
    })
    socket = mine

    const down = (reason: string, refused = false): void => {
      if (isDown) return
      isDown = true
      cancelPing()
      mine.terminate()
      if (closed || socket !== mine) return
      socket = null
      losses = clock() - began > GOOD_AFTER ? 1 : losses + 1
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (losses - 1)) * (0.5 + options.random() / 2)
      cancelWait = after(wait, open)
      options.onDown(reason, refused)
    }
    const ping = (): void => {
      if (clock() - lastLife > options.deadAfterMs) {
        down('no sign of life')
        return
      }
      if (mine.readyState === WebSocket.OPEN) {
        if (options.pingText === null) mine.ping()
        else mine.send(options.pingText)
      }
      cancelPing = after(PING_EVERY, ping)
    }
    let cancelPing = after(PING_EVERY, ping)

    const alive = (): void => {
      lastLife = clock()
    }
    mine.on('open', () => {
      alive()
      if (!closed && socket === mine) options.onOpen()
    })
    mine.on('message', (data: RawData) => {
      alive()
      if (!closed && socket === mine) options.onText(data.toString())
    })
    mine.on('pong', alive)
    mine.on('ping', alive)
    mine.on('unexpected-response', (_request, response) => {
      const status = response.statusCode ?? 0
      response.resume()
      down(`the handshake was answered with ${status}`, status === 401 || status === 403)
    })
    mine.on('error', (error: Error) => down(error.message))
    mine.on('close', (code: number, reason: Buffer) => down(`closed with ${code} ${reason.toString().slice(0, 100)}`))
  }

  const drop = (): void => {
    const dropped = socket
    socket = null
    dropped?.terminate()
  }

  open()
  return {
    send: (message) => {
      if (socket === null || socket.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    reopen: (reason) => {
      if (closed) return
      drop()
      cancelWait()
      losses += 1
      cancelWait = after(FIRST_WAIT * (0.5 + options.random() / 2), open)
      options.onDown(reason, false)
    },
    close: () => {
      closed = true
      cancelWait()
      drop()
    },
  }
}
