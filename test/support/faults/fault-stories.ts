/** Bad luck of every kind: afterwards our orders and the exchange's ledger agree. No order is lost or doubled. */

import { afterEach, describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { inThisRun } from '../run/plays.ts'
import { startWorld, type World, type WorldOptions } from '../world.ts'

interface Fault {
  readonly kind: 'drop_before' | 'drop_after' | 'status' | 'duplicate'
  readonly times: number
  readonly status?: number
  readonly body?: string
  readonly probability?: number
}

let world: World

/** The stories, one suite for every exchange; each plays in a file of its own, so that they run side by side. */
export const faultStories = (exchange: ExchangeName): void => {
  const open = async (options: WorldOptions = {}): Promise<void> => {
    world = await startWorld({ exchange, ...options })
    await world.simulated.book(
      [[0.4, 5_000]],
      [
        [0.44, 5_000],
        [0.46, 5_000],
      ],
    )
  }

  afterEach(() => world.stop())

  /** One order of every kind. */
  const placeOneOfEach = async (): Promise<readonly string[]> => {
    const expiry = new Date(world.time.now + 120_000).toISOString()
    return Promise.all([
      world.place({ price: 0.41 }),
      world.place({ price: 0.44 }),
      world.place({ price: 0.42, buy_flag: false }),
      world.place({ time_in_force: 'IOC', price: 0.44 }),
      world.place({ time_in_force: 'FOK', price: 0.44 }),
      world.place({ time_in_force: 'FOK', price: 0.41 }),
      world.place({ order_type: 'MARKET', price: null, time_in_force: 'IOC' }),
      world.place({ time_in_force: 'GTD', price: 0.41, expiry_ts_utc: expiry }),
    ])
  }

  const statuses = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await world.orders()).map((order: { svc_order_id: string; status: string }) => [
        order.svc_order_id,
        order.status,
      ]),
    )

  const LOST_ANSWER: Fault = { kind: 'drop_after', times: 4 }
  const FAULTS: Array<[string, Fault]> = [
    ['is lost before it arrives', { kind: 'drop_before', times: 4 }],
    ['takes effect and its answer is lost', LOST_ANSWER],
    ['takes effect and is answered with 503', { kind: 'drop_after', status: 503, times: 4 }],
    ['is answered with 500 and does nothing', { kind: 'status', status: 500, times: 4 }],
    ['is answered with 504 and does nothing', { kind: 'status', status: 504, times: 4 }],
    ['is refused as too fast', { kind: 'status', status: 429, body: '{"error":"too many requests"}', times: 4 }],
    ['is carried out twice', { kind: 'duplicate', times: 4 }],
    ['fails at random', { kind: 'drop_after', times: 1e6, probability: 0.3 }],
  ]
  /** A read changes nothing at the exchange: to lose its answer, or to repeat it, is to lose it. */
  const OF_READS = FAULTS.filter(([, { kind }]) => kind === 'drop_before' || kind === 'status')

  describe.each(['create', 'cancel', 'read'] as const)('when a %s', (call) => {
    it.each(call === 'read' ? inThisRun({ usual: OF_READS, long: FAULTS }) : FAULTS)('%s', async (_how, fault) => {
      // A create whose answer is lost is played over real sockets and on the real engine too.
      const isReal = call === 'create' && inThisRun({ usual: fault === LOST_ANSWER, long: true })
      await open({ staleReadsMs: 900, wires: isReal ? 'real' : 'memory' })
      await world.simulated.fault({ ...world.simulated.calls[call], ...fault })
      const [resting = ''] = await placeOneOfEach()
      await world.settle()
      await world.pass('20s', 2)
      await world.simulated.trade(0.41, 4, false)
      await world.delete(`/v1/orders/${resting}`)
      await world.pass('3m', 5)
      await world.simulated.noFaults()
      await world.pass('3m', 5)
      await world.agree()
      // The bad luck did strike: something went another way than straight.
      if (call !== 'read' && !('probability' in fault) && fault.kind !== 'duplicate')
        expect(world.log.some((line) => /"outcome":"(unknown|later|duplicate|gone)"/.test(line))).toBe(true)
      const left = Object.values(await statuses()).filter((status) => !['RESTING', 'PARTIALLY_FILLED'].includes(status))
      expect(left.filter((status) => ['PENDING_SUBMISSION', 'PROCESSING'].includes(status))).toEqual([])
      expect((await world.order(resting)).status).toMatch(/CANCELLED|EXECUTED/)
    })
  })

  describe('when the queues', () => {
    it.each<[string, (queues: World['queues']) => void]>([
      [
        'deliver every message twice',
        (queues) => {
          queues.copies = () => 2
        },
      ],
      [
        'deliver every message three times, late',
        (queues) => {
          queues.copies = () => 3
          queues.delay = (message) => (message.body.length % 5) * 7_000
        },
      ],
      [
        'lose every message but the sweeper’s',
        (queues) => {
          queues.copies = (message) => (message.group.endsWith(':swept') ? 1 : 0)
        },
      ],
      [
        'lose every other message',
        (queues) => {
          let count = 0
          queues.copies = () => {
            count += 1
            return count % 2
          }
        },
      ],
      [
        'hold every message back for a minute',
        (queues) => {
          queues.delay = () => 60_000
        },
      ],
    ])('%s', async (_how, spoil) => {
      await open()
      spoil(world.queues)
      const [resting = '', , sell = ''] = await placeOneOfEach()
      await world.settle()
      await world.pass('2m', 5)
      await world.delete(`/v1/orders/${resting}`)
      await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
      await world.pass('6m', 5)
      await world.agree()
      expect((await world.order(resting)).status).toBe('CANCELLED')
      expect((await world.order(sell)).status).toMatch(/CANCELLED|EXECUTED/)
      expect(
        Object.values(await statuses()).filter((status) => !['EXECUTED', 'CANCELLED', 'EXPIRED'].includes(status)),
      ).toEqual([])
    })
  })

  describe('when a consumer is killed between any two steps', () => {
    const APART = inThisRun({ usual: 11, long: 1 })

    /** Every step of a run of `queue`'s consumer, or one in some, is the last one once, each time with a new order. */
    const killAtSteps = async (queue: string, apart: number, prepare: () => Promise<unknown>): Promise<number> => {
      for (let step = 0; ; step += apart) {
        if (step > 200) throw new Error('a run has no end')
        world.killNext(queue, step)
        await prepare()
        await world.settle()
        await world.pass('3s')
        if (world.survived) return step
      }
    }

    it('a killed execute-order loses and doubles nothing', async () => {
      await open({ staleReadsMs: 900 })
      const steps = await killAtSteps('execute-order', APART, () => world.place({ price: 0.44 }))
      await world.pass('4m', 5)
      await world.agree()
      expect(steps).toBeGreaterThan(8)
      expect(Object.values(await statuses()).every((status) => status === 'EXECUTED')).toBe(true)
    })

    it('a killed cancel-order loses and doubles nothing', async () => {
      await open({ staleReadsMs: 900 })
      const steps = await killAtSteps('cancel-order', APART, async () => {
        const id = await world.place({ price: 0.41 })
        await world.settle()
        await world.delete(`/v1/orders/${id}`)
      })
      await world.pass('4m', 5)
      await world.agree()
      expect(steps).toBeGreaterThan(3)
      expect(Object.values(await statuses()).every((status) => status === 'CANCELLED')).toBe(true)
    })

    // A poll of an account that holds something has more than a hundred steps, and more with every order.
    it('a killed sync-account loses and doubles nothing', async () => {
      await open({ staleReadsMs: 900 })
      for (let step = 0; step <= 102; step += inThisRun({ usual: 11, long: 3 })) {
        world.killNext('sync-account', step)
        await world.place({ price: 0.44 })
        await world.place({ time_in_force: 'IOC', price: 0.44 })
        await world.settle()
        await world.pass('10s', 2)
        // The message of a run that was killed comes again, minutes later.
        const comesAgain = world.queues.waiting.filter(({ queue }) => queue === 'sync-account')
        expect(Math.max(...comesAgain.map(({ visibleAt }) => visibleAt - world.time.now)), `${step}`).toBeGreaterThan(
          300_000,
        )
      }
      await world.pass('10m', 5)
      await world.agree()
      expect(Object.values(await statuses()).every((status) => status === 'EXECUTED')).toBe(true)
    }, 240_000)
  })

  describe('when the exchange is away for ten minutes', () => {
    it('GTC and GTD orders wait and go out once, orders that must act now end CANCELLED, cancelled ones never go', async () => {
      await open()
      await world.simulated.mode(world.simulated.closedMode)
      const gtc = await world.place({ price: 0.41 })
      const gtd = await world.place({
        time_in_force: 'GTD',
        price: 0.41,
        expiry_ts_utc: new Date(world.time.now + 3_600_000).toISOString(),
      })
      const short = await world.place({
        time_in_force: 'GTD',
        price: 0.41,
        expiry_ts_utc: new Date(world.time.now + 60_000).toISOString(),
      })
      const now = await Promise.all([
        world.place({ time_in_force: 'IOC', price: 0.44 }),
        world.place({ time_in_force: 'FOK', price: 0.44 }),
        world.place({ order_type: 'MARKET', price: null, time_in_force: 'IOC' }),
      ])
      const cancelled = await world.place({ price: 0.41 })
      await world.settle()
      await world.pass('2m', 5)
      await world.delete(`/v1/orders/${cancelled}`)
      await world.pass('8m', 5)
      for (const id of now)
        expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'too_late' })
      expect(await world.order(short)).toMatchObject({ status: 'EXPIRED' })
      expect(await world.order(cancelled)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
      expect(await world.order(gtc)).toMatchObject({ status: 'PROCESSING' })
      await world.simulated.mode('open')
      await world.pass('6m', 5)
      expect((await world.order(gtc)).status).toBe('RESTING')
      expect((await world.order(gtd)).status).toBe('RESTING')
      await world.agree()
    })

    it('the same holds when it does not even answer', async () => {
      await open()
      for (const method of ['GET', 'POST', 'DELETE'])
        await world.simulated.fault({ method, path: '.', kind: 'drop_before', times: 1e6 })
      const gtc = await world.place({ price: 0.41 })
      const ioc = await world.place({ time_in_force: 'IOC', price: 0.44 })
      const market = await world.place({ order_type: 'MARKET', price: null, time_in_force: 'IOC' })
      await world.settle()
      await world.pass('10m', 10)
      await world.simulated.noFaults()
      await world.pass('6m', 5)
      expect((await world.order(gtc)).status).toBe('RESTING')
      expect(await world.order(ioc)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'too_late', traded_qty: 0 })
      expect((await world.order(market)).status).toBe('CANCELLED')
      await world.agree()
    })
  })

  describe('a cancel', () => {
    it('a cancel that meets a fill on its way loses to the fill', async () => {
      await open()
      const id = await world.place({ price: 0.41 })
      await world.settle()
      await world.delete(`/v1/orders/${id}`)
      await world.simulated.trade(0.41, 10, false)
      await world.settle()
      await world.pass('30s', 2)
      expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10, cancel_reason: null })
      await world.agree()
    })

    it('a cancel of an order whose fate is unknown burns its identity, so that it can never appear', async () => {
      await open()
      await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_before', times: 3 })
      const id = await world.place({ price: 0.41 })
      await world.settle()
      expect(await world.order(id)).toMatchObject({ status: 'PROCESSING' })
      await world.delete(`/v1/orders/${id}`)
      await world.pass('2m', 5)
      expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
      const identities = (await world.simulated.ledger()).submits.map((submit: { identity: string }) => submit.identity)
      // EXCHANGE_A: burnt by an order under its own identity. EXCHANGE_B: cancelled by its hash, which sends no order.
      expect(identities).toEqual(exchange === 'EXCHANGE_A' ? [id] : [])
      await world.agree()
    })
  })
}
