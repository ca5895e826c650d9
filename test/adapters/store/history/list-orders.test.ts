import {
  asyncProperty,
  assert as check,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  subarray,
  tuple,
} from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { aggregatePartition, type Key, orderKey, rollPartition } from '#adapters/store/engine/keys.ts'
import type { Row } from '#adapters/store/engine/rows.ts'
import { keysOf, type Table } from '#adapters/store/engine/table.ts'
import { extendAggregates, readAggregates } from '#adapters/store/history/aggregates.ts'
import { ORDERS } from '#adapters/store/history/history.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { ORDER_TYPES, type Order, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import type { OrderFilter, OrderStore } from '#ports/orders/order-store.ts'
import { rounds } from '#test/support/run/plays.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleOrder, USER, uuidAt } from '../samples.ts'

const SUBACCOUNTS = [1, 2, 3].map((n) => uuidAt(NOW, 0xb000 + n))
const ASSETS = [null, uuidAt(NOW, 0xc001), uuidAt(NOW, 0xc002)]
const SVC_IDS = [9_007_199_254_740_991, 17, 18]
const NAMES = [null, 'mine', 'mine2', null]
const TAGS = [null, 'grid', 'grid ä#', 'gri']
const STRANGER = uuidAt(NOW, 0xd000)

/** 200 orders of one user, a few of them open, ten seconds apart, two of them in one millisecond. */
const history = (): Order[] =>
  Array.from({ length: 200 }, (_, n) => {
    const status = n % 23 === 0 ? 'RESTING' : (['EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const)[n % 4]
    return sampleOrder(
      {
        createdAt: NOW + (n === 101 ? 100 : n) * 10 * SECOND,
        status: status ?? 'EXECUTED',
        sendState: 'acked',
        subaccountId: SUBACCOUNTS[(n * 7) % 3] ?? '',
        customAssetId: ASSETS[(n * 5) % 3] ?? null,
        svcId: SVC_IDS[(n * 11) % 3] ?? 0,
        buyFlag: n % 5 < 2,
        orderType: n % 3 === 0 ? 'MARKET' : 'LIMIT',
        timeInForce: TIMES_IN_FORCE[(n * 3) % 4] ?? 'GTC',
        exchange: n % 7 < 3 ? 'EXCHANGE_B' : 'EXCHANGE_A',
        clientOrderId: NAMES[(n * 3) % 4] ?? null,
        tag: TAGS[n % 4] ?? null,
      },
      n + 1,
    )
  })

const hasStatus = (order: Order, { status }: OrderFilter): boolean =>
  status === undefined || (status instanceof Set ? status.has(order.status) : order.status === status)

/** Expected list: filtered, sorted and cut in memory. */
const naive = (orders: readonly Order[], filter: OrderFilter, page: { limit: number; offset: number }) => {
  const matching = orders
    .filter((order) => hasStatus(order, filter))
    .filter((order) => filter.svcId === undefined || order.svcId === filter.svcId)
    .filter((order) => filter.subaccountId === undefined || order.subaccountId === filter.subaccountId)
    .filter((order) => filter.customAssetId === undefined || order.customAssetId === filter.customAssetId)
    .filter((order) => filter.buyFlag === undefined || order.buyFlag === filter.buyFlag)
    .filter((order) => filter.orderType === undefined || order.orderType === filter.orderType)
    .filter((order) => filter.timeInForce === undefined || order.timeInForce === filter.timeInForce)
    .filter((order) => filter.exchange === undefined || order.exchange === filter.exchange)
    .filter((order) => filter.clientOrderId === undefined || order.clientOrderId === filter.clientOrderId)
    .filter((order) => filter.tag === undefined || order.tag === filter.tag)
    .filter((order) => filter.createdFrom === undefined || order.createdAt >= filter.createdFrom)
    .filter((order) => filter.createdBefore === undefined || order.createdAt < filter.createdBefore)
    .sort((a, b) => b.createdAt - a.createdAt || (a.orderId < b.orderId ? 1 : -1))
  const end = page.offset + page.limit
  return { orders: matching.slice(page.offset, end), count: matching.length, hasMore: end < matching.length }
}

/** Right at an order, a millisecond beside one, before and after them all. */
const moment = tuple(integer({ min: -1, max: 201 }), constantFrom(-1, 0, 1)).map(
  ([n, off]) => NOW + n * 10 * SECOND + off,
)
const anyFilter = record({
  status: option(
    oneof(
      constantFrom(...ORDER_STATUSES),
      subarray([...ORDER_STATUSES], { minLength: 1 }).map((some) => new Set(some)),
    ),
    {
      nil: undefined,
    },
  ),
  svcId: option(constantFrom(...SVC_IDS, 99), { nil: undefined }),
  subaccountId: option(constantFrom(...SUBACCOUNTS), { nil: undefined }),
  customAssetId: option(constantFrom(...ASSETS.flatMap((id) => id ?? [])), { nil: undefined }),
  buyFlag: option(constantFrom(true, false), { nil: undefined }),
  orderType: option(constantFrom(...ORDER_TYPES), { nil: undefined, freq: 2 }),
  timeInForce: option(constantFrom(...TIMES_IN_FORCE), { nil: undefined, freq: 2 }),
  exchange: option(constantFrom(...EXCHANGE_NAMES), { nil: undefined, freq: 2 }),
  clientOrderId: option(constantFrom('mine', 'mine2'), { nil: undefined, freq: 1 }),
  tag: option(constantFrom('grid', 'grid ä#', 'none'), { nil: undefined, freq: 2 }),
  createdFrom: option(moment, { nil: undefined, freq: 2 }),
  createdBefore: option(moment, { nil: undefined, freq: 2 }),
})
const anyPage = record({ limit: integer({ min: 1, max: 250 }), offset: integer({ min: 0, max: 220 }) })

const storeAll = async (orders: OrderStore, all: readonly Order[]) => {
  await Promise.all(all.map((order) => orders.create(order)))
  await orders.create(sampleOrder({ userId: STRANGER }, 999))
}

describe('the list of a user’s orders', () => {
  let table: Table
  let orders: OrderStore
  const all = history()

  beforeAll(async () => {
    table = (await freshTable()).table
    orders = orderStore(table)
    await storeAll(orders, all)
  })

  const agrees = () =>
    check(
      asyncProperty(anyFilter, anyPage, async (filter, page) => {
        expect(await orders.list(USER, filter, page)).toEqual(naive(all, filter, page))
      }),
      { numRuns: rounds(150) },
    )

  it('is what filtering, sorting and cutting in memory gives, with the exact count', agrees)

  it('filters by each field alone', async () => {
    const page = { limit: 1_000, offset: 0 }
    const filters: readonly OrderFilter[] = [
      { status: 'RESTING' },
      { status: new Set(['RESTING', 'REJECTED']) },
      { svcId: 17 },
      { subaccountId: SUBACCOUNTS[0] },
      { customAssetId: ASSETS[1] ?? '' },
      { buyFlag: false },
      { orderType: 'MARKET' },
      { timeInForce: 'GTD' },
      { exchange: 'EXCHANGE_B' },
      { clientOrderId: 'mine' },
      { tag: 'grid ä#' },
      { createdFrom: NOW + 50 * 10 * SECOND },
      { createdBefore: NOW + 50 * 10 * SECOND },
    ]
    for (const filter of filters) {
      const listed = await orders.list(USER, filter, page)
      expect(listed).toEqual(naive(all, filter, page))
      expect(listed.count).toBeGreaterThan(0)
      expect(listed.count).toBeLessThan(all.length)
    }
  })

  it('shows an order once whose request was repeated later, after the first try had stored its name alone', async () => {
    const order = sampleOrder({ createdAt: NOW + 5, clientOrderId: 'again', tag: 'twice' }, 555)
    await orders.create({ ...order, userId: STRANGER })
    expect(await orders.create({ ...order, userId: STRANGER, createdAt: NOW + 9 })).toBe(false)
    for (const filter of [{ clientOrderId: 'again' }, { tag: 'twice' }, { tag: 'twice', buyFlag: true }])
      expect(await orders.list(STRANGER, filter, { limit: 10, offset: 0 })).toMatchObject({
        orders: [{ orderId: order.orderId }],
        count: 1,
        hasMore: false,
      })
  })

  it('shows no orders of other users', async () => {
    expect(await orders.list(STRANGER, {}, { limit: 10, offset: 0 })).toMatchObject({ count: 2 })
    for (const filter of [{ tag: 'grid' }, { clientOrderId: 'mine' }, { tag: 'grid', status: 'RESTING' as const }])
      expect(await orders.list(STRANGER, filter, { limit: 10, offset: 0 })).toMatchObject({ orders: [], count: 0 })
    expect(await orders.list(uuidAt(NOW, 0xd001), {}, { limit: 10, offset: 0 })).toEqual({
      orders: [],
      count: 0,
      hasMore: false,
    })
  })

  it('says the same once the history is tallied', async () => {
    for (let run = 0; run < 3; run++)
      await extendAggregates({ table, history: ORDERS, userId: USER }, NOW + 199 * 10 * SECOND, 20)
    const aggregates = await readAggregates({ table, history: ORDERS, userId: USER })
    expect(aggregates).toHaveLength(9)
    expect(aggregates.flatMap(({ open }) => open)).toHaveLength(8)
    await agrees()
  })

  it('says the same while tallied orders change, open ones and, against all custom, those that were over', async () => {
    await check(
      asyncProperty(
        integer({ min: 0, max: 199 }),
        constantFrom(...ORDER_STATUSES),
        anyFilter,
        anyPage,
        async (n, status, filter, page) => {
          const order = all[n]
          if (order === undefined) return
          const changed = { ...order, status, updatedAt: order.createdAt + 5 * MINUTE }
          // An order that is over never opens again; see the moves of `domain/orders/status.ts`.
          if (['PENDING_SUBMISSION', 'PROCESSING', 'RESTING', 'PARTIALLY_FILLED'].includes(status)) return
          expect(await orders.save(changed, [])).toBe(true)
          all[n] = { ...changed, version: changed.version + 1 }
          expect(await orders.list(USER, filter, page)).toEqual(naive(all, filter, page))
          if (n % 10 === 0)
            await extendAggregates({ table, history: ORDERS, userId: USER }, NOW + 400 * 10 * SECOND, 20)
        },
      ),
      { numRuns: rounds(150) },
    )
  })
})

describe('a history of which an earlier version stored a part', () => {
  it('is listed by what that version did not keep in the index, before and after it is tallied anew', async () => {
    const { table } = await freshTable()
    const orders = orderStore(table)
    const all = history()
    await storeAll(orders, all)
    const asBefore = async (rows: readonly Row[], change: (row: Row) => Row) => {
      for (const row of rows) {
        const [key] = keysOf([row])
        if (key !== undefined) await table.write([{ put: { ...change(row), ...key }, expect: 'anything' }])
      }
    }
    const whole = await table.batchGet(all.map(({ orderId }) => orderKey(orderId)))
    await asBefore(whole.slice(0, 120), ({ ck: _, ...row }) => row)
    const agrees = () =>
      check(
        asyncProperty(anyFilter, anyPage, async (filter, page) => {
          expect(await orders.list(USER, filter, page)).toEqual(naive(all, filter, page))
        }),
        { numRuns: rounds(60) },
      )
    await agrees()
    const now = NOW + 199 * 10 * SECOND
    await extendAggregates({ table, history: ORDERS, userId: USER }, now, 20)
    await asBefore(await table.query({ partition: aggregatePartition(USER) }), ({ f: _, ...tally }) => tally)
    await agrees()
    for (let run = 1; run <= 12; run += 1)
      await extendAggregates({ table, history: ORDERS, userId: USER }, now + run * 2 * MINUTE, 1_000)
    expect((await readAggregates({ table, history: ORDERS, userId: USER })).map(({ fields }) => fields)).not.toContain(
      5,
    )
    await agrees()
  })
})

describe('a list whose index lags', () => {
  it('shows and counts no order that has just left the status it asks for', async () => {
    const { table } = await freshTable()
    const stored = orderStore(table)
    const all = Array.from({ length: 5 }, (_, n) =>
      sampleOrder({ createdAt: NOW + n * SECOND, status: 'RESTING' }, n + 1),
    )
    for (const order of all) await stored.create(order)
    // State of an order in the index after its row has changed.
    const left = all[2]
    if (left === undefined) throw new Error('five orders were made')
    const lagging: Table = {
      ...table,
      batchGet: async (keys, options) => {
        const rows = await table.batchGet(keys, options)
        return rows.map((row) => (row['pk'] === orderKey(left.orderId).pk ? { ...row, st: 'CANCELLED' } : row))
      },
    }
    const page = { limit: 3, offset: 0 }
    const { orders, count, hasMore } = await orderStore(lagging).list(USER, { status: 'RESTING' }, page)
    expect(orders.map(({ orderId }) => orderId)).toEqual([all[4], all[3]].map((order) => order?.orderId))
    expect({ count, hasMore }).toEqual({ count: 4, hasMore: true })
    const all5 = await orderStore(lagging).list(USER, { status: 'RESTING', includeLegs: true }, { limit: 9, offset: 0 })
    expect(all5).toMatchObject({ count: 4, hasMore: false })
    expect(all5.orders.map(({ status }) => status)).not.toContain('CANCELLED')
  })
})

describe('tallies', () => {
  it('are not made of orders to which a slow request may still add', async () => {
    const { table } = await freshTable()
    await storeAll(orderStore(table), history())
    await extendAggregates({ table, history: ORDERS, userId: USER }, NOW + 25 * 10 * SECOND, 20)
    expect(await readAggregates({ table, history: ORDERS, userId: USER })).toHaveLength(0)
    await extendAggregates({ table, history: ORDERS, userId: USER }, NOW + 26 * 10 * SECOND, 20)
    expect(await readAggregates({ table, history: ORDERS, userId: USER })).toHaveLength(1)
  })

  it('do not count anything twice when several are made at once, or when some are deleted', async () => {
    const { table } = await freshTable()
    const orders = orderStore(table)
    const all = history()
    await storeAll(orders, all)
    const now = NOW + 199 * 10 * SECOND
    await Promise.all(
      [20, 20, 30, 7].map((size) => extendAggregates({ table, history: ORDERS, userId: USER }, now, size)),
    )
    await Promise.all(
      [20, 20, 30, 7].map((size) => extendAggregates({ table, history: ORDERS, userId: USER }, now, size)),
    )
    const page = { limit: 10, offset: 0 }
    expect(await orders.list(USER, {}, page)).toEqual(naive(all, {}, page))
    const rows = await table.query({ partition: aggregatePartition(USER) })
    for (const key of keysOf(rows).filter((_, place) => place % 3 === 1))
      await table.write([{ remove: key, expect: 'anything' }])
    expect(await orders.list(USER, {}, page)).toEqual(naive(all, {}, page))
  })

  it('unreadable tallies are counted in the index instead, and keep no order from being stored', async () => {
    const { table } = await freshTable()
    const orders = orderStore(table)
    const all = history()
    await storeAll(orders, all)
    const now = NOW + 400 * 10 * SECOND
    await extendAggregates({ table, history: ORDERS, userId: USER }, now, 20)
    expect((await readAggregates({ table, history: ORDERS, userId: USER })).length).toBeGreaterThan(2)
    const damage = async (partition: string, more: Row) => {
      for (const row of await table.query({ partition })) await table.putAll([{ ...row, ...keyed(row), ...more }])
    }
    const page = { limit: 200, offset: 0 }
    await damage(rollPartition(USER), { n: new Uint8Array([1, 2, 3]) })
    expect(await orders.list(USER, {}, page)).toEqual(naive(all, {}, page))
    await damage(aggregatePartition(USER), { c: 'many' })
    expect(await orders.list(USER, {}, page)).toEqual(naive(all, {}, page))
    const over = all.find(({ status }) => status === 'CANCELLED')
    if (over === undefined) throw new Error('none was cancelled')
    const stored = await orders.get(over.orderId)
    if (stored === null) throw new Error('it is gone')
    expect(await orders.save({ ...stored, status: 'EXECUTED', updatedAt: now })).toBe(true)
  })
})

const keyed = ({ pk, sk }: Row): Key => ({ pk: String(pk), sk: String(sk) })
