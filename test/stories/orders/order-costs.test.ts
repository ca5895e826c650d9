/**
 * Use of DynamoDB, SQS and the exchange by an order, from the POST until it is EXECUTED and its fill is in the position. The shares of its
 * account are in: a wake-up, polls, one look at the positions. `docs/performance.md` says what each unit is for.
 */

import { beforeEach, describe, expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'

interface Use {
  readonly written: number
  readonly read: number
  readonly messages: number
  readonly calls: number
}

const READS: ReadonlySet<string> = new Set(['get', 'batchGet', 'query', 'count'])
const IOC = { time_in_force: 'IOC', price: 0.42, qty: 1 }

let written = 0
let read = 0
const world = useWorld({
  onConsumed: ({ operation, total }) => {
    if (READS.has(operation)) read += total
    else written += total
  },
})

beforeEach(async () => {
  await world.simulated.book([[0.2, 1_000]], [[0.42, 1_000]])
  // The account is known, flat, and asleep: the first polls of its life read what happened before.
  await executed([await world.place(IOC)])
  await executed([await world.place({ ...IOC, price: 0.2, buy_flag: false })])
  await world.pass('120s', 5)
})
/** Lets the orders run until they are over and all they traded is held. Looking is not counted. */
const executed = async (orderIds: readonly string[]): Promise<void> => {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    const before = { written, read }
    const orders = await Promise.all(orderIds.map((orderId) => world.ports.orders.get(orderId)))
    ;({ written, read } = before)
    if (orders.every((order) => order?.status === 'EXECUTED' && order.fillCount > 0)) return
    await world.pass('1s')
  }
  throw new Error('the orders are not executed')
}

/** For each of `orders`. */
const useOf = async (act: () => Promise<void>, orders = 1): Promise<Use> => {
  const before = { written, read, messages: world.queues.sent.length, calls: world.exchangeCalls }
  await act()
  return {
    written: (written - before.written) / orders,
    read: (read - before.read) / orders,
    messages: (world.queues.sent.length - before.messages) / orders,
    calls: (world.exchangeCalls - before.calls) / orders,
  }
}

const burst = async (count: number): Promise<void> => {
  const placed: string[] = []
  for (let n = 0; n < count; n += 1) {
    placed.push(await world.place(IOC))
    // Ten a second are what the exchange lets through.
    if (n % 10 === 9) await world.pass('1s')
  }
  await executed(placed)
}

const expectAtMost = (use: Use, most: Use): void => {
  for (const what of ['written', 'read', 'messages', 'calls'] as const)
    expect(use[what], `${what} of ${JSON.stringify(use)}`).toBeLessThanOrEqual(most[what])
}

/** Reads to count the open orders of the user, once a minute: the subaccounts, three counts for the one, and the waiting orders. */
const COUNT = 3

/** The credentials, read again by whoever has woken the account. */
const CREDENTIALS = 1

/** Read units to check for protect stops: half a unit at a poll with trades, at a position read, and each half a minute. */
const PROTECTS = 1.5

describe('an order uses no more than', () => {
  it('17 write units of its own and 6 of its account, when it comes alone and is filled at once', async () => {
    const use = await useOf(async () => executed([await world.place(IOC)]))
    expectAtMost(use, { written: 23, read: 18 + COUNT + CREDENTIALS + PROTECTS, messages: 3, calls: 9 })
  })

  it('18 write units of its own and 9 of its account, when it rests for five seconds before it is filled', async () => {
    const use = await useOf(async () => {
      const orderId = await world.place({ price: 0.4, qty: 1 })
      await world.pass('5s')
      await world.simulated.trade(0.4, 1, false)
      await executed([orderId])
    })
    expectAtMost(use, { written: 27, read: 26 + COUNT + CREDENTIALS + PROTECTS, messages: 5, calls: 15 })
  })

  it('16 write units in a burst, and 20 read units among the hundred fresh fills of one', async () => {
    expectAtMost(await useOf(() => burst(100), 100), { written: 16, read: 11, messages: 1.2, calls: 1.3 })
    await world.pass('6s')
    const last = await useOf(async () => executed([await world.place(IOC)]))
    expectAtMost(last, { written: 22, read: 19 + COUNT + PROTECTS, messages: 3, calls: 9 })
    await world.agree()
  })
})

describe('an account that sleeps uses no more than', () => {
  it('9 write units for its poll each hour', async () => {
    const idle = await useOf(() => world.pass('50m', 50))
    // The poll also stores the equity of the day: 1 write unit, 2 read units, 1 call.
    const polled = await useOf(() => world.pass('50m', 50))
    expect([idle.written, idle.messages, idle.calls]).toEqual([0, 0, 0])
    expectAtMost({ ...polled, read: polled.read - idle.read }, { written: 9, read: 8.5, messages: 1, calls: 5 })
  })
})

describe('an account with a position and no live orders uses no more than', () => {
  it('7 write units for its poll every five minutes, while its mark moves', async () => {
    await executed([await world.place(IOC)])
    await world.pass('6m', 5)
    const looks = await useOf(async () => void (await world.sweep()))
    let price = 0.3
    const polled = await useOf(async () => {
      for (let polls = 0; polls < 6; polls += 1) {
        price += 0.01
        await world.simulated.book([[price, 1_000]], [[price + 0.02, 1_000]])
        await world.pass('5m', 10)
      }
    }, 6)
    // One of the six also stores the equity of the hour.
    expectAtMost(
      { ...polled, read: polled.read - 30 * looks.read },
      { written: 7.2, read: 9.4, messages: 1, calls: 8.2 },
    )
  })
})
