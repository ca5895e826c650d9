/** Fills and ends of orders over the private channels of the simulated EXCHANGE_A, through the adapter. */

import { once } from 'node:events'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { kalshiAccountStream } from '#adapters/exchanges/kalshi/stream/kalshi-account-stream.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import type { AccountStream } from '#ports/exchanges/account-stream.ts'
import { POLITICS } from '#simulators/test/kalshi/simulated.ts'
import { accountListener } from '../../account-listener.ts'
import { hurried } from '../../stream-listener.ts'
import { ACCOUNT, anySignal, type Desk, openDesk } from '../desk.ts'

let desk: Desk
const streams: AccountStream[] = []

beforeEach(async () => {
  desk = await openDesk()
  await desk.simulated.control('book', { market: POLITICS, bids: [[0.3, 50]], asks: [[0.5, 50]] })
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await desk.simulated.close()
})

const open = async (account = ACCOUNT, url = desk.simulated.simulator.socketUrl) => {
  const listener = accountListener()
  const skipped: string[] = []
  const stream = await kalshiAccountStream({
    url,
    clock: () => desk.simulated.time.now,
    after: hurried,
    random: () => 0.5,
    onSkip: (_, reason) => void skipped.push(reason),
  }).open(account, listener.hear)
  streams.push(stream)
  return { stream, skipped, ...listener }
}

const rest = () => desk.placed(desk.prepared({ price: price(400_000), qty: qty(10_000_000) }))
const hit = (contracts: number) =>
  desk.simulated.control('trade', { market: POLITICS, price: 0.4, qty: contracts, buy_flag: false })
const fault = (body: Record<string, unknown>) => desk.simulated.control('streams', body)
const read = async () => (await desk.exchange.fillsSince(ACCOUNT, desk.simulated.time.now - 60_000, anySignal())).fills

describe('the private stream', () => {
  it('reports a fill exactly as a read shows it later, with the identity of its order', async () => {
    const { next } = await open()
    await next('open')
    const id = await rest()
    await hit(3)
    const { fill, identity } = await next('fill')
    expect([fill]).toEqual(await read())
    expect(fill).toMatchObject({ exchangeOrderId: id, qty: 3_000_000, isMaker: true, status: 'FINAL' })
    expect(desk.exchange.orderIdOf(identity ?? '')).toBe('019aa5a0-0000-7000-8000-000000000001')
  })

  it('leaves fills of the exchange’s own numbered subaccounts to a read, which names their owner', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    const { port } = v.parse(v.object({ port: v.number() }), server.address())
    const fill = {
      trade_id: 't-1',
      order_id: 'o-1',
      market_ticker: POLITICS,
      is_taker: true,
      book_side: 'bid',
      ts_ms: 1,
    }
    const amounts = { yes_price_dollars: '0.5000', count_fp: '5.00', fee_cost: '0.010000' }
    server.on('connection', (socket) => {
      for (const [index, channel] of ['fill', 'user_orders'].entries())
        socket.send(JSON.stringify({ type: 'subscribed', id: 1, msg: { channel, sid: index + 1 } }))
      for (const subaccount of [3, 0])
        socket.send(JSON.stringify({ type: 'fill', sid: 1, msg: { ...fill, ...amounts, subaccount } }))
    })
    const { next, heard } = await open(ACCOUNT, `ws://127.0.0.1:${port}`)
    await next('open')
    await next('changed')
    await next('fill')
    expect(heard).toEqual([])
    server.close()
  })

  it('ignores the end of an order of a numbered subaccount of the exchange: a read names its owner', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    const { port } = v.parse(v.object({ port: v.number() }), server.address())
    const order = { order_id: 'o-1', ticker: POLITICS, status: 'canceled', fill_count_fp: '0.00' }
    server.on('connection', (socket) => {
      for (const [index, channel] of ['fill', 'user_orders'].entries())
        socket.send(JSON.stringify({ type: 'subscribed', id: 1, msg: { channel, sid: index + 1 } }))
      for (const subaccount_number of [3, 0])
        socket.send(JSON.stringify({ type: 'user_order', sid: 2, msg: { ...order, subaccount_number } }))
    })
    const { next, heard } = await open(ACCOUNT, `ws://127.0.0.1:${port}`)
    await next('open')
    await next('changed')
    expect((await next('order')).report).toMatchObject({ exchangeOrderId: 'o-1', state: 'ended' })
    expect(heard).toEqual([])
    server.close()
  })

  it('reports how an order has ended, and nothing about an order that only rests', async () => {
    const { next, heard } = await open()
    await next('open')
    const id = await rest()
    await hit(4)
    await next('fill')
    expect(heard).toEqual([])
    await desk.cancel(desk.prepared(), id)
    const { report } = await next('order')
    expect(report).toMatchObject({ exchangeOrderId: id, state: 'ended', filledQty: 4_000_000 })
  })

  it('says when news may be missed, and when it hears again', async () => {
    const { next } = await open()
    await next('open')
    await fault({ kind: 'drop' })
    await next('lost')
    await next('open')
    await rest()
    await hit(1)
    await next('fill')
  })

  it.each([10, 25])('begins anew after error %i, which ends a subscription', async (code) => {
    const { next } = await open()
    await next('open')
    await fault({ kind: 'error', code, type: 'fill', times: 1 })
    await rest()
    await hit(1)
    await next('lost')
    await next('open')
  })

  it.each([
    ['18, a command that timed out', 18],
    ['27, a command that came too fast', 27],
  ])('subscribes again after error %s', async (_, code) => {
    await fault({ kind: 'error', code, times: 1 })
    const { next } = await open()
    await next('open')
  })

  it('is refused with a handshake that the exchange does not know, a channel that it does not grant, and a key that cannot sign', async () => {
    await fault({ kind: 'refuse', status: 401, times: 1 })
    const first = await open()
    await first.next('refused')
    // The first stream would reconnect, and meet the fault meant for the next one.
    first.stream.close()
    await fault({ kind: 'error', code: 9, times: 1 })
    await (await open()).next('refused')
    await (await open({ accountKey: 'x', secrets: { api_key_id: 'x', private_key: 'x' } })).next('refused')
  })
})
