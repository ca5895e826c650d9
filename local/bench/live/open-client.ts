/** A client of the stream that notes when it is told something. */

import * as v from 'valibot'
import { WebSocket } from 'ws'

const Health = v.object({ stream_url: v.string() })
const Message = v.object({
  op: v.string(),
  channel: v.optional(v.string()),
  type: v.optional(v.string()),
  message: v.nullish(v.string()),
  data: v.optional(v.unknown()),
})
export type StreamMessage = v.InferOutput<typeof Message>

export interface LiveClient {
  /** How many messages have come. */
  readonly count: () => number
  close(): void
}

/** Subscribed when it is answered. `hear` gets each message, with the time of `performance.now()`. */
export const openClient = async (
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  channels: readonly string[],
  hear: (message: StreamMessage, at: number) => void = () => undefined,
): Promise<LiveClient> => {
  const health = await fetch(`${baseUrl}/v1/health`)
  const socket = new WebSocket(v.parse(Health, await health.json()).stream_url)
  const say = (message: object): void => socket.send(JSON.stringify(message))
  let count = 0
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the stream was closed')))
    socket.on('open', () => say({ op: 'auth', key: apiKey }))
    socket.on('message', (data) => {
      const at = performance.now()
      const message = v.parse(Message, JSON.parse(String(data)))
      if (message.op === 'ready') say({ op: 'subscribe', channels })
      if (message.op === 'subscribed') resolve()
      if (message.op === 'error' || message.op === 'closed') reject(new Error(String(data)))
      if (message.op !== 'event') return
      count += 1
      hear(message, at)
    })
  })
  return { count: () => count, close: () => socket.close() }
}
