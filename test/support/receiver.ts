/** A webhook receiver on loopback that answers as configured, and verifies every message with the library's own verifier. */

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  readonly id: string
  /** Event in the body, if it was signed with the secret. */
  // biome-ignore lint/suspicious/noExplicitAny: a story reads what the message holds, and fails when it does not
  readonly event: any
  readonly signatures: number
}

export interface Receiver {
  readonly url: string
  /** Every message whose signature is valid, in the order they came, repetitions included. */
  readonly received: Received[]
  /** Messages whose signature is not. */
  readonly forged: string[]
  /** The secret it believes in. */
  secret: string
  /** How it answers; null: 204. */
  answer: ((event: Received, response: ServerResponse) => void) | null
  /** These statuses first, one a message; afterwards as `answer` says. */
  first: number[]
  close(): void
}

/** Its own clock is not asked: the story's is another one. */
export const startReceiver = async (clock: () => number): Promise<Receiver> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const event = verified(receiver.secret, body, request.headers as Record<string, string>, clock())
      if (event === null) receiver.forged.push(body)
      else receiver.received.push(event)
      const status = receiver.first.shift()
      if (status !== undefined) return response.writeHead(status).end('as I was told')
      if (event !== null && receiver.answer !== null) return receiver.answer(event, response)
      return response.writeHead(event === null ? 401 : 204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    forged: [],
    secret: '',
    answer: null,
    first: [],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

/** The verifier takes no clock, so the time it signs is checked here, and the signature over the same time by the library. */
const verified = (secret: string, body: string, headers: Record<string, string>, now: number): Received | null => {
  const id = headers['webhook-id'] ?? ''
  const sentAt = Number(headers['webhook-timestamp'])
  const signatures = (headers['webhook-signature'] ?? '').split(' ')
  if (secret === '' || Math.abs(now / 1_000 - sentAt) > 300) return null
  const expected = new Webhook(secret).sign(id, new Date(sentAt * 1_000), body)
  return signatures.includes(expected) ? { id, event: JSON.parse(body), signatures: signatures.length } : null
}
