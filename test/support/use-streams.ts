/** Shared parts of stories of streams: clients of the stream of a service, with real sockets. */

import * as v from 'valibot'
import { afterEach, beforeAll, expect } from 'vitest'
import { WebSocket } from 'ws'
import { serverMessage } from '#contract/streams/server-message-records.ts'
import type { RunningService } from '#local/stack/start-service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a story reads what the reply holds
export type Json = any

/** A client that keeps every message it receives. */
export interface StreamClient {
  readonly socket: WebSocket
  readonly reported: Json[]
  /** Its code, once it is closed. */
  readonly closed: Promise<number>
  say(message: object | string): void
  /** The first message that fits, also one that came before. */
  hears(fits: (message: Json) => boolean): Promise<Json>
  /** Events of one channel, or of all. */
  events(channel?: string): readonly Json[]
}

export interface Streams {
  readonly service: RunningService
  /** Calls the service, and answers what it replied; fails where it refuses. */
  call(method: string, path: string, body?: object): Promise<Json>
  /** Signs in with the key of the first user, or another one; null does not sign in. */
  connect(options?: { readonly key?: string | null }): Promise<StreamClient>
  /** Returns the answer to the subscription. */
  subscribe(client: StreamClient, channels: readonly string[], after?: string): Promise<Json>
}

/** Call it in a `describe`. Every message to a client must match the OpenAPI document. */
export const useStreams = (running: () => RunningService): Streams => {
  let streamUrl = ''
  const undescribed: Json[] = []
  const sockets: WebSocket[] = []

  beforeAll(async () => {
    const health = await fetch(`${running().baseUrl}/v1/health`)
    streamUrl = ((await health.json()) as { stream_url: string }).stream_url
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
    expect(undescribed.splice(0)).toEqual([])
  })

  return {
    get service() {
      return running()
    },
    call: async (method, path, body) => {
      const response = await fetch(`${running().baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': running().apiKey, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      expect(response.ok, text).toBe(true)
      return text === '' ? null : JSON.parse(text)
    },
    connect: async ({ key = running().apiKey } = {}) => {
      const socket = new WebSocket(streamUrl)
      sockets.push(socket)
      const reports: Json[] = []
      const closed = Promise.withResolvers<number>()
      socket.on('message', (data) => {
        const message: Json = JSON.parse(String(data))
        if (!v.safeParse(serverMessage, message).success) undescribed.push(message)
        reports.push(message)
      })
      socket.on('close', closed.resolve)
      await new Promise<void>((resolve, reject) => socket.once('open', () => resolve()).once('error', reject))
      const client: StreamClient = {
        socket,
        reported: reports,
        closed: closed.promise,
        say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
        hears: (fits) =>
          expect
            .poll(() => reports.find(fits), { timeout: 20_000, interval: 20 })
            .toBeDefined()
            .then(() => reports.find(fits)),
        events: (channel) =>
          reports.filter((message) => message.op === 'event' && (channel === undefined || message.channel === channel)),
      }
      if (key !== null) {
        client.say({ op: 'auth', key })
        await client.hears(({ op }) => op === 'ready')
      }
      return client
    },
    subscribe: async (client, channels, after) => {
      const id = String(client.reported.length)
      client.say({ op: 'subscribe', channels, id, ...(after === undefined ? {} : { after }) })
      return client.hears((message) => message.id === id)
    },
  }
}
