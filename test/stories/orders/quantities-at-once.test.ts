/** The quantities in the exchange's answer to an order show with its status, on both exchanges, however late the fills are. */

import { afterEach, describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()
let receiver: Receiver | null = null

afterEach(async () => {
  receiver?.close()
  receiver = null
})

/** A market that offers 6 contracts at 0.44 and nothing more below 0.50. */
const start = async (exchange: ExchangeName, staleReadsMs = 0): Promise<void> => {
  await startWorld({ exchange, staleReadsMs })
  await world.simulated.book([[0.3, 500]], [[0.44, 6]])
}

const FILLS = { EXCHANGE_A: '/portfolio/fills', EXCHANGE_B: '^/clob/data/trades' } as const

/** Hides all fills of the exchange until `noFaults`. */
const hideFills = (exchange: ExchangeName): Promise<unknown> =>
  world.simulated.fault({ method: 'GET', path: FILLS[exchange], kind: 'status', status: 503, times: 1e6 })

const listen = async (): Promise<Receiver> => {
  receiver = await startReceiver(world.clock)
  const { body } = await world.post('/v1/webhooks', { url: receiver.url })
  receiver.secret = body.secret
  return receiver
}

/** The order as it shows when its change is first shown as done. */
const onceChanged = async (orderId: string) => {
  for (let step = 0; step < 240; step += 1) {
    await world.settle()
    const order = await world.order(orderId)
    if (order.last_amend.status === 'DONE') return order
    await world.pass('1s', 0.25)
  }
  throw new Error('the order is never changed')
}

const listed = async (status: string) => (await world.get(`/v1/orders?status=${status}`)).body.orders

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  it('an IOC of 10 against 6 offered is never final with less than 6, however far reads lag', async () => {
    await start(exchange, 2_500)
    const orderId = await world.place({ time_in_force: 'IOC', qty: 10, price: 0.45 })
    const seen = []
    for (let step = 0; step < 20; step += 1) {
      await world.settle()
      const order = await world.order(orderId)
      if (order.status === 'CANCELLED') seen.push(order)
      await world.pass('1s', 0.25)
    }
    const figures = { status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 6, average_price: 0.44 }
    expect(seen.length).toBeGreaterThan(0)
    for (const order of seen) expect(order).toMatchObject(figures)
    expect(seen.at(-1)).toMatchObject({ fills_complete: true, fills: [{ qty: 6, price: 0.44 }] })
    await world.agree()
  })

  it('a limit order that trades whole is EXECUTED with quantity, price and fees before a fill is stored', async () => {
    await start(exchange)
    await hideFills(exchange)
    const orderId = await world.place({ qty: 6, price: 0.45 })
    await world.settle()
    const figures = { status: 'EXECUTED', traded_qty: 6, average_price: 0.44, fills_complete: false }
    const early = await world.order(orderId)
    expect(early).toMatchObject({ ...figures, fills: [] })
    expect(early.fees_paid).toBeGreaterThan(0)
    expect(await listed('EXECUTED')).toMatchObject([figures])
    await world.simulated.noFaults()
    await world.pass('30s')
    const { fees_paid } = early
    expect(await world.order(orderId)).toMatchObject({
      ...figures,
      fees_paid,
      fills_complete: true,
      fills: [{ qty: 6 }],
    })
    await world.agree()
  })

  it.each([
    ['whole', { qty: 6 }, { status: 'EXECUTED', qty: 6 }],
    ['in part', { qty: 10 }, { status: 'PARTIALLY_FILLED', qty: 10 }],
  ])(
    'a change that trades %s shows quantity, price and fees with it, before a fill is stored',
    async (_how, order, figures) => {
      await start(exchange)
      const orderId = await world.place({ price: 0.4, ...order })
      await world.pass('5s')
      await hideFills(exchange)
      await world.patch(`/v1/orders/${orderId}`, { price: 0.45 })
      const done = await onceChanged(orderId)
      expect(done).toMatchObject({ ...figures, traded_qty: 6, average_price: 0.44, fills: [] })
      expect(done.fees_paid).toBeGreaterThan(0)
      await world.simulated.noFaults()
      await world.pass('60s')
      const { fees_paid } = done
      expect(await world.order(orderId)).toMatchObject({ ...figures, traded_qty: 6, average_price: 0.44, fees_paid })
      await world.agree()
    },
  )

  it('an amend that trades the rest of an order counts beside the earlier fills', async () => {
    await start(exchange)
    const orderId = await world.place({ price: 0.4, qty: 11 })
    await world.pass('5s')
    await world.simulated.trade(0.4, 5, false)
    await world.pass('30s')
    expect(await world.order(orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 5 })
    await hideFills(exchange)
    await world.patch(`/v1/orders/${orderId}`, { price: 0.45 })
    const done = await onceChanged(orderId)
    const figures = { status: 'EXECUTED', traded_qty: 11, average_price: (5 * 0.4 + 6 * 0.44) / 11 }
    expect(done).toMatchObject({ ...figures, average_price: expect.closeTo(figures.average_price, 5) })
    await world.simulated.noFaults()
    await world.pass('60s')
    expect(await world.order(orderId)).toMatchObject({ status: 'EXECUTED', traded_qty: 11, fills_complete: true })
    await world.agree()
  })

  it('a TWAP counts the trades of a slice before a fill is stored', async () => {
    await start(exchange)
    await hideFills(exchange)
    const id = await world.placeTwap({
      buy_flag: true,
      total_qty: 12,
      duration_s: 120,
      slices: 2,
      limit_price: 0.45,
    })
    await world.settle()
    const twap = async () => (await world.get(`/v1/complex-orders/${id}`)).body.twap_order
    expect(await twap()).toMatchObject({ filled_qty: 6, average_price: 0.44, slices_done: 1 })
    await world.simulated.noFaults()
    await world.pass('30s')
    expect(await twap()).toMatchObject({ filled_qty: 6, average_price: 0.44 })
    await world.agree()
  })

  it('a sale is reported with the price of YES, in whatever form it was sent', async () => {
    await start(exchange)
    await world.simulated.book([[0.4, 6]], [[0.9, 500]])
    await hideFills(exchange)
    const orderId = await world.place({ qty: 6, price: 0.38, buy_flag: false })
    await world.settle()
    const figures = { status: 'EXECUTED', traded_qty: 6, average_price: 0.4 }
    expect(await world.order(orderId)).toMatchObject({ ...figures, fills_complete: false })
    await world.simulated.noFaults()
    await world.pass('30s')
    expect(await world.order(orderId)).toMatchObject({ ...figures, fills_complete: true })
  })

  it('the webhook reports the quantity with the status, and again once the fills are complete', async () => {
    await start(exchange)
    const { received } = await listen()
    await hideFills(exchange)
    await world.place({ qty: 6, price: 0.45 })
    await world.settle()
    const updates = () => received.map(({ event }) => event).filter(({ type }) => type === 'order.updated')
    expect(updates().at(-1)).toMatchObject({
      data: { status: 'EXECUTED', traded_qty: 6, average_price: 0.44, fills_complete: false },
    })
    await world.simulated.noFaults()
    await world.pass('30s')
    const [provisional, complete, ...more] = updates().filter(({ data }) => data.status === 'EXECUTED')
    expect(more).toEqual([])
    expect(provisional.data.fills_complete).toBe(false)
    expect(complete).toMatchObject({
      previous_status: 'EXECUTED',
      data: { traded_qty: 6, average_price: 0.44, fills_complete: true },
    })
    expect(complete.data.fees_paid).toBeGreaterThan(0)
    expect(complete.sequence).toBeGreaterThan(provisional.sequence)
  })

  it('an order that ends without a trade waits for no fill', async () => {
    await start(exchange)
    const orderId = await world.place({ qty: 6, price: 0.4 })
    await world.pass('2s')
    expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', fills_complete: false })
    await world.delete(`/v1/orders/${orderId}`)
    await world.pass('20s')
    expect(await world.order(orderId)).toMatchObject({ status: 'CANCELLED', traded_qty: 0, fills_complete: true })
    const refused = await world.place({ qty: 0.001, price: 0.4 })
    await world.settle()
    expect(await world.order(refused)).toMatchObject({ status: 'REJECTED', fills_complete: true })
  })
})
