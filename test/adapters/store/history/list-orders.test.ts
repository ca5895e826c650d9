import { asyncProperty, assert as check, constantFrom, integer, option, record } from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { tallyPartition } from '#adapters/store/engine/keys.ts'
import { keysOf, type Table } from '#adapters/store/engine/table.ts'
import { ORDERS } from '#adapters/store/history/history.ts'
import { extendTallies, readTallies } from '#adapters/store/history/tallies.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import type { OrderFilter, OrderStore } from '#ports/store.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleOrder, USER, uuidAt } from '../samples.ts'

const SUBACCOUNTS = [1, 2, 3].map((n) => uuidAt(NOW, 0xb000 + n))
const ASSETS = [null, uuidAt(NOW, 0xc001), uuidAt(NOW, 0xc002)]
const SVC_IDS = [9_007_199_254_740_991, 17, 18]
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
      },
      n + 1,
    )
  })

/** What the list should say: filter, sort and cut in memory. */
const naive = (orders: readonly Order[], filter: OrderFilter, page: { limit: number; offset: number }) => {
  const matching = orders
    .filter((order) => filter.status === undefined || order.status === filter.status)
    .filter((order) => filter.svcId === undefined || order.svcId === filter.svcId)
    .filter((order) => filter.subaccountId === undefined || order.subaccountId === filter.subaccountId)
    .filter((order) => filter.customAssetId === undefined || order.customAssetId === filter.customAssetId)
    .filter((order) => filter.buyFlag === undefined || order.buyFlag === filter.buyFlag)
    .sort((a, b) => b.createdAt - a.createdAt || (a.orderId < b.orderId ? 1 : -1))
  return { orders: matching.slice(page.offset, page.offset + page.limit), count: matching.length }
}

const anyFilter = record({
  status: option(constantFrom(...ORDER_STATUSES), { nil: undefined }),
  svcId: option(constantFrom(...SVC_IDS, 99), { nil: undefined }),
  subaccountId: option(constantFrom(...SUBACCOUNTS), { nil: undefined }),
  customAssetId: option(constantFrom(...ASSETS.flatMap((id) => id ?? [])), { nil: undefined }),
  buyFlag: option(constantFrom(true, false), { nil: undefined }),
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
      { numRuns: 150 },
    )

  it('is what filtering, sorting and cutting in memory gives, with the exact count', agrees)

  it('filters by each field alone', async () => {
    const page = { limit: 1_000, offset: 0 }
    const filters: readonly OrderFilter[] = [
      { status: 'RESTING' },
      { svcId: 17 },
      { subaccountId: SUBACCOUNTS[0] },
      { customAssetId: ASSETS[1] ?? '' },
      { buyFlag: false },
    ]
    for (const filter of filters) {
      const listed = await orders.list(USER, filter, page)
      expect(listed).toEqual(naive(all, filter, page))
      expect(listed.count).toBeGreaterThan(0)
      expect(listed.count).toBeLessThan(all.length)
    }
  })

  it('shows nobody else’s orders', async () => {
    expect(await orders.list(STRANGER, {}, { limit: 10, offset: 0 })).toMatchObject({ count: 1 })
    expect(await orders.list(uuidAt(NOW, 0xd001), {}, { limit: 10, offset: 0 })).toEqual({ orders: [], count: 0 })
  })

  it('says the same once the history is tallied', async () => {
    for (let run = 0; run < 3; run++) await extendTallies(table, ORDERS, USER, NOW + 199 * 10 * SECOND, 20)
    const tallies = await readTallies(table, ORDERS, USER)
    expect(tallies).toHaveLength(9)
    expect(tallies.flatMap(({ open }) => open)).toHaveLength(8)
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
          if (n % 10 === 0) await extendTallies(table, ORDERS, USER, NOW + 400 * 10 * SECOND, 20)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('tallies', () => {
  it('are not made of orders to which a slow request may still add', async () => {
    const { table } = await freshTable()
    await storeAll(orderStore(table), history())
    await extendTallies(table, ORDERS, USER, NOW + 25 * 10 * SECOND, 20)
    expect(await readTallies(table, ORDERS, USER)).toHaveLength(0)
    await extendTallies(table, ORDERS, USER, NOW + 26 * 10 * SECOND, 20)
    expect(await readTallies(table, ORDERS, USER)).toHaveLength(1)
  })

  it('do not count anything twice when several are made at once, or when some are deleted', async () => {
    const { table } = await freshTable()
    const orders = orderStore(table)
    const all = history()
    await storeAll(orders, all)
    const now = NOW + 199 * 10 * SECOND
    await Promise.all([20, 20, 30, 7].map((size) => extendTallies(table, ORDERS, USER, now, size)))
    await Promise.all([20, 20, 30, 7].map((size) => extendTallies(table, ORDERS, USER, now, size)))
    const page = { limit: 10, offset: 0 }
    expect(await orders.list(USER, {}, page)).toEqual(naive(all, {}, page))
    const rows = await table.query({ partition: tallyPartition(USER) })
    for (const key of keysOf(rows).filter((_, place) => place % 3 === 1))
      await table.write([{ remove: key, expect: 'anything' }])
    expect(await orders.list(USER, {}, page)).toEqual(naive(all, {}, page))
  })
})
