/** A WebSocket that is opened again after every loss, with a jittered back-off. */

import { SECOND } from '#domain/kernel/time.ts'
import { type ConnectionOptions, SocketConnection, type SocketOptions } from './socket-connection.ts'

export interface SocketLineOptions extends SocketOptions, ConnectionOptions {
  /** Called for each connection that opens, before any text. */
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  /** Called after a loss or a failed opening. `refused`: the other side refused the handshake for the caller's identity. */
  readonly onDown: (reason: string, refused: boolean) => void
}

const FIRST_WAIT = 250
const LONGEST_WAIT = 30 * SECOND
/** A connection that lived longer was good: the next back-off begins anew. */
const GOOD_AFTER = 10 * SECOND

export class SocketLine {
  readonly #options: SocketLineOptions
  #connection: SocketConnection | null = null
  #isClosed = false
  #losses = 0
  #cancelOpening = (): void => undefined

  /** Opens the first connection immediately. After `close` no callback is called. */
  constructor(options: SocketLineOptions) {
    this.#options = options
    this.#open()
  }

  /** Returns false if no connection is open: nothing was sent. */
  send(message: unknown): boolean {
    return this.#connection?.send(message) ?? false
  }

  /** Drops the connection, and opens another one. */
  reopen(reason: string): void {
    if (this.#isClosed) return
    this.#drop()
    this.#cancelOpening()
    this.#losses += 1
    this.#openAfter(FIRST_WAIT)
    this.#options.onDown(reason, false)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelOpening()
    this.#drop()
  }

  #open(): void {
    if (this.#isClosed) return
    const { onOpen, onText } = this.#options
    const isCurrent = (): boolean => !this.#isClosed && this.#connection === connection
    const connection = new SocketConnection(this.#options, {
      onOpen: () => {
        if (isCurrent()) onOpen()
      },
      onText: (text) => {
        if (isCurrent()) onText(text)
      },
      onDown: (reason, refused, livedMs) => {
        if (!isCurrent()) return
        this.#connection = null
        this.#losses = livedMs > GOOD_AFTER ? 1 : this.#losses + 1
        this.#openAfter(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#losses - 1)))
        this.#options.onDown(reason, refused)
      },
    })
    this.#connection = connection
  }

  #openAfter(ms: number): void {
    const { after, random } = this.#options
    this.#cancelOpening = after(ms * (0.5 + random() / 2), () => this.#open())
  }

  #drop(): void {
    const dropped = this.#connection
    this.#connection = null
    dropped?.terminate()
  }
}
