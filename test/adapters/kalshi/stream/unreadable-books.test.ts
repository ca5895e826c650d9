/** Messages of EXCHANGE_A's books that cannot be read, spoken by a small server in the recorded words (Kalshi live reference, section 10). */

import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { kalshiPriceStream } from '#adapters/exchanges/kalshi/stream/kalshi-price-stream.ts'
import { hurried, isKind, streamListener } from '../../stream-listener.ts'
import { ACCOUNT } from '../desk.ts'

const MARKET = 'KXWTACHALLENGERMATCH-26JUN11JIMLEP-LEP'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Reported {
  readonly id: number
  readonly cmd: string
  readonly params: { readonly channels?: readonly string[]; readonly action?: string }
}

/** A stream at a server that confirms both channels and records the commands. `book` sends a message of the book's channel. */
const open = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const reported: Reported[] = []
  const sockets: WebSocket[] = []
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data) => {
      const command: Reported = JSON.parse(data.toString())
      reported.push(command)
      const [channel] = command.params.channels ?? []
      const msg = { channel, sid: channel === 'trade' ? 2 : 1 }
      if (command.cmd === 'subscribe') socket.send(JSON.stringify({ type: 'subscribed', id: command.id, msg }))
    })
  })
  const listener = streamListener()
  const skipped: string[] = []
  const { port } = server.address() as AddressInfo
  const stream = await kalshiPriceStream({
    url: `ws://127.0.0.1:${port}/trade-api/ws/v2`,
    clock: Date.now,
    after: hurried,
    random: () => 0.5,
    onSkip: (_, reason) => void skipped.push(reason),
  }).open(ACCOUNT, listener.hear)
  stream.watch([MARKET])
  closing.push(() => {
    stream.close()
    for (const socket of sockets) socket.terminate()
    server.close()
  })
  let seq = 0
  const subscribed = async (count: number): Promise<void> => {
    for (let tries = 0; tries < 400 && reported.length < count; tries += 1) await new Promise((go) => setTimeout(go, 5))
  }
  await subscribed(2)
  const book = (type: string, msg: unknown): void => {
    seq += 1
    sockets.at(-1)?.send(JSON.stringify({ type, sid: 1, seq, msg }))
  }
  const snapshots = () => reported.filter(({ params }) => params.action === 'get_snapshot').length
  return { ...listener, book, snapshots, skipped }
}

const SNAPSHOT = { market_ticker: MARKET, yes_dollars_fp: [['0.4700', '3.00']], no_dollars_fp: [['0.5200', '1.00']] }
const DELTA = { market_ticker: MARKET, price_dollars: '0.5200', delta_fp: '2.00', side: 'no', ts_ms: 1781159387427 }

describe('a book is not shown, and is asked for again, after', () => {
  it.each([
    ['a change at no price', { ...DELTA, price_dollars: '1.5' }],
    ['a change by no number', { ...DELTA, delta_fp: '1e3' }],
    ['a change in numbers', { ...DELTA, price_dollars: 0.52 }],
    ['a change on no side', { ...DELTA, side: 'maybe' }],
    ['a change of no market', { ...DELTA, market_ticker: undefined }],
  ])('%s', async (_, delta) => {
    const { book, until, snapshots } = await open()
    book('orderbook_snapshot', SNAPSHOT)
    expect(await until(isKind('book'))).toMatchObject({ bid: { price: 470_000 }, ask: { price: 520_000 } })
    const before = snapshots()
    book('orderbook_delta', delta)
    expect(await until(isKind('stale'))).toMatchObject({ nativeIds: [MARKET] })
    await expect.poll(snapshots).toBeGreaterThan(before)
    book('orderbook_snapshot', SNAPSHOT)
    await until(isKind('book'))
  })

  it.each([
    ['a size that is none', { ...SNAPSHOT, yes_dollars_fp: [['0.4700', '1e3']] }],
    ['a size below nothing', { ...SNAPSHOT, no_dollars_fp: [['0.5200', '-1.00']] }],
    ['a price that is none', { ...SNAPSHOT, yes_dollars_fp: [['4.7', '3.00']] }],
    ['levels in numbers', { ...SNAPSHOT, yes_dollars_fp: [[0.47, 3]] }],
    ['sides of other names', { market_ticker: MARKET, yes_v3: [['0.4700', '3.00']], no_v3: [['0.5200', '1.00']] }],
  ])('a whole book with %s', async (_, odd) => {
    const { book, until, heard, snapshots } = await open()
    book('orderbook_snapshot', SNAPSHOT)
    await until(isKind('book'))
    const before = snapshots()
    book('orderbook_snapshot', odd)
    expect(await until(isKind('stale'))).toMatchObject({ nativeIds: [MARKET] })
    await expect.poll(snapshots).toBeGreaterThan(before)
    expect(heard.filter(isKind('book'))).toEqual([])
  })
})

it('a book without orders has neither side, and is shown as empty', async () => {
  const { book, until } = await open()
  book('orderbook_snapshot', { market_ticker: MARKET, market_id: 'f5ed38e2-0991-4c8f-817e-08c4fd9cbfdb' })
  expect(await until(isKind('book'))).toMatchObject({ bid: null, ask: null })
})

it('a confirmation that cannot be read is left out, and the next message is read', async () => {
  const { book, until, skipped } = await open()
  book('subscribed', { channel: 'orderbook_delta', sid: 'one' })
  book('orderbook_snapshot', SNAPSHOT)
  await until(isKind('book'))
  expect(skipped).toEqual(['Kalshi sent a confirmation that makes no sense'])
})

it('trades may be missed after one that cannot be read', async () => {
  const { book, until } = await open()
  book('trade', { market_ticker: MARKET, yes_price_dollars: 'high', count_fp: '1.00' })
  expect(await until(isKind('missed'))).toMatchObject({ nativeIds: [MARKET] })
  book('trade', { market_ticker: MARKET })
  expect(await until(isKind('missed'))).toMatchObject({ nativeIds: [MARKET] })
  // A block trade sets no price.
  book('trade', { market_ticker: MARKET, yes_price_dollars: '0.9000', count_fp: '1.00', is_block_trade: 'true' })
  expect(await until(isKind('missed'))).toMatchObject({ nativeIds: [MARKET] })
})

it('a book stays valid if the message of another market cannot be read', async () => {
  const { book, until, heard } = await open()
  book('orderbook_snapshot', SNAPSHOT)
  await until(isKind('book'))
  book('orderbook_delta', { ...DELTA, market_ticker: 'ANOTHER', price_dollars: '1.5' })
  book('orderbook_delta', DELTA)
  expect(await until(isKind('book'))).toMatchObject({ ask: { price: 520_000, qty: 3_000_000 } })
  expect(heard.filter(isKind('stale'))).toEqual([])
})
