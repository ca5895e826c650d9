/** A WebSocket client for tests: keeps messages in their order, and a test waits for the expected one. */

import { WebSocket } from 'ws'

type Message = Record<string, never> & Record<string, unknown>

export interface SocketClient {
  /** Sends a text as it is, anything else as JSON. */
  readonly send: (frame: unknown) => void
  /** The next message, in the order they came. */
  readonly next: () => Promise<Message>
  /** The next `count` messages. */
  readonly take: (count: number) => Promise<Message[]>
  /** The next message of that type (`type` or `event_type`); earlier ones are dropped. */
  readonly nextOf: (type: string) => Promise<Message>
  /** All messages within so many milliseconds. */
  readonly within: (milliseconds: number) => Promise<Message[]>
  readonly pings: () => readonly string[]
  /** Code and reason of the end. 1006: without a close frame. */
  readonly closed: Promise<readonly [number, string]>
  readonly close: () => void
}

/** Throws with the status if the upgrade is refused. */
export const openSocket = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SocketClient> => {
  const socket = new WebSocket(url, { headers })
  const arrived: Message[] = []
  const pings: string[] = []
  let waiting: (() => void) | null = null
  socket.on('message', (data) => {
    arrived.push(readMessage(String(data)))
    waiting?.()
  })
  socket.on('ping', (body) => void pings.push(body.toString()))
  const closed = new Promise<readonly [number, string]>((done) => {
    socket.on('close', (code, reason) => done([code, reason.toString()]))
  })
  await new Promise<void>((opened, failed) => {
    socket.on('open', () => opened())
    socket.on('unexpected-response', (_, response) => {
      response.resume()
      failed(new Error(`refused with ${response.statusCode}`))
    })
    socket.on('error', failed)
  })
  const next = async (): Promise<Message> => {
    const deadline = Date.now() + 4_000
    while (arrived.length === 0) {
      if (Date.now() > deadline) throw new Error('no message came')
      await new Promise<void>((done) => {
        waiting = done
        setTimeout(done, 100)
      })
    }
    return arrived.shift() ?? next()
  }
  const take = async (count: number): Promise<Message[]> => {
    const taken: Message[] = []
    while (taken.length < count) taken.push(await next())
    return taken
  }
  const nextOf = async (type: string): Promise<Message> => {
    const message = await next()
    return message['type'] === type || message['event_type'] === type ? message : nextOf(type)
  }
  return {
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next,
    take,
    nextOf,
    within: async (milliseconds) => {
      await new Promise((done) => setTimeout(done, milliseconds))
      return arrived.splice(0)
    },
    pings: () => pings,
    closed,
    close: () => socket.close(),
  }
}

/** Frames that are no JSON are kept under `text`. */
const readMessage = (text: string): Message => {
  try {
    const value: unknown = JSON.parse(text)
    return (Array.isArray(value) ? { list: value } : value) as Message
  } catch {
    return { text } as unknown as Message
  }
}
