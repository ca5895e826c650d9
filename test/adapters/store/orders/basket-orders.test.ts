/** Orders on custom assets in the table: read back as stored, listed and counted with the others, their legs apart. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { extendAggregates } from '#adapters/store/history/aggregates.ts'
import { ORDERS } from '#adapters/store/history/history.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { type BasketOrder, newBasketOrder } from '#domain/baskets/basket-order.ts'
import { basketLeg } from '#domain/baskets/leg.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { freshTable } from '../../../support/store.ts'
import { fullBasket } from '../full-records.ts'
import { NOW, SUBACCOUNT, sampleOrder, USER, uuidAt } from '../samples.ts'

const ASSET = uuidAt(NOW, 0xc001)

const basketAt = (n: number, change: Partial<BasketOrder> = {}): BasketOrder => ({
  ...newBasketOrder(
    {
      orderId: uuidAt(NOW + n, n),
      userId: USER,
      subaccountId: SUBACCOUNT,
      customAssetId: ASSET,
      allocation: 'EQUAL',
      timeInForce: 'IOC',
      qty: qty(30_000_000),
      buyFlag: false,
      label: { title: 'Rain anywhere', ticker: null },
      clientOrderId: 'mine',
      subscriberState: null,
      members: [17, 9_007_199_254_740_991],
    },
    NOW + n,
  ),
  ...change,
})

/** With what a basket order of another kind has. */
const busy = (): BasketOrder => ({
  ...fullBasket,
  timeInForce: 'IOC',
  buyFlag: false,
  label: { title: 'Rain anywhere', ticker: null },
  guarded: true,
  subscriberState: { knows: 'EXECUTED', figures: '30000000 30000000 12300000420000000001 362' },
  parts: [
    {
      svcId: 17,
      share: qty(15_000_000),
      held: qty(20_000_000),
      worstPrice: price(410_000),
      most: qty(18_000_000),
      filled: qty(15_000_000),
      closed: qty(4_000_000),
      settling: true,
    },
    {
      svcId: 9_007_199_254_740_991,
      share: qty(0),
      held: null,
      worstPrice: null,
      most: null,
      filled: qty(0),
      closed: qty(0),
      settling: false,
    },
  ],
  awaited: { qty: qty(1_000_000), cost: 420_000_000_000n, fees: money(17) },
  origin: { kind: 'exit', complexOrderId: uuidAt(NOW, 0xd), entryId: uuidAt(NOW, 0xe), hasFired: true },
  complexOrderIds: [uuidAt(NOW, 0xc1), uuidAt(NOW, 0xc2)],
})

let table: Table
beforeEach(async () => {
  table = (await freshTable()).table
})

describe('an order on a custom asset', () => {
  it('reads back with every field exactly as it was stored, and is no order on one market', async () => {
    const baskets = orderStore(table)
    const stored = busy()
    expect(await baskets.create(stored)).toBe(true)
    expect(await baskets.create(stored)).toBe(false)
    expect(await baskets.getBasket(stored.orderId)).toEqual(stored)
    expect(await orderStore(table).get(stored.orderId)).toBeNull()
    const order = sampleOrder()
    await orderStore(table).create(order)
    expect(await baskets.getBasket(order.orderId)).toBeNull()
  })

  it('an exit on a custom asset has no send date, and is found by the earlier of its two dates', async () => {
    const baskets = orderStore(table)
    const exit = basketAt(1, { sendBy: null, dueAt: NOW + 50, notifyDueAt: NOW + 20 })
    await baskets.create(exit)
    expect(await baskets.getBasket(exit.orderId)).toEqual(exit)
    expect(await dueWork(table, NOW + 100, 10)).toMatchObject([{ orderId: exit.orderId, dueAt: NOW + 20 }])
    await baskets.save({ ...exit, notifyDueAt: null })
    expect(await dueWork(table, NOW + 100, 10)).toMatchObject([{ orderId: exit.orderId, dueAt: NOW + 50 }])
  })

  it('is saved only over the version that was read, is live until it is over, and is found by its date', async () => {
    const baskets = orderStore(table)
    const first = basketAt(1)
    await baskets.create(first)
    expect((await baskets.liveBaskets(SUBACCOUNT)).map(({ orderId }) => orderId)).toEqual([first.orderId])
    expect(await dueWork(table, first.dueAt ?? 0, 10)).toEqual([
      { kind: 'order', orderId: first.orderId, dueAt: first.dueAt },
    ])
    const over: BasketOrder = { ...first, status: 'CANCELLED', dueAt: null }
    expect(await baskets.save(over)).toBe(true)
    expect(await baskets.save(over)).toBe(false)
    expect(await baskets.getBasket(first.orderId)).toEqual({ ...over, version: 1 })
    expect(await baskets.liveBaskets(SUBACCOUNT)).toEqual([])
    expect(await dueWork(table, NOW + MINUTE, 10)).toEqual([])
  })

  it('is counted by tallies like any order, and its legs by none', async () => {
    const orders = orderStore(table)
    const baskets = orderStore(table)
    for (let n = 1; n <= 10; n += 1) {
      const basket = basketAt(n, { status: n % 2 === 0 ? 'EXECUTED' : 'CANCELLED', dueAt: null })
      await baskets.create(basket)
      await orders.create(
        sampleOrder({ createdAt: NOW + n, status: 'EXECUTED', sendState: 'acked', dueAt: null }, 100 + n),
      )
      const leg = {
        orderId: uuidAt(NOW + n, 200 + n),
        svcId: 17,
        exchange: 'EXCHANGE_A',
        nativeId: 'K',
        shard: 0,
      } as const
      await orders.create(basketLeg(basket, { ...leg, qty: qty(1_000_000), price: price(400_000) }, null, NOW + n))
    }
    const page = { limit: 100, offset: 0 }
    const counts = async () => {
      const requested = [
        {},
        { customAssetId: ASSET },
        { status: 'EXECUTED' },
        { svcId: 17 },
        { includeLegs: true },
      ] as const
      return Promise.all(requested.map(async (filter) => (await orders.list(USER, filter, page)).count))
    }
    expect(await counts()).toEqual([20, 10, 15, 0, 30])
    await extendAggregates({ table, history: ORDERS, userId: USER }, NOW + 2 * MINUTE, 8)
    expect(await counts()).toEqual([20, 10, 15, 0, 30])
    const { orders: shown } = await orders.list(USER, { includeLegs: true }, { limit: 5, offset: 20 })
    expect(shown).toHaveLength(5)
    // Late news of one that was counted.
    const [late] = (await orders.list(USER, { customAssetId: ASSET, status: 'CANCELLED' }, { limit: 1, offset: 4 }))
      .orders
    const found = late === undefined ? null : await baskets.getBasket(late.orderId)
    if (found === null) throw new Error('not listed')
    await baskets.save({ ...found, status: 'EXECUTED', updatedAt: NOW + 5 * MINUTE })
    expect(await counts()).toEqual([20, 10, 16, 0, 30])
  })
})

describe('a list with the legs of many orders', () => {
  const LEGS = 1_030
  let orders: OrderStore
  let wire: string[]

  beforeAll(async () => {
    const { reach } = await freshTable()
    wire = []
    orders = orderStore(openTable({ ...reach, onConsumed: ({ operation }) => void wire.push(operation) }))
    const basket = basketAt(1, { status: 'EXECUTED', dueAt: null })
    await orders.create(basket)
    const legs = Array.from({ length: LEGS }, (_, n) => {
      const of = {
        orderId: uuidAt(NOW + n, 0x9000 + n),
        svcId: 17 + (n % 2),
        exchange: 'EXCHANGE_A',
        nativeId: 'K',
        shard: 0,
      } as const
      const plan = { ...of, qty: qty(1_000_000), price: price(400_000) }
      return basketLeg({ ...basket, createdAt: NOW + n }, plan, null, NOW + n)
    })
    for (let start = 0; start < LEGS; start += 103)
      await Promise.all(legs.slice(start, start + 103).map((leg) => orders.create(leg)))
  }, 60_000)

  it('counts those behind the page without reading them', async () => {
    wire.length = 0
    const { orders: shown, ...rest } = await orders.list(USER, { includeLegs: true }, { limit: 10, offset: 0 })
    expect(rest).toEqual({ count: LEGS + 1, hasMore: true })
    expect(shown.map(({ createdAt }) => createdAt)).toEqual(Array.from({ length: 10 }, (_, n) => NOW + LEGS - 1 - n))
    // The orders, a thousand legs, the tallies of orders and what they leave, the page; the other legs are counted.
    expect(wire.filter((operation) => operation === 'count')).toHaveLength(2)
  })

  it('says the same of each part of it, by whatever it is filtered', async () => {
    const list = (filter: object, page: { limit: number; offset: number }) =>
      orders.list(USER, { includeLegs: true, ...filter }, page)
    expect(await list({ exchange: 'EXCHANGE_A' }, { limit: 1, offset: 0 })).toMatchObject({
      count: LEGS,
      hasMore: true,
    })
    expect(await list({ svcId: 17 }, { limit: 1, offset: 0 })).toMatchObject({ count: LEGS / 2, hasMore: true })
    const last = await list({}, { limit: 20, offset: LEGS - 9 })
    expect(last).toMatchObject({ count: LEGS + 1, hasMore: false })
    expect(last.orders).toHaveLength(10)
  })
})
