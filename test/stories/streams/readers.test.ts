/** Slow, dead or closed readers, and an overloaded gateway: each reader gets its contract, and the others are not affected. */

import { randomBytes } from 'node:crypto'
import { createConnection } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { openStream } from '#client/stream.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { MOST_STREAMS, STREAM_LASTS, type Stream } from '#domain/streams/stream.ts'
import { STREAM_LOG } from '#use-cases/streams/log-messages.ts'
import { NOW, uuidAt } from '../../adapters/store/samples.ts'
import {
  type ManagementCall,
  type StackOptions,
  type StreamStack,
  startStreamStack,
} from '../../support/stream-stack.ts'

const [ANNA, BERT] = [uuidAt(1, 1), uuidAt(1, 2)]

let stack: StreamStack
afterEach(() => stack.stop())

const start = async (options?: StackOptions) => {
  stack = await startStreamStack(options)
  const key = stack.newKey(ANNA)
  return { key, open: () => openedBy(key.text) }
}

const openedBy = async (key: string, channels: readonly string[] = ['orders']) => {
  const client = await stack.connect(key)
  await client.subscribe(channels)
  const { stream_id } = await client.hears(({ op }) => op === 'ready')
  return { ...client, streamId: String(stream_id) }
}

const cursors = (client: { events(): ReadonlyArray<{ cursor: string }> }) => client.events().map(({ cursor }) => cursor)
const upTo = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => String(n + 1))
const reported = (client: { events(): ReadonlyArray<{ cursor: string }> }, count: number, timeout = 10_000) =>
  expect.poll(() => cursors(client), { timeout, interval: 5 }).toEqual(upTo(count))

/** Each change that is sent takes five seconds, from `begin` to the end of the test. */
const slowReader = () => {
  let late = 0
  const { now } = Date
  onTestFinished(() => {
    Date.now = now
  })
  return {
    refuse: ({ body }: ManagementCall) => {
      if (body.includes('order.updated')) late += 5_000
      return null
    },
    begin: () => {
      Date.now = () => now() + late
    },
  }
}

/** Every market that a stream asks for. */
const marketsAreThere = (): void => {
  const market = (svcId: number) => ({ svcId, exchange: 'EXCHANGE_A', nativeId: `KX${svcId}` })
  Object.assign(stack.stores.markets, {
    getMany: async (ids: readonly number[]) => ids.map(market),
    name: async () => undefined,
  })
}

/** A gateway that accepts no event while `fails`. */
const failingGateway = () => {
  const gateway = {
    fails: true,
    refuse: ({ method, body }: ManagementCall) =>
      gateway.fails && method === 'POST' && body.includes('order.updated')
        ? { status: 500, name: 'InternalServerError' }
        : null,
  }
  return gateway
}

const LIMIT = { status: 429, name: 'LimitExceededException' }

it('a client that does not read is disconnected with little buffered, and others are served at once', async () => {
  const PADDING = 100_000
  const { open } = await start({ padding: () => PADDING, waitingBytes: 256 * 1024 })
  const [idle, lively] = [await open(), await open()]
  idle.socket.pause()
  let sent = 0
  const times: number[] = []
  for (; (await stack.stores.streams.ownerOf(idle.streamId)) !== null; ) {
    sent += 1
    expect(sent).toBeLessThan(500)
    const began = performance.now()
    await stack.change(ANNA)
    await reported(lively, sent)
    times.push(performance.now() - began)
  }
  // The kernel's socket buffer, and a quarter of a megabyte of our own.
  expect(sent * PADDING).toBeLessThan(32e6)
  // While the idle one was tried again, the others were looked after every quarter of a second. A busy machine may pause now and then.
  times.sort((one, other) => one - other)
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(1_500)
  expect(stack.notes).toContain(STREAM_LOG.ended)
  idle.socket.resume()
  expect([1000, 1006]).toContain(await idle.closed)
  expect(cursors(idle)).toEqual(upTo(cursors(idle).length))
  expect(await stack.stores.streams.get(ANNA, idle.streamId)).toBeNull()

  const again = await stack.connect(stack.newKey(ANNA).text)
  await again.subscribe(['orders'], cursors(idle).at(-1) ?? '0')
  await expect.poll(() => cursors(again).at(-1), { timeout: 20_000 }).toBe(String(sent))
  expect([...cursors(idle), ...cursors(again)]).toEqual(upTo(sent))
}, 120_000)

it('a client that the gateway reports as slow receives the reason, and is closed with 1000', async () => {
  let full = ''
  const refuse = ({ method, connectionId, body }: ManagementCall) =>
    method === 'POST' && connectionId === full && !body.includes('slow_reader') ? LIMIT : null
  const { open } = await start({ refuse })
  const [slow, other] = [await open(), await open()]
  full = slow.streamId
  await stack.change(ANNA)
  await reported(other, 1)
  expect(await slow.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'slow_reader' })
  expect(await slow.closed).toBe(1000)
  expect(await stack.stores.streams.ownerOf(slow.streamId)).toBeNull()
}, 30_000)

it('other clients of the same user are served while one is retried repeatedly', async () => {
  let full = ''
  const { open } = await start({ refuse: ({ connectionId }) => (connectionId === full ? LIMIT : null) })
  const [slow, other] = [await open(), await open()]
  full = slow.streamId
  for (let n = 1; n <= 4; n += 1) {
    await stack.change(ANNA)
    await reported(other, n)
    if (n < 3) expect(await stack.stores.streams.ownerOf(slow.streamId)).toBe(ANNA)
  }
}, 30_000)

it('a gateway that refuses a third of all messages for a moment loses none and changes no order', async () => {
  let posts = 0
  const refuse = ({ method }: ManagementCall) => {
    if (method === 'POST') posts += 1
    return posts % 3 === 0 ? LIMIT : null
  }
  const { open } = await start({ refuse })
  const clients = [await open(), await open()]
  for (let change = 0; change < 30; change += 1) await stack.change(ANNA, change % 3)
  for (const client of clients) {
    await reported(client, 30, 20_000)
    for (const order of [0, 1, 2]) {
      const mine = client.events().filter(({ object_id }) => object_id.endsWith(`00${order}`))
      expect(mine.map(({ sequence }) => sequence)).toEqual(upTo(10).map((nth) => Number(nth) * 100))
    }
  }
}, 60_000)

it('a closed connection is removed at its first message, with its market subscriptions', async () => {
  let gone = ''
  const refuse = ({ connectionId }: ManagementCall) =>
    connectionId === gone ? { status: 410, name: 'GoneException' } : null
  const { key, open } = await start({ refuse })
  const [one, other] = [await open(), await open()]
  marketsAreThere()
  await one.subscribe(['quotes:1'])
  const listeners = async () => (await stack.stores.complexOrders.watched()).listeners
  expect(await listeners()).toMatchObject([{ streamId: one.streamId }])
  gone = one.streamId
  await stack.change(ANNA)
  await reported(other, 1)
  await stack.pushed(ANNA)
  expect(await listeners()).toEqual([])
  expect(await stack.stores.streams.ownerOf(one.streamId)).toBeNull()
  expect(await stack.stores.streams.get(ANNA, one.streamId)).toBeNull()
  const reportedIt = () =>
    stack.management.calls.filter(({ connectionId, body }) => connectionId === gone && body.includes('order.updated'))
  expect(reportedIt()).toHaveLength(1)
  // Another client does not receive the second of two either.
  const third = await stack.connect(key.text)
  gone = String((await third.hears(({ op }) => op === 'ready')).stream_id)
  await stack.change(ANNA)
  third.say({ op: 'subscribe', channels: ['orders'], after: '0' })
  await expect.poll(reportedIt).toHaveLength(1)
  await stack.pushed(ANNA)
  expect(reportedIt()).toHaveLength(1)
}, 30_000)

it('a change larger than a message names the call that shows it, and the next one follows', async () => {
  const { open } = await start({ padding: (position) => (position === 1 ? 200_000 : 0) })
  const client = await open()
  await stack.change(ANNA)
  await stack.change(ANNA)
  expect(await client.hears(({ op }) => op === 'event')).toMatchObject({ cursor: '2' })
  expect(client.told.at(-2)).toMatchObject({
    op: 'error',
    code: 'change_too_large',
    detail: expect.stringContaining('GET /v1/changes?after=0&limit=1'),
  })
}, 30_000)

it('a failing gateway only delays: the next ping brings the missed changes, without concurrent duplicates', async () => {
  const gateway = failingGateway()
  const { open } = await start(gateway)
  const client = await open()
  await stack.change(ANNA)
  await stack.pushed(ANNA)
  expect(client.events()).toEqual([])
  // A pong contains the cursor of the last sent change: a client that resumes there misses nothing.
  client.say({ op: 'ping', id: 'behind' })
  expect(await client.hears(({ id }) => id === 'behind')).toMatchObject({ op: 'pong', cursor: '0' })
  gateway.fails = false
  await stack.change(ANNA)
  await reported(client, 2)
  client.say({ op: 'ping', id: 'told' })
  expect(await client.hears(({ id }) => id === 'told')).toMatchObject({ op: 'pong', cursor: '2' })
}, 30_000)

it('a stream that is behind receives all missed changes, and none after it has unsubscribed', async () => {
  const gateway = failingGateway()
  const { open } = await start(gateway)
  const [client, other] = [await open(), await open()]
  await stack.change(ANNA)
  await stack.pushed(ANNA)
  other.say({ op: 'unsubscribe', channels: ['orders'] })
  await other.hears(({ op }) => op === 'unsubscribed')
  gateway.fails = false
  other.say({ op: 'subscribe', channels: ['orders'], id: 'again' })
  expect(await other.hears(({ id }) => id === 'again')).toMatchObject({ op: 'subscribed', cursor: '1' })
  expect(await client.subscribe(['fills'])).toMatchObject({ op: 'subscribed', cursor: '0' })
  await reported(client, 1)
  expect(other.events()).toEqual([])
}, 30_000)

it('a slow stream receives every change, though its position is stored in between', async () => {
  const slow = slowReader()
  const { open } = await start({ refuse: slow.refuse })
  const [, client] = [await open(), await stack.connect(stack.newKey(ANNA).text)]
  for (let n = 0; n < 5; n += 1) await stack.change(ANNA)
  await stack.pushed(ANNA)
  slow.begin()
  await client.subscribe(['orders'], '0')
  await reported(client, 5)
}, 30_000)

it('a client that unsubscribes during a long transfer receives no more of it', async () => {
  const slow = slowReader()
  const { key } = await start({ refuse: slow.refuse })
  const client = await stack.connect(key.text)
  await stack.connect(stack.newKey(ANNA).text)
  for (let n = 0; n < 5; n += 1) await stack.change(ANNA)
  await stack.pushed(ANNA)
  const { save } = stack.stores.streams
  let says: (() => void) | null = () => client.say({ op: 'unsubscribe', channels: ['orders'] })
  Object.assign(stack.stores.streams, {
    // Runs before the delivery of the first change is stored.
    save: async (next: Stream) => {
      if (says !== null && next.position === 1) {
        says()
        says = null
        await client.hears(({ op }) => op === 'unsubscribed')
      }
      return save(next)
    },
  })
  slow.begin()
  await client.subscribe(['orders'], '0')
  await client.hears(({ op }) => op === 'unsubscribed')
  await stack.pushed(ANNA)
  expect(cursors(client)).toEqual(['1'])
}, 30_000)

it('a run that fails for one stream ends after the others are served: no run overtakes them', async () => {
  let broken = ''
  const refuse = ({ connectionId, body }: ManagementCall) =>
    connectionId === broken && body.includes('order.updated') ? { status: 404, name: 'NoSuchThing' } : null
  const { open } = await start({ refuse })
  const [one, other] = [await open(), await open()]
  broken = one.streamId
  for (let n = 0; n < 40; n += 1) await stack.change(ANNA)
  await reported(other, 40)
  expect(one.events()).toEqual([])
}, 30_000)

it('a stream receives no event of another user, whatever it subscribes to', async () => {
  const { open } = await start()
  const anna = await open()
  const bert = await openedBy(stack.newKey(BERT).text, ['orders', 'fills', 'positions', 'complex_orders'])
  await stack.change(ANNA)
  await stack.change(BERT)
  await reported(anna, 1)
  await reported(bert, 1)
  await Promise.all([stack.pushed(ANNA), stack.pushed(BERT)])
  bert.say({ op: 'subscribe', channels: ['orders:0193a1b2-0000-7000-8000-00000000bbbb'], id: 'x' })
  expect(await bert.hears(({ id }) => id === 'x')).toMatchObject({ op: 'error', code: 'not_found' })
  // Anna's log goes further than his: her cursor is none of his.
  for (let n = 0; n < 5; n += 1) await stack.change(ANNA)
  await reported(anna, 6)
  bert.say({ op: 'subscribe', channels: ['orders'], after: '6', id: 'y' })
  expect(await bert.hears(({ id }) => id === 'y')).toMatchObject({ op: 'error', code: 'cursor_expired' })
  expect(bert.events()).toHaveLength(1)
}, 30_000)

it('a revoked key ends its own streams, and those of the user’s other key continue', async () => {
  const { key, open } = await start()
  const [one, two] = [await open(), await open()]
  const other = await openedBy(stack.newKey(ANNA).text)
  stack.revoke(key.keyId, ANNA)
  for (const client of [one, two]) {
    expect(await client.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'key_revoked' })
    expect(await client.closed).toBe(1000)
  }
  await stack.change(ANNA)
  await reported(other, 1)
}, 30_000)

it('a key revoked while its stream is admitted receives nothing: the stream ends at once', async () => {
  const { key } = await start()
  const { admit } = stack.stores.streams
  Object.assign(stack.stores.streams, {
    admit: async (...given: Parameters<typeof admit>) => {
      // A search for the streams of the revoked key does not find this stream yet.
      stack.revoke(key.keyId, ANNA)
      await stack.pushed(ANNA)
      return admit(...given)
    },
  })
  const client = await stack.connect(key.text)
  expect(client.told).toMatchObject([{ op: 'closed', reason: 'key_revoked' }])
  expect(await client.closed).toBe(1000)
  expect(await stack.stores.streams.list(ANNA)).toEqual([])
}, 30_000)

it('a key that is sent twice at once ends the connection without a trace', async () => {
  const { key } = await start()
  const { admit } = stack.stores.streams
  const both = Promise.withResolvers<void>()
  let came = 0
  Object.assign(stack.stores.streams, {
    admit: async (...given: Parameters<typeof admit>) => {
      came += 1
      if (came === 2) both.resolve()
      await both.promise
      return admit(...given)
    },
  })
  const client = await stack.connect(null)
  for (let n = 0; n < 2; n += 1) client.say({ op: 'auth', key: key.text })
  expect(await client.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'unauthenticated' })
  expect(await client.closed).toBe(1000)
  await expect.poll(() => stack.stores.streams.list(ANNA)).toEqual([])
}, 30_000)

it('a key with another secret, and one that was revoked, are refused', async () => {
  const { key } = await start()
  const guessed = newSecret(key.keyId, randomBytes).text
  const other = stack.newKey(ANNA)
  stack.revoke(other.keyId, ANNA)
  for (const text of [guessed, other.text]) {
    const client = await stack.connect(text)
    expect(client.told).toMatchObject([{ op: 'closed', reason: 'unauthenticated' }])
    expect(await client.closed).toBe(1000)
  }
  expect(await stack.stores.streams.list(ANNA)).toEqual([])
}, 30_000)

it('ten minutes without a message end a connection with 1001, and a ping in time prevents it', async () => {
  const { open } = await start({ idleMs: 2_000 })
  const [silent, lively] = [await open(), await open()]
  const pings = setInterval(() => lively.say({ op: 'ping' }), 100)
  expect(await silent.closed).toBe(1001)
  await wait(300)
  expect(lively.socket.readyState).toBe(lively.socket.OPEN)
  clearInterval(pings)
  await expect.poll(() => stack.stores.streams.ownerOf(silent.streamId)).toBeNull()
}, 30_000)

it.each([
  ['binary', 1003, Buffer.from([1, 2, 3])],
  ['larger than 32 KB', 1009, 'x'.repeat(33_000)],
])(
  'a message that is %s ends the connection with %i',
  async (_, code, message) => {
    const { open } = await start()
    const client = await open()
    client.socket.send(message)
    expect(await client.closed).toBe(code)
  },
  30_000,
)

it('a connection that closes during its handshake leaves no row behind', async () => {
  await start()
  const { hostname, port } = new URL(stack.url)
  const raw = createConnection(Number(port), hostname)
  raw.write('GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n')
  raw.write('sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
  raw.destroy()
  await wait(300)
  const opened = await stack.connect(stack.newKey(ANNA).text)
  expect(opened.told[0]).toMatchObject({ op: 'ready' })
}, 30_000)

it('the end after two hours, with 1001 even during traffic, loses no event of a resuming client', async () => {
  stack = await startStreamStack({ lifeMs: 300 })
  const key = stack.newKey(ANNA)
  const sockets: WebSocket[] = []
  const codes: number[] = []
  class Noted extends WebSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
      this.on('close', (code: number) => codes.push(code))
    }
  }
  const received: string[] = []
  const stream = openStream(
    { address: async () => stack.url, apiKey: key.text },
    { channels: ['orders'], after: '0', onEvent: ({ cursor }) => received.push(cursor), webSocket: Noted },
  )
  for (let change = 0; change < 120; change += 1) {
    await stack.change(ANNA, change % 5)
    await wait(15)
  }
  await expect.poll(() => received, { timeout: 20_000 }).toEqual(upTo(120))
  stream.close()
  expect(sockets.length).toBeGreaterThan(3)
  expect(codes.filter((code) => code === 1001).length).toBeGreaterThan(2)
}, 60_000)

it('a change recorded while a stream subscribes is sent at once, and not with the next ping', async () => {
  await start()
  const client = await stack.connect(stack.newKey(ANNA).text)
  const { save } = stack.stores.streams
  Object.assign(stack.stores.streams, {
    save: async (...given: Parameters<typeof save>) => {
      Object.assign(stack.stores.streams, { save })
      await stack.change(ANNA)
      await stack.pushed(ANNA)
      return save(...given)
    },
  })
  expect(await client.subscribe(['orders'])).toMatchObject({ op: 'subscribed', cursor: '0' })
  await reported(client, 1)
}, 30_000)

it('a change recorded while a stream is admitted does not prevent the request for pushes', async () => {
  const { key } = await start()
  const { changes } = stack.stores
  const { log } = changes
  Object.assign(changes, {
    log: async (userId: string) => {
      Object.assign(changes, { log })
      const found = await log(userId)
      await stack.change(ANNA)
      return found
    },
  })
  expect((await stack.connect(key.text)).told).toMatchObject([{ op: 'ready', cursor: '1' }])
  expect((await changes.log(ANNA))?.streamedUntil).toBeGreaterThan(Date.now() + 2 * 3_600_000)
}, 30_000)

it('a stream takes a hundred channels and no more, and changes nothing when one is too many', async () => {
  const { open } = await start()
  const client = await open()
  const ofSubaccounts = Array.from({ length: 100 }, (_, n) => `orders:${uuidAt(NOW, 0xb000 + n)}`)
  Object.assign(stack.stores.subaccounts, { get: async () => ({}) })
  client.say({ op: 'subscribe', channels: ofSubaccounts, id: 'many' })
  expect(await client.hears(({ id }) => id === 'many')).toMatchObject({ op: 'error', code: 'too_many_channels' })
  client.say({ op: 'subscribe', channels: ofSubaccounts.slice(1), id: 'fit' })
  expect((await client.hears(({ id }) => id === 'fit')).channels).toHaveLength(100)
}, 30_000)

it('the streams of a key follow five hundred channels of markets together, and another key has its own', async () => {
  await start()
  marketsAreThere()
  const key = stack.newKey(ANNA)
  const channels = Array.from({ length: 100 }, (_, n) => `quotes:${n + 1}`)
  const all = [0, 1, 2, 3, 4].map(() => stack.connect(key.text))
  for (const client of all) expect(await (await client).subscribe(channels)).toMatchObject({ op: 'subscribed' })
  const first = await all[0]
  expect(await first?.subscribe(['quotes:1', 'quotes:2'])).toMatchObject({ op: 'subscribed', channels })
  expect(await first?.subscribe(['quotes:101'])).toMatchObject({ op: 'error', code: 'too_many_channels' })
  const sixth = await stack.connect(key.text)
  expect(await sixth.subscribe(['quotes:1'])).toMatchObject({ op: 'error', code: 'too_many_channels' })
  expect(await sixth.subscribe(['orders'])).toMatchObject({ op: 'subscribed' })
  const other = await stack.connect(stack.newKey(ANNA).text)
  expect(await other.subscribe(['quotes:1'])).toMatchObject({ op: 'subscribed' })
  Object.assign(stack.stores.markets, { getMany: async () => [] })
  expect(await other.subscribe(['quotes:2'])).toMatchObject({ op: 'error', code: 'not_found' })
}, 30_000)

it('a stream that subscribes to two markets at once follows both', async () => {
  await start()
  marketsAreThere()
  const client = await stack.connect(stack.newKey(ANNA).text)
  await client.hears(({ op }) => op === 'ready')
  const { listen } = stack.stores.streams
  const subscribed = (n: number) => {
    client.say({ op: 'subscribe', channels: [`quotes:${n}`], id: `${n}` })
    return client.hears(({ id }) => id === `${n}`)
  }
  Object.assign(stack.stores.streams, {
    // Before the first is stored.
    listen: async (next: Stream) => {
      Object.assign(stack.stores.streams, { listen })
      await subscribed(2)
      return listen(next)
    },
  })
  expect(await subscribed(1)).toMatchObject({ op: 'subscribed', channels: ['quotes:2', 'quotes:1'] })
  const { listeners } = await stack.stores.complexOrders.watched()
  expect(listeners.flatMap(({ listening }) => listening.map(({ svcId }) => svcId))).toEqual([2, 1])
}, 30_000)

it('closed or expired connections, and those of other keys, do not count as a key’s streams', async () => {
  // The gateway does not report an end: it answers that all connections except one are open.
  const refuse = ({ method, connectionId }: ManagementCall) =>
    method === 'GET' && connectionId.startsWith('open') ? { status: 200, name: 'open' } : null
  const { key } = await start({ refuse })
  const other = stack.newKey(ANNA)
  const add = async (streamId: string, { keyId }: { readonly keyId: string }, openedAt: number) => {
    const nothing = { channels: [], listening: [], position: null, version: 1 }
    await stack.stores.streams.admit({ streamId, userId: ANNA, keyId, scope: 'read', openedAt, ...nothing })
  }
  const signsIn = async ({ text }: { readonly text: string }) => {
    const client = await stack.connect(text)
    return client.hears(({ op }) => op === 'ready' || op === 'closed')
  }
  for (let n = 0; n < MOST_STREAMS; n += 1) await add(`open-other-${n}`, other, Date.now())
  for (let n = 2; n < MOST_STREAMS; n += 1) await add(`open-${n}`, key, Date.now())
  await add('gone', key, Date.now())
  await add('open-old', key, Date.now() - STREAM_LASTS)
  expect(await signsIn(key)).toMatchObject({ op: 'ready' })
  for (const streamId of ['gone', 'open-old']) expect(await stack.stores.streams.ownerOf(streamId)).toBeNull()
  expect(await signsIn(key)).toMatchObject({ op: 'ready' })
  expect(await signsIn(key)).toMatchObject({ op: 'closed', reason: 'too_many_streams' })
  expect(await signsIn(other)).toMatchObject({ op: 'closed', reason: 'too_many_streams' })
}, 30_000)
