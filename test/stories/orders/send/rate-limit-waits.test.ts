/**
 * An account over its exchange's rate limit waits in its queue without a run: others continue, and its own orders keep their sequence. The
 * limit alone makes orders of an account wait for one another, however slow the exchange is.
 */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { MessageControl } from '#lambda/consumer.ts'
import { inThisRun } from '../../../support/run/plays.ts'
import { type SendersOptions, sendersInTime } from '../../../support/senders-in-time.ts'
import { useWorld } from '../../../support/use-world.ts'

const world = useWorld({ both: true })

/** More than the account may send in three seconds: orders cost a tenth of what it gets in one. */
const heap = async (exchange: ExchangeName = 'EXCHANGE_A'): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let nth = 0; nth < 40; nth += 1) ids.push(await place(exchange))
  return ids
}
const place = (exchange: ExchangeName) =>
  world.place({ svc_id: svcIdOf(exchange, world.at(exchange).market), price: 0.01, qty: 100 })
const other = () => world.place({ svc_id: svcIdOf('EXCHANGE_B', world.at('EXCHANGE_B').market), price: 0.05, qty: 10 })

/** Lowest remainder of the account's limit after a send: ten orders a second, ten at once (Kalshi reference, section 4). */
const leastLeft = (sends: readonly number[]): number => {
  let [left, least, at] = [10, 10, 0]
  for (const now of sends.toSorted((one, other) => one - other)) {
    left = Math.min(10, left + (now - at) / 100) - 1
    least = Math.min(least, left)
    at = now
  }
  return least
}

/** A run dies on the way of a heap: all of it is sent in the end, each order once. */
const expectNoneLost = async (options: SendersOptions & { readonly dies: object }): Promise<void> => {
  const { dies } = options
  const { running } = sendersInTime(world, options)
  const mine = await heap()
  await running.runUntil(world.clock() + 45 * SECOND)
  await world.pass('2m', 5)
  const orders = await Promise.all(mine.map((id) => world.order(id)))
  expect([dies, orders.map(({ status }) => status)]).toEqual([dies, mine.map(() => 'RESTING')])
  await world.agree()
  for (const id of mine) await world.delete(`/v1/orders/${id}`)
  await world.pass('1m', 5)
}

describe('an account over its rate limit', () => {
  it('delays no order of another account, though both share one run', async () => {
    const { running, sentAt, runs } = sendersInTime(world)
    const begun = world.clock()
    const mine = await heap()
    const theirs: string[] = []
    for (const second of [0, 1, 2]) {
      running.at(begun + second * SECOND + 700, async () => {
        theirs.push(await other())
      })
    }
    await running.runUntil(begun + 15 * SECOND)
    const waits = theirs.map((id, nth) => (sentAt.get(id) ?? Number.POSITIVE_INFINITY) - (begun + nth * SECOND + 700))
    expect(Math.max(...waits)).toBeLessThanOrEqual(SECOND / 2)
    expect(mine.filter((id) => sentAt.has(id))).toHaveLength(mine.length)
    // At ten a second, and not much slower than if a run had waited.
    expect(Math.max(...mine.map((id) => (sentAt.get(id) ?? 0) - begun))).toBeLessThanOrEqual(5 * SECOND)
    expect(runs()).toBeLessThanOrEqual(20)
    await world.agree()
  })

  it('has its orders sent in the order in which they were placed, each once', async () => {
    const { running, sent } = sendersInTime(world)
    const mine = await heap()
    await running.runUntil(world.clock() + 15 * SECOND)
    expect(sent).toEqual(mine)
    await world.agree()
  })

  it('writes no row for a waiting order', async () => {
    const { running } = sendersInTime(world)
    const mine = await heap()
    await running.runUntil(world.clock() + 15 * SECOND)
    const stored = await Promise.all(mine.map((id) => world.ports.orders.get(id)))
    expect(stored.map((order) => [order?.retries, order?.lastError])).toEqual(mine.map(() => [0, null]))
  })

  it('loses and doubles no order when a run dies, wherever it dies', async () => {
    const some = [
      { run: 1, at: 45 },
      { run: 3, at: 60 },
    ]
    const all = [...some, { run: 1, at: 0 }, { run: 2, at: 30 }, { run: 2, at: 90 }, { run: 4, at: 120 }]
    for (const dies of inThisRun({ usual: some, long: all })) await expectNoneLost({ dies })
  })
})

describe('an account whose exchange takes seconds for each answer', () => {
  const SLOW = { atOnce: 10, answersAfterMs: 3 * SECOND, limitsUnreported: true }

  it.each(EXCHANGE_NAMES)('is sent at the pace of its rate limit on %s, from several containers', async (exchange) => {
    const { running, sent, sentAt, containers } = sendersInTime(world, SLOW)
    const begun = world.clock()
    const mine = await heap(exchange)
    await running.runUntil(begun + 20 * SECOND)
    expect(sent.toSorted()).toEqual(mine.toSorted())
    if (exchange === 'EXCHANGE_A') expect(leastLeft([...sentAt.values()])).toBeGreaterThanOrEqual(0)
    // Batches that wait for one another's answers would take fifteen seconds.
    expect(Math.max(...mine.map((id) => (sentAt.get(id) ?? Number.POSITIVE_INFINITY) - begun))).toBeLessThanOrEqual(
      7 * SECOND,
    )
    expect(containers()).toBeLessThanOrEqual(5)
    await world.agree()
  })

  it.each(EXCHANGE_NAMES)(
    'has an order sent on %s within half a second of its acceptance while others wait for their answers',
    async (exchange) => {
      const { running, sentAt } = sendersInTime(world, SLOW)
      const begun = world.clock()
      const placed: Array<readonly [id: string, at: number]> = []
      for (let nth = 0; nth < 8; nth += 1) {
        running.at(begun + nth * 350, async () => {
          placed.push([await place(exchange), world.clock()])
        })
      }
      await running.runUntil(begun + 10 * SECOND)
      const waits = placed.map(([id, at]) => (sentAt.get(id) ?? Number.POSITIVE_INFINITY) - at)
      expect(waits).toHaveLength(8)
      expect(Math.max(...waits)).toBeLessThanOrEqual(SECOND / 2)
      await world.agree()
    },
  )

  it('has one budget for all its sends, whichever container sends them', async () => {
    const { running, sent, sentAt, containers } = sendersInTime(world, SLOW)
    const begun = world.clock()
    const mine: string[] = []
    for (let nth = 0; nth < 6; nth += 1) {
      running.at(begun + nth * 350, async () => {
        for (let more = 0; more < 7; more += 1) mine.push(await place('EXCHANGE_A'))
      })
    }
    await running.runUntil(begun + 20 * SECOND)
    expect(sent.toSorted()).toEqual(mine.toSorted())
    expect(leastLeft([...sentAt.values()])).toBeGreaterThanOrEqual(0)
    expect(containers()).toBeGreaterThan(1)
    await world.agree()
  })

  it('loses and doubles no order if its queue releases none, or only some, of its messages', async () => {
    for (const taken of [0, 2]) {
      const { running, sent } = sendersInTime(world, SLOW)
      const { acknowledgeEarly: letGo } = running.control
      const refused: string[] = []
      const control: MessageControl = {
        ...running.control,
        acknowledgeEarly: async (queue, receipts) => {
          await letGo(queue, receipts.slice(0, taken))
          refused.push(...receipts.slice(taken))
          if (receipts.length > taken) throw new Error('the queue did not let a message go')
        },
      }
      Object.assign(running, { control })
      const mine = await heap()
      await running.runUntil(world.clock() + 2 * MINUTE)
      expect(refused.length).toBeGreaterThan(0)
      expect(sent.toSorted()).toEqual(mine.toSorted())
      await world.agree()
      for (const id of mine) await world.delete(`/v1/orders/${id}`)
      await world.pass('1m', 5)
    }
  })

  it('loses and doubles no order when a run dies after releasing its messages', async () => {
    const some = [
      { run: 1, at: 75 },
      { run: 2, at: 40 },
    ]
    const all = [...some, { run: 1, at: 30 }, { run: 1, at: 110 }, { run: 2, at: 95 }, { run: 3, at: 80 }]
    for (const dies of inThisRun({ usual: some, long: all })) await expectNoneLost({ ...SLOW, dies })
  })
})
