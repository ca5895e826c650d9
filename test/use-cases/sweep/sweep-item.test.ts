/** Effects of a sweep on one piece of overdue work, of each kind. */

import { beforeEach, describe, expect, it } from 'vitest'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { connectionKey } from '#adapters/store/engine/keys.ts'
import { workPartition } from '#adapters/store/engine/work-partitions.ts'
import { outboxChanges } from '#adapters/store/outbox/outbox.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import { becomeIdle } from '#domain/accounts/sync/become-idle.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { NOW, SUBACCOUNT, sampleOrder, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { basketOf } from '#test/domain/baskets/round-samples.ts'
import { contracts, sampleConditional } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { sweepStores } from '#test/support/sweep-stores.ts'
import { sweepItem } from '#use-cases/sweep/sweep-item.ts'
import { WORK_LOG } from '#use-cases/work/log-messages.ts'

const ACCOUNT = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A' } as const
const NOTHING_READ = {
  orders: new Map(),
  accounts: new Map(),
  days: new Map(),
  subaccounts: new Map(),
  postponements: new Map(),
}

const openDesk = async () => {
  const { table } = await memoryTable()
  const time = { now: NOW }
  const clock = () => time.now
  const stores = sweepStores(table)
  const { orders, accountSyncs } = stores
  const queues = storyQueues(clock)
  const reported: string[] = []
  const deps = {
    ...stores,
    pause: async () => undefined,
    queues,
    accounts: 'simulated' as const,
    swept: new Map(),
    read: NOTHING_READ,
    clock,
    log: {
      ...SILENT_LOG,
      warn: (text: string) => void reported.push(text),
      error: (text: string) => void reported.push(text),
    },
  }
  const messages = ({ sent }: typeof queues) =>
    sent.splice(0).map(({ queue, body, group }) => ({ queue, ...JSON.parse(body), group }))
  const sweep = async (work: DueWork, read: Partial<typeof NOTHING_READ> = {}) => {
    await sweepItem({ ...deps, read: { ...NOTHING_READ, ...read } }, work)
    return messages(queues)
  }
  return {
    time,
    deps,
    table,
    told: reported,
    queues,
    sweep,
    /** Stores an order, sweeps it, and returns the sent messages and the stored order. */
    sweepOrder: async (change: Partial<Order>) => {
      await orders.create(sampleOrder({ dueAt: NOW, ...change }))
      const { orderId } = sampleOrder()
      const sent = await sweep({ kind: 'order', orderId, dueAt: NOW })
      return { sent, stored: (await orders.get(orderId)) ?? expect.fail() }
    },
    account: async () => accountSyncs.get(SUBACCOUNT, 'EXCHANGE_A'),
    /** Returns the seconds between the sweeps of a piece of work that is never claimed. */
    gaps: async (work: DueWork, dueAt: () => Promise<number | null | undefined>, times: number) => {
      const gaps: number[] = []
      for (let n = 0; n < times; n += 1) {
        expect(await sweep(work)).toHaveLength(1)
        const next = (await dueAt()) ?? expect.fail()
        gaps.push((next - time.now) / SECOND)
        time.now = next
      }
      return gaps
    },
  }
}

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => {
  desk = await openDesk()
})

/** On its book, as far as anybody knows. */
const RESTS = { status: 'RESTING', sendState: 'acked', exchangeState: 'live', exchangeOrderId: 'there' } as const
const { orderId } = sampleOrder()
const THE_ORDER: DueWork = { kind: 'order', orderId, dueAt: NOW }
const GROUP = `${SUBACCOUNT}:EXCHANGE_A:swept`

describe('an order', () => {
  it('goes to execute-order if it was never sent, or if its fate is unknown', async () => {
    const { sent, stored } = await desk.sweepOrder({ sendState: 'none' })
    expect(sent).toEqual([{ queue: 'execute-order', orderId, group: GROUP }])
    expect(stored).toMatchObject({ dueAt: NOW + 20 * SECOND })
    desk = await openDesk()
    const unknown = await desk.sweepOrder({ status: 'PROCESSING', sendState: 'unknown' })
    expect(unknown.sent).toEqual([{ queue: 'execute-order', orderId, group: GROUP }])
  })

  it('goes to execute-order if it has an amend to send', async () => {
    const expected = { qty: qty(5_000_000), price: sampleOrder().price, expiresAt: null }
    const nothing = { reason: null, before: null, sentAt: null, open: false, unresolvedAt: null, quietAt: null }
    const amend = { amendId: uuidAt(NOW, 9), status: 'PENDING', requested: expected, ...nothing } as const
    const { sent } = await desk.sweepOrder({ ...RESTS, amend })
    expect(sent).toEqual([{ queue: 'execute-order', orderId, group: GROUP }])
  })

  it.each<[string, Partial<Order>]>([
    ['is to be cancelled', { cancelRequestedAt: NOW }],
    ['has expired', { timeInForce: 'GTD', expiresAt: NOW }],
    ['rests although it may not', { timeInForce: 'IOC', sendBy: NOW - 1 }],
    ['is final here and rests there', { status: 'CANCELLED' }],
  ])('goes to cancel-order if it %s', async (_, change) => {
    const { sent } = await desk.sweepOrder({ ...RESTS, ...change })
    expect(sent).toEqual([{ queue: 'cancel-order', orderId, group: GROUP }])
  })

  it('has its account polled if it only waits for a report of its exchange', async () => {
    const { sent } = await desk.sweepOrder(RESTS)
    expect(sent).toMatchObject([{ queue: 'sync-account', ...ACCOUNT, poll: 1 }])
    expect(await desk.account()).toMatchObject({ active: true, activatedAt: NOW })
  })

  it('has its account polled if it has ended with fills missing, whatever else was requested', async () => {
    const filled = { exchangeFilledQty: qty(2_000_000), exchangeState: 'ended', status: 'CANCELLED' } as const
    const { sent } = await desk.sweepOrder({ ...RESTS, ...filled, cancelRequestedAt: NOW })
    expect(sent).toMatchObject([{ queue: 'sync-account' }])
  })

  it('is due no more if it has ended with nothing missing', async () => {
    const over = { exchangeState: 'ended', status: 'CANCELLED' } as const
    const { sent, stored } = await desk.sweepOrder({ ...RESTS, ...over })
    expect([sent, stored.dueAt]).toEqual([[], null])
  })

  it('is due no more after the time in which an unresolved send may arrive', async () => {
    const given = { status: 'REJECTED', sendState: 'acked', exchangeState: null, watchUntil: NOW } as const
    const { sent, stored } = await desk.sweepOrder(given)
    expect([sent, stored.dueAt, stored.watchUntil]).toEqual([[], null, null])
  })

  it('is left alone until its lease ends if it is claimed, and is swept then', async () => {
    const lease = { token: 'one', until: NOW + 7 * SECOND }
    const { sent, stored } = await desk.sweepOrder({ status: 'PROCESSING', sendState: 'in_flight', lease })
    expect(sent).toMatchObject([{ queue: 'sweep-soon', until: NOW + 7 * SECOND + MINUTE }])
    expect(desk.queues.waiting).toMatchObject([{ visibleAt: NOW + 7 * SECOND }])
    expect(stored.dueAt).toBe(NOW + 7 * SECOND)
    desk.time.now = NOW + 7 * SECOND
    expect(await desk.sweep({ ...THE_ORDER, dueAt: desk.time.now })).toMatchObject([{ queue: 'execute-order' }])
  })

  it('is swept again after 20 seconds, then 40, then each minute, until it is claimed', async () => {
    const { deps, gaps } = desk
    await deps.orders.create(sampleOrder({ dueAt: NOW }))
    const dueAt = async () => (await deps.orders.get(orderId))?.dueAt
    expect(await gaps(THE_ORDER, dueAt, 8)).toEqual([20, 40, 60, 60, 60, 60, 60, 60])
  })

  it('is left alone for longer after failed tries, and for eight seconds if it must act now', async () => {
    const tried = await desk.sweepOrder({ retries: 1 })
    expect(tried.stored.dueAt).toBe(NOW + 40 * SECOND)
    desk = await openDesk()
    const urgent = await desk.sweepOrder({ retries: 1, timeInForce: 'IOC', sendBy: NOW + 1 })
    expect(urgent.stored.dueAt).toBe(NOW + 8 * SECOND)
    desk = await openDesk()
    const late = await desk.sweepOrder({ retries: 1, timeInForce: 'IOC', sendBy: NOW })
    expect(late.stored.dueAt).toBe(NOW + 40 * SECOND)
  })

  it('is reported as left behind by the second sweep, and again if it was claimed in between', async () => {
    const { deps, gaps, told, time } = desk
    await deps.orders.create(sampleOrder({ dueAt: NOW }))
    const dueAt = async () => (await deps.orders.get(orderId))?.dueAt
    const reportedAfter = async (sweeps: number) => {
      await gaps(THE_ORDER, dueAt, sweeps)
      return told.length
    }
    expect([await reportedAfter(1), await reportedAfter(1), await reportedAfter(2)]).toEqual([0, 1, 1])
    await deps.orders.save({ ...((await deps.orders.get(orderId)) ?? expect.fail()), dueAt: time.now })
    expect([await reportedAfter(1), await reportedAfter(1)]).toEqual([1, 2])
  })

  it.each<[string, number, Partial<Order>]>([
    ['that was never sent is not told', 0, {}],
    ['whose fate is unknown is told', 1, { status: 'PROCESSING', sendState: 'unknown' }],
    ['that is to be cancelled is told', 1, { ...RESTS, cancelRequestedAt: NOW }],
  ])('%s as left behind while others of its account are sent', async (_, times, change) => {
    const { deps, gaps, told, time } = desk
    await deps.orders.create(sampleOrder({ dueAt: NOW, ...change }))
    const dueAt = async () => {
      // Another one is sent.
      const woken = activate(await desk.account(), ACCOUNT, time.now + MINUTE)
      if (woken !== null) await deps.accountSyncs.save(woken)
      return (await deps.orders.get(orderId))?.dueAt
    }
    await gaps(THE_ORDER, dueAt, 3)
    expect(told).toHaveLength(times)
  })

  it('is left alone if it is no longer due, or gone', async () => {
    const { deps, sweep } = desk
    expect(await sweep(THE_ORDER)).toEqual([])
    await deps.orders.create(sampleOrder({ dueAt: NOW + 1 }))
    expect(await sweep(THE_ORDER)).toEqual([])
  })

  it('is left to another process that has changed it since the read', async () => {
    const { deps, sweep } = desk
    await deps.orders.create(sampleOrder({ dueAt: NOW }))
    const read = (await deps.orders.get(orderId)) ?? expect.fail()
    await deps.orders.save({ ...read, dueAt: NOW + 5 * SECOND })
    expect(await sweep(THE_ORDER, { orders: new Map([[orderId, read]]) })).toEqual([])
    expect(await deps.orders.get(orderId)).toMatchObject({ dueAt: NOW + 5 * SECOND })
  })
})

describe('an order whose dependents are to be notified', () => {
  const DEPENDENTS = { queue: 'advance-contingents', orderId, group: `${SUBACCOUNT}:swept` }

  it('has its dependents notified first, and its own work done by the next sweep', async () => {
    const { sent, stored } = await desk.sweepOrder({ notifyDueAt: NOW })
    expect(sent).toEqual([DEPENDENTS])
    expect(stored).toMatchObject({ notifyDueAt: NOW + 20 * SECOND, dueAt: NOW })
    expect(await desk.sweep(THE_ORDER)).toMatchObject([{ queue: 'execute-order' }])
  })

  it('has them notified again after 20 seconds, then 40, then each minute, and is reported as left behind once', async () => {
    const { deps, gaps, told } = desk
    await deps.orders.create(sampleOrder({ ...RESTS, dueAt: null, notifyDueAt: NOW }))
    const notifyDueAt = async () => (await deps.orders.get(orderId))?.notifyDueAt
    expect(await gaps(THE_ORDER, notifyDueAt, 1)).toEqual([20])
    expect(told).toEqual([])
    expect(await gaps(THE_ORDER, notifyDueAt, 4)).toEqual([40, 60, 60, 60])
    expect(told).toEqual([WORK_LOG.leftBehind])
  })

  it('is reported again if the dependents were notified meanwhile, and not for its own work', async () => {
    const { deps, gaps, told, time, sweep } = desk
    await deps.orders.create(sampleOrder({ dueAt: NOW, notifyDueAt: NOW }))
    expect([await sweep(THE_ORDER), await sweep(THE_ORDER)]).toMatchObject([
      [{ queue: 'advance-contingents' }],
      [{ queue: 'execute-order' }],
    ])
    const stored = (await deps.orders.get(orderId)) ?? expect.fail()
    time.now = (stored.notifyDueAt ?? 0) + SECOND
    await deps.orders.save({ ...stored, dueAt: null, notifyDueAt: time.now })
    const notifyDueAt = async () => (await deps.orders.get(orderId))?.notifyDueAt
    expect(await gaps(THE_ORDER, notifyDueAt, 1)).toEqual([20])
    expect(told).toEqual([])
    await gaps(THE_ORDER, notifyDueAt, 1)
    expect(told).toHaveLength(1)
  })

  it('has no work of its own if it is not due', async () => {
    const { sent, stored } = await desk.sweepOrder({ ...RESTS, dueAt: null, notifyDueAt: NOW })
    expect(sent).toEqual([DEPENDENTS])
    expect(stored.dueAt).toBeNull()
    expect(await desk.sweep(THE_ORDER)).toEqual([])
  })

  it('is left to another process that has changed it since the read', async () => {
    const { deps, sweep } = desk
    await deps.orders.create(sampleOrder({ dueAt: null, notifyDueAt: NOW }))
    const read = (await deps.orders.get(orderId)) ?? expect.fail()
    await deps.orders.save({ ...read, notifyDueAt: null })
    expect(await sweep(THE_ORDER, { orders: new Map([[orderId, read]]) })).toEqual([])
  })
})

describe('an order on a custom asset', () => {
  const basket = { ...basketOf({ orderId, userId: USER, subaccountId: SUBACCOUNT }), dueAt: NOW }
  const store = async () => {
    await desk.deps.orders.create(basket)
    return (await desk.deps.orders.find(orderId)) ?? expect.fail()
  }

  it('goes to execute-basket again after ten seconds, 20, 40, then each minute, and is reported as left behind once', async () => {
    await store()
    const dueAt = async () => (await desk.deps.orders.find(orderId))?.dueAt
    expect(await desk.sweep(THE_ORDER)).toEqual([{ queue: 'execute-basket', orderId, group: `${SUBACCOUNT}:swept` }])
    expect(await dueAt()).toBe(NOW + 10 * SECOND)
    desk.time.now += 10 * SECOND
    expect(desk.told).toEqual([])
    expect(await desk.gaps(THE_ORDER, dueAt, 4)).toEqual([20, 40, 60, 60])
    expect(desk.told).toEqual([WORK_LOG.leftBehind])
  })

  it('is left to another process that has changed it since the read', async () => {
    const read = await store()
    await desk.deps.orders.save(read)
    expect(await desk.sweep(THE_ORDER, { orders: new Map([[orderId, read]]) })).toEqual([])
  })
})

describe('a complex order', () => {
  const complexOrderId = uuidAt(NOW, 77)
  const work: DueWork = { kind: 'complex_order', complexOrderId, dueAt: NOW }
  const store = async (dueAt: number) => {
    const stop = arm(sampleConditional({ complexOrderId, subaccountId: SUBACCOUNT }), contracts(10), null, NOW)
    await desk.deps.complexOrders.save({ newComplexOrders: [{ ...stop, dueAt }] })
  }

  it('is swept again after 20 seconds, then 40, then each minute, and reported as left behind once', async () => {
    await store(NOW)
    const dueAt = async () => (await desk.deps.complexOrders.get(complexOrderId))?.dueAt
    expect(await desk.gaps(work, dueAt, 5)).toEqual([20, 40, 60, 60, 60])
    expect(desk.told).toEqual([WORK_LOG.leftBehind])
  })

  it('goes to advance-contingents unless it is no longer due, or gone', async () => {
    expect(await desk.sweep(work)).toEqual([])
    await store(NOW + 1)
    expect(await desk.sweep(work)).toEqual([])
    desk.time.now += 1
    const group = `${SUBACCOUNT}:swept`
    expect(await desk.sweep(work)).toEqual([{ queue: 'advance-contingents', complexOrderId, group }])
  })

  it('is left to another process that changes it at the same moment', async () => {
    const { deps, sweep } = desk
    await store(NOW)
    const { get } = deps.complexOrders
    Object.assign(deps.complexOrders, {
      get: async (id: string) => {
        const read = await get(id)
        if (read !== null) await deps.complexOrders.save({ changedComplexOrders: [{ ...read, dueAt: NOW + MINUTE }] })
        return read
      },
    })
    expect(await sweep(work)).toEqual([])
    expect(await get(complexOrderId)).toMatchObject({ dueAt: NOW + MINUTE })
  })
})

describe('an account', () => {
  const work: DueWork = { kind: 'account', ...ACCOUNT, dueAt: NOW }
  const store = async (state: AccountSync | null) => {
    await desk.deps.accountSyncs.save({ ...(state ?? expect.fail()), dueAt: NOW })
  }
  const active = activate(null, ACCOUNT, NOW) ?? expect.fail()
  const POLL = { queue: 'sync-account', ...ACCOUNT, poll: 1, group: `${SUBACCOUNT}:swept` }

  it('is polled and reported if its chain of polls has died', async () => {
    await store(active)
    expect(await desk.sweep(work)).toEqual([POLL])
    expect(desk.told).toEqual([WORK_LOG.syncRestarted])
    expect(await desk.account()).toMatchObject({ active: true, dueAt: NOW + 2 * MINUTE })
  })

  it('has its regular poll, which reads its holdings, while it sleeps, and is not reported', async () => {
    await store(becomeIdle(active, true, NOW))
    expect(await desk.sweep(work)).toEqual([{ ...POLL, look: true }])
    expect(desk.told).toEqual([])
  })

  it('is left alone if it is no longer due, or gone', async () => {
    expect(await desk.sweep(work)).toEqual([])
    await desk.deps.accountSyncs.save(active)
    expect(await desk.sweep(work)).toEqual([])
    expect(await desk.account()).toMatchObject({ version: 1 })
  })

  it('is left to another process that has changed it since the read', async () => {
    await store(active)
    const read = (await desk.account()) ?? expect.fail()
    await desk.deps.accountSyncs.save(read)
    expect(await desk.sweep(work, { accounts: new Map([[`${SUBACCOUNT} EXCHANGE_A`, read]]) })).toEqual([])
  })
})

it('a connection that an earlier version has stored is forgotten', async () => {
  const streamId = 'c='
  const found = { ...connectionKey(streamId), wp: workPartition('now', streamId, streamId), due: NOW, ttl: NOW }
  await desk.table.write([{ put: found, expect: 'anything' }])
  expect(await desk.sweep({ kind: 'connection', streamId, dueAt: NOW })).toEqual([])
  expect(await desk.table.get(connectionKey(streamId))).toBeNull()
})

describe('a revocation of keys', () => {
  it('has the streams of its user checked once, and so has a later one of the same user', async () => {
    const keys = apiKeyStore(desk.table)
    const revoke = async (n: number) => {
      const key = { keyId: uuidAt(NOW, n), userId: USER, name: 'n', scope: 'read', secretHash: 'h' } as const
      await keys.create({ ...key, insertedAt: NOW, revokedAt: null, madeBy: null }, await keys.ring(USER))
      expect(await keys.revoke([key.keyId], await keys.ring(USER), desk.time.now)).not.toBeNull()
      desk.time.now += MINUTE
      return (await desk.deps.work.take(desk.time.now, 10))[0] ?? expect.fail()
    }
    const first = await revoke(1)
    expect(await desk.sweep(first)).toEqual([{ queue: 'push-changes', userId: USER, group: USER }])
    expect(await desk.deps.work.take(desk.time.now, 10)).toEqual([])
    const second = await revoke(2)
    expect(await desk.sweep(first)).toHaveLength(1)
    expect(await desk.deps.work.take(desk.time.now, 10)).toEqual([second])
  })
})

describe('an event that no webhook knows', () => {
  it('goes to deliver-webhook, once, in one group for all users', async () => {
    const order = sampleOrder({ version: 1 })
    const at = { objectId: orderId, sequence: 100, at: NOW, userId: USER }
    const event = { ...at, type: 'order.updated', previousStatus: null, subject: { kind: 'order', order } } as const
    await desk.table.write(outboxChanges([event]))
    const [work = expect.fail()] = await desk.deps.work.take(NOW + MINUTE, 10)
    desk.time.now = work.dueAt
    expect(await desk.sweep(work)).toEqual([{ queue: 'deliver-webhook', objectId: orderId, group: 'events:swept' }])
    expect(await desk.sweep(work)).toEqual([])
  })
})
