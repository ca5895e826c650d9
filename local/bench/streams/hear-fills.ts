/** A client of the stream that notes when it is told of each fill of an order. */

import * as v from 'valibot'
import { WebSocket } from 'ws'

const Health = v.object({ stream_url: v.string() })
const Message = v.object({ op: v.string(), type: v.optional(v.string()), object_id: v.optional(v.string()) })

export interface HeardFills {
  /** In the time of `performance.now()`. */
  readonly at: readonly number[]
  close(): void
}

/** Subscribed when it is answered. */
export const hearFills = async (
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  orderId: string,
): Promise<HeardFills> => {
  const health = await fetch(`${baseUrl}/v1/health`)
  const socket = new WebSocket(v.parse(Health, await health.json()).stream_url)
  const at: number[] = []
  const say = (message: object): void => socket.send(JSON.stringify(message))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => say({ op: 'auth', key: apiKey }))
    socket.on('message', (data) => {
      const { op, type, object_id } = v.parse(Message, JSON.parse(String(data)))
      if (op === 'ready') say({ op: 'subscribe', channels: ['fills'] })
      if (op === 'subscribed') resolve()
      if (type === 'order.filled' && object_id === orderId) at.push(performance.now())
    })
  })
  return { at, close: () => socket.close() }
}
