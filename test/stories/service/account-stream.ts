/** The stream of an account: the events of its orders, their receivers, and clients that receive none. */

import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { StreamEvent } from '#client/stream.ts'
import { createTradingClient } from '#client/trading-client.ts'
import { inThisRun } from '../../support/run/plays.ts'
import type { Json, StreamClient, Streams } from '../../support/use-streams.ts'

const LIFE = ['PENDING_SUBMISSION', 'PROCESSING', 'RESTING', 'CANCELLED']

const statusesOf = (events: readonly Json[], order: string): readonly string[] =>
  events.filter(({ object_id, type }) => object_id === order && type === 'order.updated').map(({ data }) => data.status)

const endOf = (client: StreamClient, order: string): Promise<Json> =>
  client.hears(({ object_id, data }) => object_id === order && data.status === 'CANCELLED')

export const accountStream = (streams: Streams): void => {
  const { call, connect, subscribe } = streams
  let svcId = 0
  beforeAll(async () => {
    const { results } = await call('GET', '/v1/markets/search?q=senate&exchange_name=EXCHANGE_A&limit=1')
    svcId = results[0].svc_id
  })

  /** One that rests at a price that nobody takes. */
  const rest = async (): Promise<string> => {
    const order = { subaccount_id: streams.service.subaccountId, svc_id: svcId, buy_flag: true, qty: 1, price: 0.01 }
    return (await call('POST', '/v1/orders', order)).svc_order_id
  }

  describe('a stream', () => {
    it('sends each step of an order in sequence, with growing cursors', async () => {
      const client = await connect()
      await subscribe(client, ['orders', `fills:${streams.service.subaccountId}`])
      const order = await rest()
      await client.hears(({ object_id, data }) => object_id === order && data.status === 'RESTING')
      await call('DELETE', `/v1/orders/${order}`)
      await endOf(client, order)
      const seen = new Set(statusesOf(client.events(), order))
      expect([...seen].filter((status) => LIFE.includes(status))).toEqual(LIFE)
      const cursors = client.events().map(({ cursor }) => Number(cursor))
      expect(cursors).toEqual(cursors.toSorted((one, other) => one - other))
      expect(client.events().every(({ channel }) => channel === 'orders')).toBe(true)
      client.socket.close()
    }, 60_000)

    it('resumes after a cut: missed events come first, and none is lost', async () => {
      const before = await connect()
      const { cursor } = await subscribe(before, ['orders'])
      before.socket.terminate()
      const order = await rest()
      await call('DELETE', `/v1/orders/${order}`)
      const after = await connect()
      await subscribe(after, ['orders'], cursor)
      await endOf(after, order)
      const { changes } = await call('GET', `/v1/changes?after=${cursor}`)
      const owed = changes.filter(({ type }: Json) => type.startsWith('order.'))
      expect(after.events().map(({ op: _, channel: __, ...fields }) => fields)).toEqual(owed)
      after.socket.close()
    }, 60_000)

    it('the stream of the typed client misses no event although it is cut repeatedly', async () => {
      const { cursor } = await call('GET', '/v1/changes?limit=1000')
      const sockets: WebSocket[] = []
      class Cut extends WebSocket {
        constructor(url: string) {
          super(url)
          sockets.push(this)
        }
      }
      const client = createTradingClient({ baseUrl: streams.service.baseUrl, apiKey: streams.service.apiKey })
      const reports: StreamEvent[] = []
      const stream = client.stream({
        channels: ['orders', 'fills'],
        after: cursor,
        onEvent: (event) => reports.push(event),
        webSocket: Cut,
      })
      await expect.poll(() => stream.isLive(), { timeout: 10_000 }).toBe(true)
      const cutting = setInterval(() => sockets.at(-1)?.terminate(), 400)
      const orders: string[] = []
      for (let n = 0; n < inThisRun({ usual: 5, long: 10 }); n += 1) {
        const order = await rest()
        orders.push(order)
        await new Promise((resolve) => setTimeout(resolve, 250))
        await call('DELETE', `/v1/orders/${order}`)
      }
      const ends = await Promise.all(orders.map((order) => client.waitForOrder(order, { everyMs: 250 })))
      expect(ends.map(({ kind }) => kind)).toEqual(orders.map(() => 'ended'))
      clearInterval(cutting)
      const { changes } = await call('GET', `/v1/changes?after=${cursor}&limit=1000`)
      const owed = changes.filter(({ type }: Json) => type.startsWith('order.')).map((change: Json) => change.cursor)
      await expect.poll(() => reports.map((event) => event.cursor), { timeout: 20_000 }).toEqual(owed)
      expect(sockets.length).toBeGreaterThan(2)
      stream.close()
    }, 120_000)

    it('serves all clients of a user, each with its subscriptions', async () => {
      const [one, other] = await Promise.all([connect(), connect()])
      await Promise.all([subscribe(one, ['orders']), subscribe(other, ['positions'])])
      const order = await rest()
      await call('DELETE', `/v1/orders/${order}`)
      await endOf(one, order)
      expect(other.events()).toEqual([])
      one.socket.close()
      other.socket.close()
    }, 60_000)

    it('answers a ping with the newest cursor, and a bad message with the fault', async () => {
      const client = await connect()
      client.say({ op: 'ping', id: 'p' })
      const { cursor } = await call('GET', '/v1/changes?limit=1000')
      expect(await client.hears(({ id }) => id === 'p')).toEqual({ op: 'pong', cursor, id: 'p' })
      const faults = [
        ['no json', 'bad_message'],
        [{ op: 'shout', id: '1' }, 'bad_message'],
        [{ op: 'subscribe', channels: [], id: '2' }, 'bad_message'],
        [{ op: 'ping', channel: 'orders', id: '2' }, 'bad_message'],
        [{ op: 'subscribe', channels: ['order'], id: '3' }, 'unknown_channel'],
        [{ op: 'subscribe', channels: ['orders:mine'], id: '3' }, 'unknown_channel'],
        [{ op: 'subscribe', channels: ['orders:019aa5d2-3c10-7a41-9d2e-5b7f0c8e1a02'], id: '4' }, 'not_found'],
        [{ op: 'subscribe', channels: ['orders'], after: '999999', id: '5' }, 'cursor_expired'],
        [{ op: 'auth', key: streams.service.apiKey, id: '6' }, 'bad_message'],
      ] as const
      for (const [message, code] of faults) {
        const from = client.reported.length
        client.say(message)
        await expect
          .poll(() => client.reported.slice(from).map(({ code, id }) => [code, id]), { timeout: 10_000 })
          .toEqual([[code, message === 'no json' ? undefined : message.id]])
      }
      expect(await subscribe(client, ['orders'])).toMatchObject({ op: 'subscribed', channels: ['orders'] })
      client.say({ op: 'unsubscribe', channels: ['orders'], id: 'u' })
      expect(await client.hears(({ id }) => id === 'u')).toEqual({ op: 'unsubscribed', channels: [], id: 'u' })
      client.socket.close()
    }, 60_000)

    it('is open to a key that may only read, and ends when the key is revoked', async () => {
      const key = await call('POST', '/v1/api-keys', { name: 'page', scope: 'read' })
      const client = await connect({ key: key.api_key })
      expect(client.reported[0]).toMatchObject({ op: 'ready', scope: 'read' })
      await subscribe(client, ['orders'])
      await call('DELETE', `/v1/api-keys/${key.api_key_id}`)
      expect(await client.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'key_revoked' })
      await client.closed
    }, 60_000)

    it('is for its first twenty of one key, and forgets those that have ended', async () => {
      const key = await call('POST', '/v1/api-keys', { name: 'many', scope: 'read' })
      const clients: StreamClient[] = []
      for (let n = 0; n < 20; n += 1) clients.push(await connect({ key: key.api_key }))
      const late = await connect({ key: null })
      late.say({ op: 'auth', key: key.api_key })
      expect(await late.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'too_many_streams' })
      await late.closed
      clients[0]?.socket.close()
      await clients[0]?.closed
      await expect
        .poll(
          async () => {
            const next = await connect({ key: null })
            next.say({ op: 'auth', key: key.api_key })
            const { op } = await next.hears(() => true)
            next.socket.close()
            return op
          },
          { timeout: 10_000 },
        )
        .toBe('ready')
      for (const { socket } of clients) socket.close()
    }, 120_000)
  })

  describe('a client without a valid key', () => {
    it.each([
      ['a wrong key', { op: 'auth', key: 'pmt_wrong' }],
      ['another message first', { op: 'subscribe', channels: ['orders'] }],
      ['no JSON', 'hello'],
    ])(
      'is disconnected with a reason: %s',
      async (_, message) => {
        const client = await connect({ key: null })
        client.say(message)
        expect(await client.hears(() => true)).toMatchObject({ op: 'closed', reason: 'unauthenticated' })
        await client.closed
      },
      30_000,
    )

    it('is disconnected after five seconds of silence', async () => {
      const begun = Date.now()
      const client = await connect({ key: null })
      expect(await client.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'auth_timeout' })
      await client.closed
      expect(Date.now() - begun).toBeGreaterThan(4_900)
    }, 30_000)

    it('is refused at any other path', async () => {
      const socket = new WebSocket(`${streams.service.baseUrl.replace('http', 'ws')}/v1/orders`)
      const status = await new Promise((resolve) => {
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode))
        socket.on('error', () => undefined)
      })
      expect(status).toBe(404)
    })
  })
}
