import { describe, expect, it } from 'vitest'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { deadMansSwitchStore } from '#adapters/store/accounts/dead-mans-switches.ts'
import { flatteningStore } from '#adapters/store/accounts/flattenings.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { accountSyncKey } from '#adapters/store/engine/keys.ts'
import { workPartition } from '#adapters/store/engine/work-partitions.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { workStore } from '#adapters/store/work/work.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { renewed } from '#domain/risk/dead-mans-switch.ts'
import { newFlattening } from '#domain/risk/flattening.ts'
import { laggingTable } from '#test/support/faults/lagging-table.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, SUBACCOUNT, sampleOrder, uuidAt } from '../samples.ts'

const active: AccountSync = {
  subaccountId: SUBACCOUNT,
  exchange: 'EXCHANGE_B',
  active: true,
  poll: 3,
  activatedAt: NOW,
  cursor: NOW - 1,
  reconciledAt: NOW - 2,
  account: 'wallet',
  history: { before: NOW - 3, cursor: 'L2' },
  positionsReadAt: NOW - 4,
  holds: true,
  settling: true,
  actions: [],
  actAt: null,
  streamedAt: null,
  dueAt: NOW + 5,
  version: 0,
}

describe('the sync state of an exchange account', () => {
  it('is created once and then saved only over the version the caller saw', async () => {
    const accounts = accountSyncStore((await freshTable()).table)
    expect(await accounts.get(SUBACCOUNT, 'EXCHANGE_B')).toBeNull()
    expect(await accounts.save(active)).toBe(true)
    expect(await accounts.save(active)).toBe(false)
    expect(await accounts.get(SUBACCOUNT, 'EXCHANGE_B')).toEqual({ ...active, version: 1 })
    const idle = { ...active, active: false, dueAt: null, version: 1 }
    expect(await accounts.save(idle)).toBe(true)
    expect(await accounts.save(idle)).toBe(false)
    expect(await accounts.get(SUBACCOUNT, 'EXCHANGE_B')).toEqual({ ...idle, version: 2 })
    expect(await accounts.get(SUBACCOUNT, 'EXCHANGE_A')).toBeNull()
  })

  it('the sync state of an account makes the watch hold its private stream until its end, and stays unchanged', async () => {
    const { table } = await freshTable()
    const accounts = accountSyncStore(table)
    const streamed = async () => (await complexOrderStore(table).watched()).accounts
    await accounts.save(active)
    await accounts.stream(active, NOW)
    expect(await streamed()).toEqual([{ subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_B', at: NOW }])
    await accounts.endStream(active)
    expect(await streamed()).toEqual([])
    expect(await accounts.get(SUBACCOUNT, 'EXCHANGE_B')).toEqual({ ...active, version: 1 })
  })
})

describe('work', () => {
  it('lists the due rows, oldest first, orders and accounts alike', async () => {
    const { table } = await freshTable()
    const [orders, accounts] = [orderStore(table), accountSyncStore(table)]
    const due = Array.from({ length: 40 }, (_, n) => sampleOrder({ dueAt: NOW + 10 * n }, n + 1))
    for (const order of due) await orders.create(order)
    await orders.create(sampleOrder({ dueAt: null }, 99))
    await accounts.save(active)

    expect(await dueWork(table, NOW + 20, 100)).toEqual([
      { kind: 'order', orderId: due[0]?.orderId, dueAt: NOW },
      { kind: 'account', subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_B', dueAt: NOW + 5 },
      { kind: 'order', orderId: due[1]?.orderId, dueAt: NOW + 10 },
      { kind: 'order', orderId: due[2]?.orderId, dueAt: NOW + 20 },
    ])
    expect(await dueWork(table, NOW - 1, 100)).toEqual([])
    expect(await dueWork(table, NOW + 1_000, 7)).toHaveLength(7)
    expect(await dueWork(table, NOW + 1_000, 100)).toHaveLength(41)
  })

  it('is gone once nothing is owed', async () => {
    const { table } = await freshTable()
    const orders = orderStore(table)
    await orders.create(sampleOrder({ dueAt: NOW }))
    await orders.save(sampleOrder({ dueAt: null }), [])
    expect(await dueWork(table, NOW + 1_000, 10)).toEqual([])
  })

  it('lags behind, as live orders do, where a test asks for lagging indexes', async () => {
    const { table } = await freshTable()
    const lagging = laggingTable(table, () => 2)
    const orders = orderStore(lagging)
    const order = sampleOrder({ dueAt: NOW })
    await orders.create(order)
    expect(await orders.get(order.orderId)).toEqual(order)
    const live = async () => (await orders.live(SUBACCOUNT, 'EXCHANGE_A')).map(({ orderId }) => orderId)
    expect([await live(), await live(), await live()]).toEqual([[], [], [order.orderId]])

    await orders.save({ ...order, dueAt: null }, [])
    const due = async () => (await dueWork(lagging, NOW, 10)).length
    expect([await due(), await due(), await due()]).toEqual([1, 1, 0])
  })

  it('reports a row whose key names nothing that is ever due, and the rows beside it', async () => {
    const { table } = await freshTable()
    await table.putAll([
      { pk: 'U#x', sk: 'S#y', wp: '0', due: NOW - 1.5 },
      { pk: 'Z', sk: 'O', wp: '1', due: NOW - 1 },
    ])
    const order = sampleOrder({ dueAt: NOW })
    await orderStore(table).create(order)
    expect(await dueWork(table, NOW, 10)).toMatchObject([
      { kind: 'unknown', pk: 'U#x', sk: 'S#y', dueAt: NOW - 1.5 },
      { dueAt: NOW - 1 },
      { kind: 'order', orderId: order.orderId },
    ])
  })

  it('is put off without being understood, unless it is due at another time or was changed meanwhile', async () => {
    const { table } = await freshTable()
    const work = workStore(table)
    await table.putAll([{ pk: 'U#x', sk: 'S#y', wp: '0', due: NOW, odd: [1, { two: 'three' }] }])
    const [item] = await dueWork(table, NOW, 1)
    if (item === undefined) throw new Error('nothing is due')
    expect(await work.reschedule(item, NOW + 60_000)).toBe(true)
    expect(await dueWork(table, NOW + 59_999, 1)).toEqual([])
    expect(await table.get({ pk: 'U#x', sk: 'S#y' })).toMatchObject({ due: NOW + 60_000, odd: [1, { two: 'three' }] })
    expect(await work.reschedule(item, NOW + 120_000)).toBe(false)
  })
})

describe('work that is taken', () => {
  const many = (lane: 'now' | 'accounts', count: number, at: number, owner: string) =>
    Array.from({ length: count }, (_, n) => ({
      pk: `${lane === 'now' ? 'O' : 'NEW'}#${owner}${n}`,
      sk: lane === 'now' ? 'O' : 'NEW',
      wp: workPartition(lane, owner, String(n)),
      due: at,
    }))

  it('begins with what must act now, however long the rest has been overdue', async () => {
    const { table } = await freshTable()
    await table.putAll(many('accounts', 300, NOW - 100_000, 'heap'))
    const rests = sampleOrder({ sendBy: null, dueAt: NOW - 9 }, 1)
    const acts = sampleOrder({ sendBy: NOW + 20_000, sendState: 'none', dueAt: NOW }, 2)
    for (const order of [rests, acts]) await orderStore(table).create(order)
    const taken = await workStore(table).take(NOW, 20)
    expect(taken.slice(0, 2)).toMatchObject([{ orderId: acts.orderId }, { orderId: rests.orderId }])
    expect(taken).toHaveLength(2 + 2 * 20)
  })

  it('lists the due cancels of a user before resting orders', async () => {
    const { table } = await freshTable()
    const of = { userId: uuidAt(NOW, 7), subaccountId: SUBACCOUNT }
    const terms = { timeoutMs: 1_000, includeComplexOrders: true, halt: true }
    await orderStore(table).create(sampleOrder({ sendBy: null, dueAt: NOW - 100_000 }, 1))
    await deadMansSwitchStore(table).save(renewed(null, of, terms, NOW))
    await flatteningStore(table).save(newFlattening({ ...of, flattenId: uuidAt(NOW, 8), maxSlippage: null }, null, NOW))
    const kinds = (await workStore(table).take(NOW + 60_000, 20)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['dead_mans_switch', 'flattening', 'order'])
    expect(kinds[2]).toBe('order')
  })

  it('has the newest beside the oldest, and as much of a quiet user as of a busy one', async () => {
    const { table } = await freshTable()
    const heap = Array.from({ length: 3 }, (_, n) => many('now', 200, NOW - 100_000 + n, 'loud')).flat()
    await table.putAll([...heap, ...many('now', 5, NOW, 'loud')])
    const taken = await workStore(table).take(NOW, 10)
    expect(taken.slice(0, 10).some(({ dueAt }) => dueAt === NOW)).toBe(true)
  })

  it('puts what earlier versions stored among the orders behind them all the same', async () => {
    const { table } = await freshTable()
    const accounts = accountSyncStore(table)
    await accounts.save({ ...active, dueAt: NOW - 50 })
    const key = accountSyncKey(SUBACCOUNT, 'EXCHANGE_B')
    await table.putAll([{ ...(await table.get(key)), ...key, wp: '0' }])
    const order = sampleOrder({ dueAt: NOW })
    await orderStore(table).create(order)
    const taken = await workStore(table).take(NOW, 10)
    expect(taken.map(({ kind }) => kind)).toEqual(['order', 'account'])
  })
})

describe('an order’s id', () => {
  it('need not be a UUID to be stored and come back', async () => {
    const orders = orderStore((await freshTable()).table)
    const order = sampleOrder({ orderId: 'PLAIN-1', exchangeOrderId: uuidAt(NOW, 1).toUpperCase() })
    await orders.create(order)
    expect(await orders.get('PLAIN-1')).toEqual(order)
  })
})
