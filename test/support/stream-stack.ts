/**
 * All that takes part in streams of changes, as it runs: the functions, the local gateway with real sockets, and the sender with the SDK.
 * Only the table is in memory, and a queue in memory carries pushes, in sequence for each user.
 */

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from 'aws-lambda'
import { WebSocket } from 'ws'
import { gatewaySender } from '#adapters/aws/stream-sender.ts'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { requestCountStore } from '#adapters/store/accounts/request-counts.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { outboxStore } from '#adapters/store/outbox/outbox.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { streamStore } from '#adapters/store/streams/streams.ts'
import { toEventText, toFarewell, toOversizeText } from '#contract/streams/server-message.ts'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { handler as closeStream } from '#functions/sockets/close-stream.ts'
import { handler as openStream } from '#functions/sockets/open-stream.ts'
import { handler as takeMessage } from '#functions/sockets/take-message.ts'
import { requestCounts } from '#lambda/limits/request-counts.ts'
import { tokenBuckets } from '#lambda/limits/token-buckets.ts'
import type { SocketEvent, SocketHandler } from '#lambda/socket.ts'
import { type SocketLimits, startSocketGateway } from '#local/stack/gateway/socket-gateway.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { Queues } from '#ports/work/queues.ts'
import { NOW, SUBACCOUNT, sampleOrder, uuidAt } from '#test/adapters/store/samples.ts'
import { changeRecorder } from '#use-cases/changes/record-changes.ts'
import { endUnknown } from '#use-cases/streams/end-stream.ts'
import { pushChanges } from '#use-cases/streams/push-changes.ts'
import { memoryDynamoDb } from './memory-dynamodb.ts'

export interface StackOptions extends Partial<SocketLimits> {
  /** Answer of the management API in place of the gateway, such as 429; null lets the gateway answer. */
  readonly refuse?: (call: ManagementCall) => { readonly status: number; readonly name: string } | null
  /** By how many bytes the change at that position is larger. */
  readonly padding?: (position: number) => number
  /** Buckets of addresses and users; nearly endless by default. */
  readonly buckets?: { readonly perSecond: number; readonly burst: number }
  readonly requestsPerMinute?: number
}

export interface ManagementCall {
  readonly method: string
  readonly connectionId: string
  readonly body: string
}

// biome-ignore lint/suspicious/noExplicitAny: a story reads what the message holds
type Json = any

export type StreamStack = Awaited<ReturnType<typeof startStreamStack>>

export const startStreamStack = async ({
  refuse = () => null,
  padding = () => 0,
  buckets = { perSecond: 1e6, burst: 1e6 },
  requestsPerMinute = 1e6,
  ...limits
}: StackOptions = {}) => {
  const { client } = memoryDynamoDb()
  const writes: string[] = []
  const counted = async (command: { readonly constructor: { readonly name: string } }) => {
    if (!/^(Get|BatchGet|Query)/.test(command.constructor.name)) writes.push(command.constructor.name)
    return client.send(command as never)
  }
  const table = openTable({ name: 'memory', client: { send: counted } as unknown as typeof client })
  const clock = () => Date.now()
  const notes: string[] = []
  const log: Log = {
    info: (message) => void notes.push(message),
    warn: (message) => void notes.push(message),
    error: (message, about) => void notes.push(`${message} ${JSON.stringify(about)}`),
    metric: () => undefined,
  }
  const gateway = await startSocketGateway(limits)
  const management = await standIn(gateway.endpoint, refuse)
  const keys = new Map<string, ApiKey>()
  const pushes = new Map<string, Promise<void>>()
  const sent: string[] = []
  const timers: NodeJS.Timeout[] = []
  const queues: Queues = {
    send: async (queue, message, { delayMs = 0 }) => {
      sent.push(queue)
      if (queue === 'push-changes' && 'userId' in message) push(message.userId)
      if ('streamId' in message) timers.push(setTimeout(() => void endUnknown(deps, message.streamId), delayMs))
    },
  } as Queues
  const stores = {
    apiKeys: { ...apiKeyStore(table), get: async (keyId: string) => keys.get(keyId) ?? null },
    streams: streamStore(table),
    changes: changeStore(table),
    outbox: outboxStore(table),
    subaccounts: subaccountStore(table),
    orders: orderStore(table, async () => undefined),
    complexOrders: complexOrderStore(table),
    markets: marketStore(table),
    priceFeeds: priceFeedStore(table),
  }
  const deps = {
    ...stores,
    sender: gatewaySender(management.url, CALLER),
    farewell: toFarewell,
    eventText: (...reported: Parameters<typeof toEventText>) => {
      const padded = padding(reported[0].position)
      const text = toEventText(...reported)
      return padded === 0 ? text : JSON.stringify({ ...JSON.parse(text), padding: 'x'.repeat(padded) })
    },
    oversizeText: toOversizeText,
    buckets: tokenBuckets(buckets),
    requestCounts: requestCounts({ store: requestCountStore(table), limit: requestsPerMinute, container: 'story' }),
    queues,
    pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    after: (ms: number, act: () => void) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    clock,
    log,
  }
  const push = (userId: string): void => {
    const before = pushes.get(userId) ?? Promise.resolve()
    const next = before
      .then(() => pushChanges(deps, userId))
      .catch((error: unknown) => void notes.push(`push failed: ${error}`))
    pushes.set(userId, next)
  }
  const on = (handler: SocketHandler) => ({
    invoke: (event: unknown) => handler(event as SocketEvent, {} as Context),
  })
  gateway.open({
    $connect: on(openStream.on(() => deps)),
    $default: on(takeMessage.on(() => deps)),
    $disconnect: on(closeStream.on(() => deps)),
  })
  const server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', gateway.upgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const record = changeRecorder({ changes: stores.changes, clock })
  const versions = new Map<string, number>()
  const clients: WebSocket[] = []
  return {
    url,
    stores,
    notes,
    /** Names of the calls that have written to the table. */
    writes,
    /** Queues of the messages that were sent. */
    sent,
    management,
    /** A key of a user, which may only read. */
    newKey: (userId: string, n = keys.size + 1): { readonly keyId: string; readonly text: string } => {
      const keyId = uuidAt(NOW, 0xa000 + n)
      const { text, hash } = newSecret(keyId, randomBytes)
      const about = {
        name: 'story',
        scope: 'read',
        createdAt: NOW,
        insertedAt: NOW,
        revokedAt: null,
        madeBy: null,
      } as const
      keys.set(keyId, { keyId, userId, secretHash: hash, ...about })
      return { keyId, text }
    },
    revoke: (keyId: string, userId: string): void => {
      const key = keys.get(keyId)
      if (key !== undefined) keys.set(keyId, { ...key, revokedAt: clock() })
      push(userId)
    },
    /** Something becomes of an order of the user: recorded, and pushed. */
    change: async (userId: string, order = 1): Promise<void> => {
      const [objectId, at] = [uuidAt(NOW, order), clock()]
      const version = (versions.get(`${userId} ${order}`) ?? 0) + 1
      versions.set(`${userId} ${order}`, version)
      const subject = {
        kind: 'order' as const,
        order: sampleOrder({ userId, subaccountId: SUBACCOUNT, version }, order),
      }
      const sequence = version * 100
      const event: WebhookEvent = {
        objectId,
        sequence,
        userId,
        type: 'order.updated',
        at,
        previousStatus: null,
        subject,
      }
      const batch = { objectId, version, userId, events: [event] }
      await stores.outbox.put(batch)
      await record(userId, [batch])
      push(userId)
    },
    push,
    /** All pushes until now have ended. */
    pushed: (userId: string): Promise<void> => pushes.get(userId) ?? Promise.resolve(),
    connect: async (key: string | null) => {
      const socket = new WebSocket(url)
      clients.push(socket)
      const reports: Json[] = []
      const closed = Promise.withResolvers<number>()
      socket.on('message', (data) => reports.push(JSON.parse(String(data))))
      socket.on('close', closed.resolve)
      socket.on('error', () => undefined)
      await new Promise<void>((resolve, reject) => socket.once('open', () => resolve()).once('error', reject))
      const say = (message: object): void => socket.send(JSON.stringify(message))
      const hears = async (fits: (message: Json) => boolean): Promise<Json> => {
        const until = Date.now() + 10_000
        for (;;) {
          const found = reports.find(fits)
          if (found !== undefined) return found
          if (Date.now() > until)
            throw new Error(`not heard; told ${JSON.stringify(reports).slice(-2_000)}, ${notes.at(-1)}`)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      const subscribe = async (channels: readonly string[], after?: string): Promise<Json> => {
        const id = String(reports.length)
        say({ op: 'subscribe', channels, id, ...(after === undefined ? {} : { after }) })
        return hears((message) => message.id === id)
      }
      if (key !== null) {
        say({ op: 'auth', key })
        await hears(({ op }) => op === 'ready' || op === 'closed')
      }
      const events = (): Json[] => reports.filter(({ op }) => op === 'event')
      return { socket, told: reports, closed: closed.promise, say, hears, subscribe, events }
    },
    stop: async (): Promise<void> => {
      for (const client of clients) client.terminate()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(pushes.values())
      server.closeAllConnections()
      server.close()
      management.stop()
      await gateway.stop()
    },
  }
}

const CALLER = { region: 'local', credentials: { accessKeyId: 'any', secretAccessKey: 'any' } }

/** In front of the management API of the gateway: answers in its place, or hands on what it is asked. */
const standIn = async (endpoint: string, refuse: NonNullable<StackOptions['refuse']>) => {
  const calls: ManagementCall[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '' } = request
    const connectionId = decodeURIComponent(url.split('/@connections/')[1] ?? '')
    const call = { method, connectionId, body: Buffer.concat(chunks).toString() }
    calls.push(call)
    const refused = refuse(call)
    if (refused !== null) {
      response.writeHead(refused.status, { 'content-type': 'application/json', 'x-amzn-errortype': refused.name })
      response.end(JSON.stringify({ message: refused.name }))
      return
    }
    const requested = { method, ...(method === 'POST' ? { body: call.body } : {}) }
    // The gateway may hang up, as if it stops: then its stand-in hangs up too.
    const answer = await fetch(`${endpoint}${url}`, requested).catch(() => null)
    if (answer === null) response.destroy()
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
