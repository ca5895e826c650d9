/** Armed conditionals from the print on the exchange to the order: each fires once, on good prices only, whatever dies between. */

import { beforeEach, describe, expect, it } from 'vitest'
import { playedOn } from '#test/support/run/plays.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

/** Buys 20 when the price breaks out to 0.50, at 0.60 or better, and for as long as it takes. */
const BREAKOUT = { trigger_order: { qty: 20, buy_flag: true, price: 0.6 }, stop_order_price: 0.5 }

const armed = async (): Promise<string> => {
  const id = await place()
  await world.settle()
  expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
  return id
}

const place = (): Promise<string> => world.placeConditional({ ...BREAKOUT })

const show = async (id: string) => {
  const { body } = await world.get(`/v1/complex-orders/${id}`)
  return { ...body.conditional_order, ...body }
}

const prices = (bid: number, ask: number, size = 500) => world.simulated.book([[bid, size]], [[ask, size]])
const quiet = () => prices(0.4, 0.44)
const breakout = () => prices(0.5, 0.52)

/** The price watch looks every five seconds, and everything else happens too. */
const watch = async (seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 5) {
    await world.look()
    await world.pass('5s', 5)
  }
}

/** The quantity that the fired stop bought. */
const bought = async () => {
  const orders = await world.orders()
  return orders.reduce((sum: number, order: { traded_qty: number }) => sum + order.traded_qty, 0)
}

describe.each(playedOn('EXCHANGE_A'))('on %s', (exchange) => {
  beforeEach(async () => {
    await startWorld({ exchange })
    await quiet()
  })

  it('a price that reaches a stop fires it, and the record says which price it was', async () => {
    const id = await armed()
    await watch(10)
    expect(await show(id)).toMatchObject({ status: 'ACTIVE' })
    await breakout()
    await watch(20)
    const fired = await show(id)
    expect(fired).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.51, trigger_price_source: 'mid' })
    expect(fired.triggered_at).not.toBeNull()
    expect(await world.order(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    expect(await bought()).toBe(20)
  })

  it('the first stop starts one watch at once; without armed stops no watch is requested', async () => {
    const requested = () => world.queues.sent.filter(({ queue }) => queue === 'watch-shard').length
    await world.place()
    await world.settle()
    expect(requested()).toBe(0)
    const ids = [await place(), await place(), await place()]
    await world.settle()
    expect(requested()).toBe(1)
    expect((await world.get('/v1/health')).body.price_watch).toMatchObject([{ exchange, status: 'watching' }])
    await breakout()
    await world.watchAsAsked()
    await world.settle()
    for (const id of ids) expect((await show(id)).status).toBe('TRIGGERED')
    // The run has ended; the runs of the next minutes continue from there.
    await place()
    await world.settle()
    expect(requested()).toBe(1)
    await world.pass('90s', 5)
    await place()
    await world.settle()
    expect(requested()).toBe(2)
    await world.pass('60s', 5)
  })

  it('the stored entry of an older stop does not hide a newly armed stop', async () => {
    const older = await armed()
    await watch(90)
    await armed()
    const [mark] = (await world.ports.complexOrders.watched()).markets
    expect(mark?.armedAt).toBe(world.time.now)
    // Its first webhook marks what a user has.
    await world.post('/v1/webhooks', { url: 'http://127.0.0.1:1/' })
    await world.settle()
    await world.placeConditional({
      conditional_order_type: 'SL',
      parent_complex_order_id: older,
      trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.2 },
    })
    await world.settle()
    const { complexOrders } = world.ports
    const stored = await complexOrders.get(older)
    if (stored === null) throw new Error('it is gone')
    await complexOrders.save({ changedComplexOrders: [{ ...stored, dueAt: world.time.now }], isWatched: true })
    await world.sweep()
    await world.settle()
    expect((await complexOrders.get(older))?.dueAt).toBeNull()
    expect((await complexOrders.watched()).markets).toEqual([mark])
  })

  it('a stop that is armed while the queue is away is watched from the next minute on', async () => {
    const { send } = world.queues
    world.queues.send = (queue, ...rest) =>
      queue === 'watch-shard' ? Promise.reject(new Error('away')) : send(queue, ...rest)
    const id = await armed()
    await breakout()
    await watch(10)
    expect((await show(id)).status).toBe('TRIGGERED')
  })

  it('a stop armed beyond the price fires at once, before the watch checks it', async () => {
    await breakout()
    const id = await place()
    await world.settle()
    expect(await show(id)).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.51 })
    await world.pass('10s')
    expect(await bought()).toBe(20)
  })

  it('a stop armed beyond an unreadable price fires at the next poll', async () => {
    await breakout()
    const path = exchange === 'EXCHANGE_A' ? '/orderbooks$' : '/books$'
    await world.simulated.fault({ path, kind: 'status', status: 500 })
    const id = await armed()
    await world.simulated.noFaults()
    await watch(15)
    expect((await show(id)).status).toBe('TRIGGERED')
    expect(await bought()).toBe(20)
  })

  it('the SL of a bracket does not sell while one side of the book is missing', async () => {
    const placed = await world.postOrder({
      order_type: 'LIMIT',
      price: 0.44,
      qty: 50,
      buy_flag: true,
      conditional_orders_params: [{ trigger_order: { qty: 50, buy_flag: false, stop_order_price: 0.3 } }],
    })
    const [sl]: string[] = placed.body.complex_orders.conditional_orders
    await watch(20)
    expect(await show(sl ?? '')).toMatchObject({ status: 'ACTIVE' })
    // The offers are gone and one bid of a scavenger is left. The last trade was the entry, at 0.44.
    await world.simulated.book([[0.02, 500]], [])
    await watch(90)
    expect(await show(sl ?? '')).toMatchObject({ status: 'ACTIVE' })
    expect(await world.orders()).toHaveLength(1)
    await prices(0.28, 0.3)
    await watch(60)
    expect(await show(sl ?? '')).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.29 })
    const [sell] = (await world.orders()).filter((order: { buy_flag: boolean }) => !order.buy_flag)
    expect(sell).toMatchObject({ traded_qty: 50, average_price: 0.28 })
  })

  it('the SL of a bracket sells when the price falls', async () => {
    const placed = await world.postOrder({
      order_type: 'LIMIT',
      price: 0.44,
      qty: 20,
      buy_flag: true,
      conditional_orders_params: [{ trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } }],
    })
    const [sl]: string[] = placed.body.complex_orders.conditional_orders
    await watch(15)
    expect(await show(sl ?? '')).toMatchObject({ status: 'ACTIVE' })
    await prices(0.28, 0.3)
    await watch(60)
    expect(await show(sl ?? '')).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.29 })
    const sells = (await world.orders()).filter((order: { buy_flag: boolean }) => !order.buy_flag)
    expect(sells).toMatchObject([{ traded_qty: 20 }])
  })

  describe('a stop fires once when', () => {
    it.each<[string, () => Promise<unknown>]>([
      ['two pollers see the price', () => Promise.all([world.look(newWatchState()), world.look(newWatchState())])],
      [
        'its message comes twice',
        async () => {
          world.queues.copies = () => 2
          await world.look()
        },
      ],
      [
        'its message is lost, and met by a later look',
        async () => {
          world.queues.copies = ({ queue }) => (queue === 'fire-trigger' ? 0 : 1)
          await world.look()
          await world.settle()
          world.queues.copies = () => 1
        },
      ],
      [
        'its message comes late, after others',
        async () => {
          world.queues.delay = ({ queue }) => (queue === 'fire-trigger' ? 12_000 : 0)
          await world.look()
        },
      ],
      [
        'the poller dies after telling it',
        async () => {
          await world.look(newWatchState())
          await world.look(newWatchState())
        },
      ],
      [
        'the consumer dies in the middle',
        async () => {
          world.killNext('fire-trigger', 5)
          await world.look()
          await world.settle()
        },
      ],
    ])('%s', async (_, seen) => {
      const id = await armed()
      await breakout()
      await seen()
      await watch(60)
      expect((await show(id)).status).toBe('TRIGGERED')
      expect(await world.orders()).toHaveLength(1)
      expect(await bought()).toBe(20)
    })
  })

  it('a cancel at that very moment and the price: one of the two wins', async () => {
    const ends: string[] = []
    for (let round = 0; round < 4; round += 1) {
      const before = await bought()
      await quiet()
      const id = await armed()
      await breakout()
      await world.look(newWatchState())
      const cancel = () => world.delete(`/v1/complex-orders/${id}`)
      await (round === 0 ? cancel() : round === 1 ? null : Promise.all([world.settle(), cancel()]))
      await watch(20)
      const { status } = await show(id)
      expect((await bought()) - before).toBe(status === 'TRIGGERED' ? 20 : 0)
      ends.push(status)
    }
    expect(ends.slice(0, 2)).toEqual(['CANCELLED', 'TRIGGERED'])
    expect(ends.every((end) => end === 'CANCELLED' || end === 'TRIGGERED')).toBe(true)
  })

  describe('a stop does not fire', () => {
    it('a stop does not fire on offers or bids alone, until both sides are back', async () => {
      await world.simulated.trade(0.44, 1, true)
      const id = await armed()
      const emptied: ReadonlyArray<{ bids?: number[][]; asks?: number[][] }> = [
        { asks: [[0.98, 50]] },
        { bids: [[0.02, 50]] },
        {},
      ]
      for (const { bids = [], asks = [] } of emptied) {
        await world.simulated.book(bids, asks)
        await watch(20)
        expect((await show(id)).status).toBe('ACTIVE')
      }
      await breakout()
      await watch(15)
      expect(await show(id)).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.51 })
    })

    it('a stop does not fire on a trade that a wide book has left behind', async () => {
      await breakout()
      await world.simulated.trade(0.52, 1, true)
      await prices(0.2, 0.44)
      await world.pass('70s', 5)
      const id = await armed()
      await watch(20)
      expect((await show(id)).status).toBe('ACTIVE')
    })

    it('a stop fires on an empty book with any trade beyond it', async () => {
      const id = await armed()
      await breakout()
      await world.simulated.trade(0.52, 1, true)
      await world.simulated.book([], [])
      await world.pass('70s', 5)
      await watch(5)
      expect(await show(id)).toMatchObject({
        status: 'TRIGGERED',
        trigger_price: 0.52,
        trigger_price_source: 'last_trade',
      })
    })

    it('a stop does not fire while the exchange is silent, as health shows, and fires afterwards', async () => {
      const id = await armed()
      await watch(5)
      await breakout()
      const path = exchange === 'EXCHANGE_A' ? '/orderbooks$' : '/books$'
      await world.simulated.fault({ path, kind: 'status', status: 401, body: { error: 'no key' } })
      await watch(70)
      expect((await show(id)).status).toBe('ACTIVE')
      const failing = {
        failing_since: expect.any(String),
        failing_reason: expect.stringMatching(/^The exchange does not answer \/\S*books: status 401 \(no key\)$/),
      }
      expect((await world.get('/v1/health')).body).toMatchObject({
        status: 'ok',
        price_watch: [{ exchange, status: 'failing', instruments: 1, ...failing }],
      })
      expect(world.log.some((line) => line.includes('PricesUnavailable'))).toBe(true)
      await world.simulated.noFaults()
      await watch(10)
      expect((await show(id)).status).toBe('TRIGGERED')
      expect((await world.get('/v1/health')).body.price_watch).toMatchObject([
        { failing_since: null, failing_reason: null },
      ])
    })
  })

  it('an ended market cancels its armed stops with a reason', async () => {
    const id = await armed()
    await watch(5)
    await world.simulated.status('closed')
    await watch(90)
    expect(await show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
    expect(await world.orders()).toEqual([])
  })
})

describe('on an exchange whose books stay while nothing trades', () => {
  it.each([
    ['EXCHANGE_A', 'the market', () => world.simulated.status('paused'), () => world.simulated.status('active')],
    ['EXCHANGE_A', 'the exchange', () => world.simulated.mode('trading_paused'), () => world.simulated.mode('open')],
    ['EXCHANGE_B', 'the market', () => world.simulated.status('paused'), () => world.simulated.status('active')],
  ] as const)('on %s, no stop fires while %s is paused', async (exchange, _, pause, resume) => {
    await startWorld({ exchange })
    await quiet()
    const id = await armed()
    await breakout()
    await pause()
    await watch(20)
    expect((await show(id)).status).toBe('ACTIVE')
    await resume()
    await breakout()
    await watch(20)
    expect((await show(id)).status).toBe('TRIGGERED')
    expect(await bought()).toBe(20)
  })
})
