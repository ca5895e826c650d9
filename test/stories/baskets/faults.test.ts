/** Failures during an order on a custom asset: no leg is sent twice or lost, and the sums are right. */

import { beforeEach, describe, expect, it } from 'vitest'
import { inThisRun } from '#test/support/run/plays.ts'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { World } from '../../support/world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const { world, startWorld } = worldOfTest()
let baskets: ReturnType<typeof basketStories>

const open = async (staleReadsMs = 0): Promise<void> => {
  await startWorld({ both: true, staleReadsMs })
  baskets = basketStories(world)
  await refill()
}

const refill = async (): Promise<void> => {
  await world.at(A).book([[0.1, 500]], [[0.44, 500]])
  await world.at(A).book([[0.1, 500]], [[0.5, 500]], OTHER_PARTY)
  await world.at(B).book(
    [[0.1, 500]],
    [
      [0.43, 30],
      [0.45, 500],
    ],
  )
}

/** The quantity bought at the exchanges in all, by their own ledgers. */
const bought = async (): Promise<number> => {
  const ledgers = await Promise.all([A, B].map((exchange) => world.at(exchange as typeof A).ledger()))
  return ledgers
    .flatMap(({ accounts }) => accounts.find(({ id }: { id: string }) => id === 'story').fills)
    .reduce((sum: number, fill: { qty: number; status?: string }) => sum + (fill.status === 'FAILED' ? 0 : fill.qty), 0)
}

describe.each(['execute-basket', 'execute-order', 'advance-contingents', 'sync-account'])(
  'when %s dies at any step',
  (queue) => {
    it('every leg is sent once, and the order ends with the sum of their fills', async () => {
      await open()
      const asset = await baskets.threeBets()
      let survived = false
      let total = 0
      for (let at = 0; !survived && at < 120; at += inThisRun({ usual: 13, long: 7 })) {
        await refill()
        const id = await baskets.place(asset, { qty: 60 })
        world.killNext(queue, at)
        // Polls that died continue two minutes later, and must not die again: with each death the next one has more to read.
        await world.pass('150s', 5)
        survived = world.survived
        const order = await baskets.summed(id)
        expect(order.status, `died at ${at}`).toMatch(/EXECUTED|CANCELLED/)
        total += order.traded_qty
        expect(await bought(), `died at ${at}`).toBeCloseTo(total, 6)
      }
      expect(survived).toBe(true)
      await world.agree()
    }, 120_000)
  },
)

describe('when the queues', () => {
  it.each<[string, (queues: World['queues']) => void, boolean]>([
    [
      'deliver every message twice',
      (queues) => {
        queues.copies = () => 2
      },
      true,
    ],
    [
      'deliver every message three times, late',
      (queues) => {
        queues.copies = () => 3
        queues.delay = (message) => (message.body.length % 5) * 2_000
      },
      true,
    ],
    [
      'lose every message but the sweeper’s',
      (queues) => {
        queues.copies = (message) => (message.group.endsWith(':swept') ? 1 : 0)
      },
      false,
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
      false,
    ],
    [
      'hold every message back for a minute',
      (queues) => {
        queues.delay = () => 60_000
      },
      false,
    ],
  ])(
    '%s',
    async (_how, spoil, fills) => {
      await open()
      spoil(world.queues)
      const ids = [
        await baskets.place(await baskets.threeBets(), { qty: 60 }),
        await baskets.place(await baskets.sameBet(), { qty: 80 }),
      ]
      await world.pass('3m', 5)
      world.queues.copies = () => 1
      world.queues.delay = () => 0
      await world.pass('5m', 10)
      const orders = await Promise.all(ids.map((id) => baskets.summed(id)))
      for (const order of orders) expect(order.status).toMatch(fills ? /EXECUTED/ : /EXECUTED|CANCELLED/)
      expect(await bought()).toBeCloseTo(
        orders.reduce((sum, { traded_qty }) => sum + traded_qty, 0),
        6,
      )
      await world.agree()
    },
    60_000,
  )
})

describe.each([A, B] as const)('when a create on %s', (exchange) => {
  it.each([
    ['is lost before it arrives', { kind: 'drop_before', times: 2 }],
    ['takes effect and its answer is lost', { kind: 'drop_after', times: 2 }],
    ['takes effect and is answered with 503', { kind: 'drop_after', status: 503, times: 2 }],
    ['is answered with 500 and does nothing', { kind: 'status', status: 500, times: 2 }],
    ['is carried out twice', { kind: 'duplicate', times: 2 }],
  ])(
    '%s, the order waits for the outcome, and buys no more than requested',
    async (_how, fault) => {
      await open(900)
      await world.at(exchange).fault({ ...world.at(exchange).calls.create, ...fault })
      const id = await baskets.place(await baskets.sameBet(), { qty: 80 })
      await world.pass('4m', 5)
      await world.at(exchange).noFaults()
      await world.pass('4m', 10)
      const order = await baskets.summed(id)
      expect(order.status).toMatch(/EXECUTED|CANCELLED/)
      expect(await bought()).toBeCloseTo(order.traded_qty, 6)
      await world.agree()
    },
    60_000,
  )
})

describe('a leg with an unknown outcome', () => {
  beforeEach(() => open(900))

  it('counts as filled: no round is planned meanwhile, and late fills count', async () => {
    await world.at(A).book([[0.1, 500]], [[0.44, 20]])
    await world.at(B).fault({ ...world.at(B).calls.create, kind: 'drop_after', times: 1 })
    await world.at(B).fault({ ...world.at(B).calls.read, kind: 'status', status: 500, times: 1e6 })
    const id = await baskets.place(await baskets.sameBet(), { qty: 80 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 20 })
    expect(await baskets.legs(id)).toHaveLength(2)
    await world.at(B).noFaults()
    await world.pass('4m', 5)
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 80 })
    await world.agree()
  })

  it('is cancelled at its exchange, and the order ends when the outcome is known', async () => {
    await world.at(B).fault({ ...world.at(B).calls.create, kind: 'drop_after', times: 1 })
    await world.at(B).fault({ ...world.at(B).calls.read, kind: 'status', status: 500, times: 1e6 })
    const id = await baskets.place(await baskets.sameBet(), { qty: 80 })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.pass('10s')
    const waiting = await world.order(id)
    expect(waiting.status).toMatch(/PROCESSING|PARTIALLY_FILLED/)
    expect(waiting.cancel_requested_at).not.toBeNull()
    await world.at(B).noFaults()
    await world.pass('4m', 5)
    const order = await baskets.summed(id)
    expect(order.status).toMatch(/EXECUTED|CANCELLED/)
    expect(await bought()).toBeCloseTo(order.traded_qty, 6)
    await world.agree()
  })
})

describe('a cancel at any moment', () => {
  it('a cancel ends planned legs before they are sent, though its run dies at any step', async () => {
    await open()
    const asset = await baskets.threeBets()
    /** An order whose run died at this step: whether its legs were planned, and none was made. */
    const cutAt = async (step: number): Promise<{ id: string; isUnmade: boolean }> => {
      const id = await baskets.place(asset, { qty: 60 })
      world.killNext('execute-basket', step)
      await world.settle()
      const statuses = await Promise.all(
        (await world.order(id)).leg_svc_order_ids.map(
          async (leg: string) => (await world.get(`/v1/orders/${leg}`)).status,
        ),
      )
      return { id, isUnmade: statuses.length > 0 && statuses.every((status) => status === 404) }
    }
    let step = 0
    for (let isUnmade = false; !isUnmade && step < 60; isUnmade = (await cutAt(step)).isUnmade) step += 3
    let survived = false
    await world.pass('75s', 5)
    for (let at = 0; !survived && at < 60; at += inThisRun({ usual: 7, long: 2 })) {
      const before = await bought()
      const { id, isUnmade } = await cutAt(step)
      expect(isUnmade).toBe(true)
      await world.delete(`/v1/orders/${id}`)
      world.killNext('execute-basket', at)
      await world.pass('75s', 5)
      survived = world.survived
      expect(await world.order(id), `died at ${at}`).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
      expect(await bought(), `died at ${at}`).toBe(before)
    }
    expect(survived).toBe(true)
    await world.agree()
  }, 60_000)

  it('a cancel leaves the fills, and no order behind', async () => {
    await open()
    const asset = await baskets.threeBets()
    const books = ['execute-basket', 'execute-order', 'advance-contingents', 'sync-account']
    for (const queue of books) {
      await refill()
      await world.at(B).book([[0.1, 500]], [[0.43, 7]])
      const id = await baskets.place(asset, { qty: 60 })
      // The messages of one queue come only after the cancel.
      world.queues.delay = (message) => (message.queue === queue ? 3_000 : 0)
      await world.pass('1s')
      await world.delete(`/v1/orders/${id}`)
      world.queues.delay = () => 0
      await world.pass('60s', 5)
      const order = await baskets.summed(id)
      expect(order.status, queue).toBe('CANCELLED')
      for (const leg of await baskets.legs(id)) expect(leg.status, queue).toMatch(/EXECUTED|CANCELLED/)
    }
    await world.agree()
  }, 60_000)
})
