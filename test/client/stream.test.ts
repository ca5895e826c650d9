/** The stream of the client resumes after every disconnection, and reports each event once. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openStream, type StreamEvent, type StreamOptions, type TradingStream } from '#client/stream.ts'

let server: WebSocketServer
let stream: TradingStream | null = null
/** Messages that the service received, by connection. */
let said: Array<Array<Record<string, unknown>>> = []

afterEach(() => {
  stream?.close()
  for (const socket of server.clients) socket.terminate()
  server.close()
})

type Answer = (message: Record<string, unknown>, say: (message: object) => void, cut: () => void) => void

/** A service whose connections are answered so, each in its turn and the last for all others. */
const serve = (...answers: readonly Answer[]): void => {
  said = []
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    const answer = answers[Math.min(said.length, answers.length - 1)]
    const received: Array<Record<string, unknown>> = []
    said.push(received)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      received.push(message)
      if (message.op === 'auth') return socket.send(JSON.stringify({ op: 'ready', cursor: '7' }))
      answer?.(
        message,
        (words) => socket.send(JSON.stringify(words)),
        () => socket.terminate(),
      )
    })
  })
}

const open = (options: Partial<StreamOptions> = {}) => {
  const reported: StreamEvent[] = []
  const address = async () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const onEvent = (event: StreamEvent) => void reported.push(event)
  stream = openStream(
    { address, apiKey: 'pmt_key' },
    { channels: ['orders'], onEvent, webSocket: WebSocket, ...options },
  )
  return reported
}

const event = (cursor: number, sequence: number, object_id = 'order') => ({
  op: 'event',
  channel: 'orders',
  cursor: String(cursor),
  object_id,
  sequence,
})
const subscribed = { op: 'subscribed', channels: ['orders'], cursor: '7' }
const later = (read: () => unknown) => expect.poll(read, { timeout: 10_000, interval: 10 })

describe('the stream of the client', () => {
  it('sends its key first, subscribes, and reports each event', async () => {
    serve((_, say) => {
      say(subscribed)
      say(event(8, 100))
    })
    const reports = open()
    await later(() => reports.map(({ cursor }) => cursor)).toEqual(['8'])
    expect(said[0]).toEqual([
      { op: 'auth', key: 'pmt_key' },
      { op: 'subscribe', channels: ['orders'] },
    ])
    expect(stream?.cursor()).toBe('8')
  })

  it('resumes after its last event when it is cut, and reports a repeated event once', async () => {
    serve(
      (_, say, cut) => {
        say(subscribed)
        say(event(8, 100))
        setTimeout(cut, 50)
      },
      (_, say) => {
        say({ ...subscribed, cursor: '8' })
        say(event(8, 100))
        say(event(9, 200))
        say(event(10, 100, 'other'))
      },
    )
    const statements = open()
    await later(() => statements.map(({ cursor }) => cursor)).toEqual(['8', '9', '10'])
    expect(said[1]?.[1]).toEqual({ op: 'subscribe', channels: ['orders'], after: '8' })
  })

  it('connects again when a ping is not answered', async () => {
    serve((message, say) => {
      if (message['op'] === 'subscribe') say(subscribed)
    })
    const lives: boolean[] = []
    open({ pingEveryMs: 200, onLive: (isLive) => lives.push(isLive) })
    await later(() => said.length).toBeGreaterThan(1)
    expect(lives.slice(0, 2)).toEqual([true, false])
  })

  it('connects again when its subscription is not answered, although its pings are', async () => {
    const answers: Answer = ({ op }, say) => op === 'ping' && say({ op: 'pong', cursor: '7' })
    serve(answers, (message, say) => (message['op'] === 'subscribe' ? say(subscribed) : say({ op: 'pong' })))
    const lives: boolean[] = []
    open({ pingEveryMs: 100, onLive: (isLive) => lives.push(isLive) })
    await later(() => lives).toEqual([true])
    expect(said[0]?.map(({ op }) => op)).toEqual(['auth', 'subscribe'])
    expect(said).toHaveLength(2)
  })

  it('connects again where a connection is never made, and sends nothing before one is', async () => {
    let requested = 0
    const silent = createServer().on('upgrade', (_request, socket) => {
      requested += 1
      onTestFinished(() => void socket.destroy())
    })
    onTestFinished(() => void silent.close())
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const address = async () => `ws://127.0.0.1:${(silent.address() as AddressInfo).port}`
    serve(() => undefined)
    stream = openStream({ address, apiKey: 'pmt_key' }, { channels: ['orders'], webSocket: WebSocket, pingEveryMs: 40 })
    await later(() => requested).toBeGreaterThan(1)
  })

  it('reports missing changes, and continues with new ones', async () => {
    serve((message, say) => {
      if (message['after'] !== undefined) return say({ op: 'error', code: 'cursor_expired' })
      say(subscribed)
      say(event(8, 100))
    })
    let gaps = 0
    const told = open({ after: '1', onGap: () => (gaps += 1) })
    await later(() => told.length).toBe(1)
    expect(gaps).toBe(1)
  })

  it('reports a change that is too large for a message as missing, and continues', async () => {
    serve((_, say) => {
      say(subscribed)
      say({ op: 'error', code: 'change_too_large', detail: 'Read it by GET /v1/changes?after=7&limit=1.' })
      say(event(9, 200))
    })
    let gaps = 0
    const told = open({ onGap: () => (gaps += 1) })
    await later(() => told.map(({ cursor }) => cursor)).toEqual(['9'])
    expect(gaps).toBe(1)
    expect(said).toHaveLength(1)
  })

  it.each([
    { op: 'closed', reason: 'key_revoked', detail: 'revoked' },
    { op: 'error', code: 'unknown_channel', detail: 'none' },
  ])('ends for good where another attempt would end alike: $op', async (message) => {
    serve((_, say) => say(message))
    const ended: string[] = []
    open({ onEnd: (reason) => ended.push(reason) })
    await later(() => ended).toEqual([message.reason ?? message.code])
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(said).toHaveLength(1)
  })

  it('comes back after it was cut off for reading slowly', async () => {
    serve(
      (_, say, cut) => {
        say({ op: 'closed', reason: 'slow_reader', detail: '' })
        setTimeout(cut, 10)
      },
      (_, say) => say(subscribed),
    )
    open()
    await later(() => stream?.isLive()).toBe(true)
    expect(said).toHaveLength(2)
  })

  it('subscribes again after an error about too many messages', async () => {
    let requests = 0
    serve(({ op }, say) => {
      if (op !== 'subscribe') return
      requests += 1
      say(requests === 1 ? { op: 'error', code: 'too_many_requests', detail: '' } : subscribed)
    })
    open()
    await later(() => stream?.isLive()).toBe(true)
    expect(said).toHaveLength(1)
  })

  it('connects again when the gateway answers in place of the service', async () => {
    serve(
      (_, say) => say({ message: 'Internal server error', connectionId: 'c', requestId: 'r' }),
      (_, say) => say(subscribed),
    )
    open()
    await later(() => stream?.isLive()).toBe(true)
    expect(said).toHaveLength(2)
  })

  it('is closed by a signal', async () => {
    serve((_, say) => say(subscribed))
    const stop = new AbortController()
    open({ signal: stop.signal })
    await later(() => stream?.isLive()).toBe(true)
    stop.abort()
    await later(() => server.clients.size).toBe(0)
  })

  it('reports markets apart from changes, each trade once, and subscribes to them again after a cut', async () => {
    const trade = (trade_id: string) => ({ trade_id, price: 0.5, qty: 1, taker_buy_flag: true, timestamp: 't' })
    const trades = (ids: readonly string[], snapshot: boolean) => ({
      op: 'event',
      channel: 'trades:71',
      type: 'trades',
      snapshot,
      message: null,
      data: { svc_id: 71, trades: ids.map(trade), has_more: false, as_of: 't' },
    })
    const market = { op: 'subscribed', channels: ['trades:71'], cursor: '7' }
    serve(
      (_, say, cut) => {
        say(market)
        say(trades(['a'], true))
        say(trades(['b', 'a'], false))
        say(trades(['b'], false))
        say(event(8, 100))
        setTimeout(cut, 50)
      },
      (_, say) => {
        say(market)
        say(trades(['c', 'b', 'a'], true))
      },
    )
    const events: Array<readonly string[]> = []
    const told = open({
      channels: ['trades:71'],
      onMarket: ({ data }) =>
        events.push(data !== null && 'trades' in data ? data.trades.map((one) => one.trade_id) : []),
    })
    await later(() => events).toEqual([['a'], ['b'], ['c', 'b', 'a']])
    expect(told.map(({ cursor }) => cursor)).toEqual(['8'])
    expect(said[1]).toContainEqual({ op: 'subscribe', channels: ['trades:71'] })
  })

  it('subscribes to more while it is open, and to all of it after it was cut', async () => {
    serve(
      ({ op }, say, cut) => {
        if (op === 'subscribe') say(subscribed)
        if (said[0]?.length === 3) setTimeout(cut, 20)
      },
      (_, say) => say(subscribed),
    )
    open()
    await later(() => stream?.isLive()).toBe(true)
    stream?.subscribe(['quotes:71'])
    await later(() => said[1]).toEqual([
      { op: 'auth', key: 'pmt_key' },
      { op: 'subscribe', channels: ['orders', 'quotes:71'], after: '7' },
    ])
    expect(said[0]?.at(-1)).toEqual({ op: 'subscribe', channels: ['quotes:71'] })
  })
})
