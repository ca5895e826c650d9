/** Faults that a TWAP survives: crashes at every step, concurrent runs, reversed trades, and all of these at random. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { inThisRun, playedOn, rounds } from '#test/support/run/plays.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { advanceTwap } from '#use-cases/twap/advance-twap.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startWorld, type World } from '../../support/world.ts'
import { twapDesk } from './twap-desk.ts'

/** Ten contracts in two slices within a minute. */
const SMALL = { buy_flag: true, total_qty: 10, duration_s: 60, slices: 2 }

const place = (world: World, params: object): Promise<string> => twapDesk(world).twap(params)

const show = (world: World, id: string) => twapDesk(world).show(id)

/** A world with a deep book, closed again after the story, in which what we hold is what the exchange holds. */
const inWorld = async (exchange: ExchangeName, story: (world: World) => Promise<void>): Promise<void> => {
  const world = await startWorld({ exchange })
  try {
    await world.simulated.book([[0.4, 5_000]], [[0.44, 5_000]])
    await story(world)
    await world.agree()
  } finally {
    await world.stop()
  }
}

const depsOf = (world: World) => ({
  ...world.ports,
  clock: world.clock,
  ids: world.ids,
  exchanges: () => null,
  log: SILENT_LOG,
})

/** How far apart the steps are at which a run dies. */
const STRIDE = inThisRun({ usual: 11, long: 1 })

describe.each(playedOn('EXCHANGE_A'))('a TWAP on %s', (exchange) => {
  it.each([
    ['its first slice', 'advance-contingents', 0],
    ['the news of its first slice', 'advance-contingents', 3],
    ['its last slice', 'advance-contingents', 119],
  ])('survives a crash at any step of %s', (_, queue, after) =>
    inWorld(exchange, async (world) => {
      for (let step = 0; ; step += STRIDE) {
        const id = await place(world, { ...SMALL, duration_s: 240 })
        if (after > 0) await world.pass(`${after}s`, 7)
        world.killNext(queue, step)
        await world.pass('264s', 12)
        const whole = await show(world, id)
        expect(whole, `step ${step}`).toMatchObject({ status: 'COMPLETED', filled_qty: 10 })
        const sent: string[] = whole.svc_order_ids
        const orders = await Promise.all(sent.map((orderId) => world.order(orderId)))
        expect(orders.reduce((sum, { traded_qty }) => sum + traded_qty, 0)).toBe(10)
        if (world.survived) return
      }
    }),
  )

  it('a TWAP after a crash at any send step stays within its quantity, and counts possible arrivals', () =>
    inWorld(exchange, async (world) => {
      for (let step = 0; ; step += STRIDE) {
        const id = await place(world, { ...SMALL, duration_s: 240 })
        world.killNext('execute-order', step)
        await world.pass('264s', 12)
        const { survived } = world
        const { status, filled_qty, svc_order_ids } = await show(world, id)
        const [first] = await Promise.all(svc_order_ids.map((orderId: string) => world.ports.orders.get(orderId)))
        // On EXCHANGE_B nothing proves that a send will never arrive: its share is not sent a second time.
        const isWatched = first?.watchUntil !== null
        expect(isWatched && exchange === 'EXCHANGE_A', `step ${step}`).toBe(false)
        expect({ status, filled_qty }, `step ${step}`).toEqual(
          isWatched ? { status: 'EXPIRED', filled_qty: 5 } : { status: 'COMPLETED', filled_qty: 10 },
        )
        if (survived) return
      }
    }))

  it('survives a crash at any step of its cancel', () =>
    inWorld(exchange, async (world) => {
      for (let step = 0; ; step += STRIDE) {
        world.queues.delay = ({ queue }) => (queue === 'execute-order' ? 5_000 : 0)
        const id = await place(world, SMALL)
        await world.settle()
        await world.delete(`/v1/complex-orders/${id}`)
        world.killNext('advance-contingents', step)
        await world.settle()
        const { survived } = world
        world.queues.delay = () => 0
        await world.pass('80s', 4)
        const { status, slices_done, svc_order_ids, filled_qty } = await show(world, id)
        expect({ status, slices_done }).toEqual({ status: 'CANCELLED', slices_done: 1 })
        const order = await world.order(svc_order_ids[0])
        expect(['EXECUTED', 'CANCELLED']).toContain(order.status)
        expect(filled_qty).toBe(order.traded_qty)
        if (survived) return
      }
    }))

  it('sends each slice once from parallel runs, and none after a successful cancel', () =>
    inWorld(exchange, async (world) => {
      for (let round = 0; round < inThisRun({ usual: 4, long: 8 }); round += 1) {
        world.queues.copies = () => 0
        const id = await place(world, SMALL)
        world.queues.copies = () => 1
        const runs = () => Array.from({ length: 4 }, () => advanceTwap(depsOf(world), id))
        const cancel = world.delete(`/v1/complex-orders/${id}`)
        await Promise.all(round % 2 === 0 ? [...runs(), cancel] : [cancel, ...runs()])
        const won = await show(world, id)
        expect(won.status).toBe('CANCELLED')
        expect(won.svc_order_ids.length).toBe(won.slices_done)
        expect(won.slices_done).toBeLessThanOrEqual(1)
        await world.pass('70s', 5)
        expect((await show(world, id)).svc_order_ids).toEqual(won.svc_order_ids)
      }
      const id = await place(world, SMALL)
      await Promise.all(Array.from({ length: 6 }, () => advanceTwap(depsOf(world), id)))
      expect((await show(world, id)).svc_order_ids).toHaveLength(1)
      await world.pass('70s')
      expect(await show(world, id)).toMatchObject({ status: 'COMPLETED', filled_qty: 10 })
    }))

  it('waits for a slice with an unknown outcome, and sends no replacement', () =>
    inWorld(exchange, async (world) => {
      await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
      const id = await place(world, { ...SMALL, limit_price: 0.45 })
      await world.pass('150s')
      const whole = await show(world, id)
      const orders = await Promise.all(whole.svc_order_ids.map((orderId: string) => world.order(orderId)))
      const traded = orders.reduce((sum: number, { traded_qty }: { traded_qty: number }) => sum + traded_qty, 0)
      expect(traded).toBeLessThanOrEqual(10)
      expect(whole.filled_qty).toBe(traded)
      expect(['COMPLETED', 'EXPIRED']).toContain(whole.status)
    }))

  it('notifies webhooks when it starts and when it ends', () =>
    inWorld(exchange, async (world) => {
      const receiver = await startReceiver(world.clock)
      try {
        const hook = await world.post('/v1/webhooks', { url: receiver.url, events: ['complex_order.updated'] })
        receiver.secret = hook.body.secret
        const id = await place(world, SMALL)
        await world.pass('60s')
        expect(receiver.received.map(({ event }) => [event.previous_status, event.data.status])).toEqual([
          [null, 'PENDING'],
          ['PENDING', 'ACTIVE'],
          ['ACTIVE', 'COMPLETED'],
        ])
        const last = receiver.received.at(-1)?.event
        expect(last).toMatchObject({ object_id: id, data: { complex_order_id: id, twap_order: { filled_qty: 10 } } })
        expect(receiver.forged).toEqual([])
      } finally {
        receiver.close()
      }
    }))
})

describe('a TWAP on EXCHANGE_B', () => {
  it('resends a quantity that was matched and not settled', () =>
    inWorld('EXCHANGE_B', async (world) => {
      await world.simulated.mode('settlement_fails')
      const id = await place(world, { ...SMALL, total_qty: 100, duration_s: 600, slices: 10 })
      await world.pass('50s')
      await world.simulated.mode('open')
      expect((await show(world, id)).slices_done).toBe(1)
      await world.pass('600s', 5)
      const whole = await show(world, id)
      expect(whole).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
      const first = await world.order(whole.svc_order_ids[0])
      expect(first.traded_qty).toBe(0)
    }))
})

type Move =
  | { readonly kind: 'book'; readonly asks: number; readonly price: number }
  | { readonly kind: 'lose_messages'; readonly copies: number }
  | { readonly kind: 'late_messages'; readonly seconds: number }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'fault'; readonly fault: 'drop_before' | 'drop_after' }
  | { readonly kind: 'settlement'; readonly fails: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }

const QUEUES = ['advance-contingents', 'execute-order', 'cancel-order', 'sync-account']

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      asks: fc.integer({ min: 1, max: 40 }),
      price: fc.constantFrom(0.44, 0.45, 0.6),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose_messages' as const), copies: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late_messages' as const), seconds: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      queue: fc.constantFrom(...QUEUES),
      at: fc.integer({ min: 0, max: 24 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom<'drop_before' | 'drop_after'>('drop_before', 'drop_after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settlement' as const), fails: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 25 }) }) },
)

const apply = async (world: World, exchange: ExchangeName, step: Move): Promise<void> => {
  switch (step.kind) {
    case 'book':
      return world.simulated.book([[0.4, 500]], [[step.price, step.asks]])
    case 'lose_messages':
      world.queues.copies = () => step.copies
      return
    case 'late_messages':
      world.queues.delay = () => step.seconds * 1_000
      return
    case 'kill':
      return world.killNext(step.queue, step.at)
    case 'fault':
      await world.simulated.fault({ ...world.simulated.calls.create, kind: step.fault, times: 1 })
      return
    case 'settlement':
      if (exchange === 'EXCHANGE_B') await world.simulated.mode(step.fails ? 'settlement_fails' : 'open')
      return
    case 'wait':
      return world.pass(`${step.seconds}s`)
  }
}

const play = (exchange: ExchangeName, moves: readonly Move[]): Promise<void> =>
  inWorld(exchange, async (world) => {
    await world.simulated.book([[0.4, 500]], [[0.44, 20]])
    const id = await place(world, { buy_flag: true, total_qty: 60, duration_s: 120, slices: 12, limit_price: 0.45 })
    for (const step of moves) await apply(world, exchange, step)
    world.queues.copies = () => 1
    world.queues.delay = () => 0
    world.killNext('none', 1)
    await world.simulated.noFaults()
    await world.simulated.mode('open')
    await world.pass('300s', 4)
    const whole = await show(world, id)
    const orders = await Promise.all(whole.svc_order_ids.map((orderId: string) => world.order(orderId)))
    const sum = (of: (order: { traded_qty: number; qty: number }) => number) =>
      orders.reduce((total: number, order) => total + of(order), 0)
    expect(whole.filled_qty).toBeCloseTo(
      sum(({ traded_qty }) => traded_qty),
      6,
    )
    expect(whole.filled_qty).toBeLessThanOrEqual(60)
    for (const { qty } of orders) expect(qty).toBeLessThanOrEqual(15)
    // One order for each time a slice was due, at most.
    const slots = orders.map(({ created_at }) =>
      Math.floor((Date.parse(created_at) - Date.parse(whole.started_at)) / 10_000),
    )
    expect(new Set(slots).size).toBe(slots.length)
    expect(['COMPLETED', 'EXPIRED', 'ACTIVE']).toContain(whole.status)
    // Active only while an order of it may still be at the exchange.
    if (whole.status === 'ACTIVE')
      expect(
        orders.some(({ status }) => status === 'PROCESSING'),
        JSON.stringify(whole),
      ).toBe(true)
    if (whole.status === 'COMPLETED') expect(whole.filled_qty).toBeGreaterThan(55)
  })

describe.each(playedOn('EXCHANGE_A'))('on %s, whatever happens to a TWAP', (exchange) => {
  it('no more is traded than was asked for, no slice goes twice, and it ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 14 }), (moves) => play(exchange, moves)),
      { numRuns: rounds(8), endOnFailure: true },
    )
  }, 600_000)
})
