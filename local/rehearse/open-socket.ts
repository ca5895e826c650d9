/** A socket of an exchange that keeps what it hears. */

import { WebSocket } from 'ws'

/** A private channel that listens. */
export interface Listening {
  /** Waits for a matching message, among messages that have come too. */
  readonly received: (isIt: (message: unknown) => boolean) => Promise<boolean>
  readonly close: () => void
}

export interface Subscription {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly first: object
}

export interface Opened extends Listening {
  readonly send: (frame: object) => void
  /** All messages so far. */
  readonly seen: readonly unknown[]
  /** The first message; undefined when none comes. */
  readonly first: () => Promise<unknown>
  readonly ended: Promise<'ended'>
}

export const openSocket = async ({ url, headers }: Subscription, withinMs: number): Promise<Opened> => {
  const socket = new WebSocket(url, { headers: { ...headers }, handshakeTimeout: withinMs })
  const seen: unknown[] = []
  socket.on('message', (data) => void seen.push(messageIn(String(data))))
  const ended = new Promise<'ended'>((done) => socket.once('close', () => done('ended')))
  await new Promise<void>((opened, failed) => {
    socket.once('open', () => opened())
    socket.once('unexpected-response', (_, response) => {
      failed(new Error(`the handshake was refused with ${response.statusCode}`))
      socket.terminate()
    })
    socket.on('error', failed)
  })
  const events: Listening['received'] = async (isIt) => {
    const until = performance.now() + withinMs
    while (performance.now() < until) {
      if (seen.some(isIt)) return true
      await later(50)
    }
    return false
  }
  return {
    send: (frame) => socket.send(JSON.stringify(frame)),
    seen,
    first: async () => ((await events(() => true)) ? seen[0] : undefined),
    received: events,
    ended,
    close: () => socket.terminate(),
  }
}

/** Frames that are no JSON occur, such as `PONG`: their text. */
const messageIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const later = (ms: number): Promise<'later'> => new Promise((done) => setTimeout(() => done('later'), ms))
