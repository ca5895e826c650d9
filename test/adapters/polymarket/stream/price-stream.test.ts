/** Books and trades of EXCHANGE_B over its market channel, spoken by a small server in the recorded words (Polymarket live reference, section 1). */

import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { polymarketPriceStream } from '#adapters/exchanges/polymarket/stream/polymarket-price-stream.ts'
import type { PriceStream } from '#ports/exchanges/price-stream.ts'
import { hurried, isKind, streamListener } from '../../stream-listener.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that records the messages it receives, and lets the test send. */
const listen = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const reported: string[] = []
  const sockets: WebSocket[] = []
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data) => {
      const text = data.toString()
      if (text === 'PING') socket.send('PONG')
      else reported.push(text)
    })
  })
  closing.push(() => {
    for (const socket of sockets) socket.terminate()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}/ws/market`,
    told: reported,
    sockets,
    say: (frame: unknown) => sockets.at(-1)?.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    heard: async (count: number): Promise<unknown[]> => {
      for (let tries = 0; tries < 400 && reported.length < count; tries += 1)
        await new Promise((go) => setTimeout(go, 5))
      return reported.map((text) => JSON.parse(text))
    },
  }
}

const open = async (
  url: string,
  nativeIds: readonly string[] = ['0xa'],
): Promise<ReturnType<typeof streamListener> & { stream: PriceStream }> => {
  const listener = streamListener()
  const stream = await polymarketPriceStream({
    url,
    clock: Date.now,
    after: hurried,
    random: () => 0.5,
    onSkip: () => undefined,
    tokensOf: async (id) => (id === 'none' ? null : { yes: `${id}-yes`, no: `${id}-no` }),
  }).open(null, listener.hear)
  closing.push(() => stream.close())
  stream.watch(nativeIds)
  return { stream, ...listener }
}

const BOOK = {
  event_type: 'book',
  asset_id: '0xa-yes',
  market: '0xa',
  timestamp: '1790908667676',
  bids: [
    { price: '0.01', size: '112689' },
    { price: '0.4', size: '10' },
  ],
  asks: [
    { price: '0.99', size: '37677.02' },
    { price: '0.44', size: '20.5' },
  ],
}

describe('the market channel', () => {
  it('is subscribed with the first frame, and shows books, absolute sizes of both tokens, and trades of either', async () => {
    const server = await listen()
    const { until } = await open(server.url)
    expect(await server.heard(1)).toEqual([{ assets_ids: ['0xa-yes', '0xa-no'], type: 'market', initial_dump: true }])
    server.say([BOOK])
    server.say('NO NEW ASSETS')
    expect(await until(isKind('book'))).toMatchObject({
      kind: 'book',
      nativeId: '0xa',
      bid: { price: 400_000, qty: 10_000_000 },
      ask: { price: 440_000, qty: 20_500_000 },
      at: 1790908667676,
    })
    server.say({
      event_type: 'price_change',
      market: '0xa',
      timestamp: '1790908667700',
      price_changes: [
        { asset_id: '0xa-yes', price: '0.4', size: '0', side: 'BUY' },
        { asset_id: '0xa-yes', price: '0.39', size: '7', side: 'BUY' },
        { asset_id: '0xa-no', price: '0.61', size: '7', side: 'SELL' },
      ],
    })
    expect(await until(isKind('book'))).toMatchObject({
      bid: { price: 390_000, qty: 7_000_000 },
      ask: { price: 440_000 },
    })
    const trade = { event_type: 'last_trade_price', market: '0xa', timestamp: '1790908667800' }
    server.say({ ...trade, asset_id: '0xa-yes', price: '0.44' })
    expect(await until(isKind('trade'))).toMatchObject({ nativeId: '0xa', price: 440_000 })
    server.say({ ...trade, asset_id: '0xa-no', price: '0.57' })
    expect(await until(isKind('trade'))).toMatchObject({ nativeId: '0xa', price: 430_000 })
    server.say({ ...trade, asset_id: '0xa-yes', price: '0.4499999999' })
    expect(await until(isKind('trade'))).toMatchObject({ nativeId: '0xa', price: 450_000 })
  })

  it('is left and entered again for a book that is wrong, that never came, or whose price grid has changed', async () => {
    const server = await listen()
    const { stream, until } = await open(server.url)
    await server.heard(1)
    server.say([BOOK])
    await until(isKind('book'))
    stream.rebuild(['0xa'])
    await until(isKind('stale'))
    server.say([BOOK])
    await until(isKind('book'))
    server.say({
      event_type: 'tick_size_change',
      asset_id: '0xa-yes',
      market: '0xa',
      old_tick_size: '0.01',
      new_tick_size: '0.001',
    })
    await until(isKind('stale'))
    const again = ['unsubscribe', 'subscribe'].map((operation) => ({ operation, assets_ids: ['0xa-yes', '0xa-no'] }))
    expect((await server.heard(5)).slice(1)).toEqual([...again, ...again])
  })

  it.each([
    ['at no price', { price: '1.5' }],
    ['of no size', { size: '1e3' }],
    ['below nothing', { size: '-1' }],
    ['in numbers', { price: 0.4, size: 7 }],
    ['on no side', { side: 'HOLD' }],
  ])('is not shown and asked for anew after a change %s', async (_, more) => {
    const server = await listen()
    const { until } = await open(server.url)
    await server.heard(1)
    server.say([BOOK])
    await until(isKind('book'))
    const changed = { asset_id: '0xa-yes', price: '0.4', size: '7', side: 'BUY', ...more }
    server.say({ event_type: 'price_change', market: '0xa', timestamp: '1790908667700', price_changes: [changed] })
    expect(await until(isKind('stale'))).toMatchObject({ nativeIds: ['0xa'] })
    expect((await server.heard(3)).slice(1)).toMatchObject([{ operation: 'unsubscribe' }, { operation: 'subscribe' }])
    server.say([BOOK])
    await until(isKind('book'))
  })

  it.each([
    ['a size that is none', { bids: [{ price: '0.4', size: '1e3' }] }],
    ['a price that is none', { asks: [{ price: '4.4', size: '1' }] }],
    ['levels in numbers', { bids: [{ price: 0.4, size: 1 }] }],
    ['no asks', { asks: undefined }],
  ])('is not shown after a whole book with %s, and asked for anew a while later', async (_, more) => {
    const server = await listen()
    const { until, heard } = await open(server.url)
    await server.heard(1)
    server.say([BOOK])
    await until(isKind('book'))
    server.say([{ ...BOOK, ...more }])
    expect(await until(isKind('stale'))).toMatchObject({ nativeIds: ['0xa'] })
    expect(server.told).toHaveLength(1)
    expect(heard.filter(isKind('book'))).toEqual([])
    server.say([BOOK])
    await until(isKind('book'))
  })

  it('is shown where the change of another token cannot be read', async () => {
    const server = await listen()
    const { until, heard } = await open(server.url)
    await server.heard(1)
    server.say([BOOK])
    await until(isKind('book'))
    const odd = { asset_id: '0xb-yes', price: '1.5', size: '7', side: 'BUY' }
    server.say({ event_type: 'price_change', timestamp: '1790908667700', price_changes: [odd] })
    server.say([{ ...BOOK, asset_id: '0xa-no', asks: undefined }])
    server.say({
      event_type: 'price_change',
      timestamp: '1790908667701',
      price_changes: [{ ...odd, asset_id: '0xa-yes', price: '0.41' }],
    })
    expect(await until(isKind('book'))).toMatchObject({ bid: { price: 410_000 } })
    expect(heard.filter(isKind('stale'))).toEqual([])
  })

  it('says that trades may be missed after one that cannot be read', async () => {
    const server = await listen()
    const { until } = await open(server.url, ['0xa', '0xb'])
    await server.heard(1)
    const trade = { event_type: 'last_trade_price', market: '0xa', timestamp: '1790908667800' }
    server.say({ ...trade, asset_id: '0xa-no', price: 'high' })
    expect(await until(isKind('missed'))).toMatchObject({ nativeIds: ['0xa'] })
    server.say({ ...trade, asset_id: '0xb-yes' })
    expect(await until(isKind('missed'))).toMatchObject({ nativeIds: ['0xb'] })
    server.say({ ...trade, asset_id: 'another', price: 'high' })
    server.say(trade)
    expect(await until(isKind('missed'))).toMatchObject({ nativeIds: ['0xa', '0xb'] })
  })

  it('drops changes before the book, and opens again after a reset with the whole subscription', async () => {
    const server = await listen()
    const { until, heard } = await open(server.url)
    await server.heard(1)
    server.say({
      event_type: 'price_change',
      timestamp: '1',
      price_changes: [{ asset_id: '0xa-yes', price: '0.5', size: '1', side: 'BUY' }],
    })
    server.say([BOOK])
    await until(isKind('book'))
    expect(heard).toEqual([])
    server.sockets.at(-1)?.terminate()
    await until(isKind('stale'))
    const [first, second] = await server.heard(2)
    expect(second).toEqual(first)
    server.say([BOOK])
    await until(isKind('book'))
  })

  it('has at most two hundred tokens in a connection, and none that are not known', async () => {
    const server = await listen()
    const { stream } = await open(server.url, [...Array.from({ length: 150 }, (_, n) => `0x${n}`), 'none'])
    const first = (await server.heard(2)) as { assets_ids: string[] }[]
    expect(first.map(({ assets_ids }) => assets_ids.length)).toEqual([200, 100])
    stream.watch(['0x1'])
    for (
      let tries = 0;
      tries < 200 && server.sockets.filter(({ readyState }) => readyState === 1).length > 1;
      tries += 1
    )
      await new Promise((go) => setTimeout(go, 5))
    expect(server.sockets.filter(({ readyState }) => readyState === 1)).toHaveLength(1)
  })
})

it('the first frame of a connection subscribes, also where it opens after a ping was due: another one is closed with 1008', async () => {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    // A ping is due each 100 ms.
    verifyClient: (_, answer) => void setTimeout(() => answer(true), 250),
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const first: string[] = []
  server.on('connection', (socket) => {
    socket.once('message', (data) => {
      first.push(data.toString())
      socket.terminate()
    })
  })
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  await open(`ws://127.0.0.1:${port}/ws/market`)
  await expect.poll(() => first.length, { timeout: 5_000 }).toBeGreaterThan(1)
  for (const frame of first) expect(JSON.parse(frame)).toMatchObject({ type: 'market' })
})
