/** While nothing is to be done most queues are not read. Whoever leaves something to do wakes their readers, and nothing waits for it. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { startWorld, type World } from '../../support/world.ts'

let world: World

/** All queues but those of orders and of sweeps. */
const RESTING = CONSUMERS.length - 2

/** A minute as the schedule makes it: a sweep, and whatever was asked for meanwhile. */
const minute = async (): Promise<void> => {
  await world.sweepMinute()
  for (let passed = 0; passed < 60; passed += 10) {
    await world.settle()
    world.time.now += 10_000
  }
  await world.settle()
}
const minutes = async (count: number): Promise<void> => {
  for (let passed = 0; passed < count; passed += 1) await minute()
}
const toRest = async (): Promise<void> => {
  await minutes(40)
  expect(world.readers.resting.size).toBeGreaterThan(0)
}
const MARKET_BUY = { order_type: 'MARKET', price: undefined, time_in_force: undefined, qty: 10 }

const start = async (): Promise<void> => {
  world = await startWorld({ rests: true })
  await world.simulated.book([[0.4, 500]], [[0.42, 500]])
}
beforeEach(start)
afterEach(async () => {
  await world.agree()
  await world.stop()
})

describe('the readers of the queues', () => {
  it('rest when nothing was sent for half an hour, but not the one of orders and the one of sweeps', async () => {
    await minutes(30)
    expect([...world.readers.resting]).toEqual([])
    await minutes(10)
    const resting = [...world.readers.resting]
    expect(resting).toHaveLength(RESTING)
    expect(resting).not.toContain('execute-order')
    expect(resting).not.toContain('sweep-soon')
  })

  it('let nobody send anything while they rest and nothing is due', async () => {
    await toRest()
    const sent = world.queues.sent.length
    await minutes(10)
    expect(world.queues.sent.slice(sent).map(({ queue }) => queue)).toEqual([])
  })

  it('do not rest while an order is on the book', async () => {
    await world.place({ price: 0.3, time_in_force: 'GTC' })
    await minutes(60)
    expect([...world.readers.resting]).toEqual([])
  })

  it('leave the hourly poll of a sleeping account to who finds it due, and rest on', async () => {
    await toRest()
    const asked = world.exchangeCalls
    await minutes(120)
    expect(world.exchangeCalls).toBeGreaterThan(asked)
    expect(world.readers.resting.size).toBe(RESTING)
    expect(world.queues.waiting).toEqual([])
  })
})

describe('an account that only holds something', () => {
  it('is polled every five minutes, and lets the readers rest', async () => {
    await world.place({ price: 0.42 })
    await minutes(45)
    expect(world.readers.resting.size).toBe(RESTING)
    const sent = world.queues.sent.length
    await minutes(60)
    const polls = world.queues.sent.slice(sent).filter(({ queue }) => queue === 'sync-account')
    expect(polls.length).toBeGreaterThanOrEqual(10)
    expect(polls.length).toBeLessThanOrEqual(12)
    expect(world.readers.resting.size).toBe(RESTING)
  })
})

describe('an order that comes while they rest', () => {
  beforeEach(toRest)

  it('goes out at once, and what follows it is carried until the readers read', async () => {
    world.readers.wakesAfter = 30_000
    const id = await world.place({ price: 0.42 })
    const before = world.time.now
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect(world.time.now - before).toBeLessThanOrEqual(42_000)
    expect([...world.readers.resting]).toEqual([])
  })

  it('goes out although the wake-up is lost: the next minute wakes them', async () => {
    world.queues.copies = ({ queue }) => (queue === 'sweep-soon' ? 0 : 1)
    const id = await world.place({ price: 0.42 })
    await world.settle()
    expect(world.readers.resting.size).toBe(RESTING)
    world.queues.copies = () => 1
    await minute()
    expect([...world.readers.resting]).toEqual([])
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
  })

  it('is never lost and meets its time, wherever the request that places it dies', async () => {
    const apart = inThisRun({ usual: 3, long: 1 })
    let died = 0
    for (let dieAt = 2; dieAt < 40; dieAt += apart) {
      await start()
      await toRest()
      const body = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId(), buy_flag: true, ...MARKET_BUY }
      const { status } = await world.post('/v1/orders', body, { dieAt })
      await world.settle()
      await minute()
      const after = await world.orders()
      if (status === 202) break
      died += 1
      if (after.length > 0) expect(after[0], `died at ${dieAt}`).toMatchObject({ status: 'EXECUTED' })
      await world.stop()
    }
    expect(died).toBeGreaterThan(5 / apart)
  }, 120_000)

  it('that comes while they are being put to rest wakes them', async () => {
    // It buys nothing: an account that holds something is polled.
    await world.place({ price: 0.3, time_in_force: 'IOC' })
    await minutes(2)
    let placed: string | null = null
    world.readers.meanwhile = async () => {
      placed ??= await world.place({ price: 0.42 })
    }
    await minutes(45)
    world.readers.meanwhile = async () => undefined
    expect(await world.order(String(placed))).toMatchObject({ status: 'EXECUTED' })
  })
})

it('a wake-up that takes too long is a failure that is told', async () => {
  await toRest()
  world.queues.copies = ({ queue }) => (queue === 'sweep-soon' ? 0 : 1)
  const id = await world.place({ price: 0.42 })
  await minutes(5)
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
  expect(world.log.some((line) => line.includes('readers of the queues do not wake'))).toBe(true)
})

it('readers that rest, and no longer may, are woken within the minute', async () => {
  await toRest()
  await world.sweepMinute(false)
  await world.settle()
  expect([...world.readers.resting]).toEqual([])
})

it('readers that were put to rest by hand, or before their table was restored, read again within minutes', async () => {
  const id = await world.place({ price: 0.3, time_in_force: 'GTC' })
  await minutes(10)
  await world.readers.rest()
  await world.delete(`/v1/orders/${id}`)
  await minutes(6)
  expect([...world.readers.resting]).toEqual([])
  expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
})
