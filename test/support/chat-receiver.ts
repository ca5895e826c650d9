/** A receiver on loopback with the rules of Discord's "Execute Webhook": it refuses other bodies, and more than five messages in two seconds. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatReceiver {
  readonly url: string
  /** Content of the accepted messages, and everything that was refused. */
  readonly shown: string[]
  readonly refused: string[]
  /** Paths of all requests. */
  readonly paths: string[]
  /** Bodies of all requests. */
  // biome-ignore lint/suspicious/noExplicitAny: a story reads what the message holds, and fails when it does not
  readonly bodies: any[]
  /** The number of messages that it refuses with 429 from now on. */
  busyFor: number
  close(): void
}

export const startChat = async (): Promise<ChatReceiver> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const body = JSON.parse(text)
    chat.paths.push(request.url ?? '')
    chat.bodies.push(body)
    if (chat.busyFor > 0) {
      chat.busyFor -= 1
      return response
        .writeHead(429)
        .end('{"message": "You are being rate limited.", "retry_after": 64.57, "global": false}')
    }
    const fault = faultIn(body, request.headers)
    if (fault !== null) {
      chat.refused.push(fault)
      return response.writeHead(400).end(JSON.stringify({ message: fault, code: 50035 }))
    }
    chat.shown.push(body.content)
    return response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const chat: ChatReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/1234/very-secret-token`,
    shown: [],
    refused: [],
    paths: [],
    bodies: [],
    busyFor: 0,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return chat
}

const faultIn = (
  body: { content?: unknown; allowed_mentions?: { parse?: unknown }; flags?: unknown },
  headers: NodeJS.Dict<string | string[]>,
): string | null => {
  if (headers['content-type'] !== 'application/json') return 'not JSON'
  if (headers['webhook-signature'] !== undefined) return 'signed'
  const { content, allowed_mentions: mentions, flags } = body
  if (typeof content !== 'string' || content.length < 1 || content.length > 2_000)
    return 'content has 1 to 2000 characters'
  if (content.includes('\n')) return 'more than one line'
  if (JSON.stringify(mentions) !== '{"parse":[]}') return 'mentions are parsed'
  return flags === 4 ? null : 'embeds are shown'
}
