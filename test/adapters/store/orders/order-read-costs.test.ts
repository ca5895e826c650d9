import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { newBasketOrder } from '#domain/baskets/basket-order.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, SUBACCOUNT, sampleFill, sampleOrder, USER, uuidAt } from '../samples.ts'

const sampleBasket = newBasketOrder(
  {
    orderId: uuidAt(NOW, 0xb),
    userId: USER,
    subaccountId: SUBACCOUNT,
    customAssetId: uuidAt(NOW, 0xc),
    allocation: 'EQUAL',
    timeInForce: 'IOC',
    qty: qty(30_000_000),
    buyFlag: true,
    clientOrderId: null,
    subscriberState: null,
    members: [17, 18],
  },
  NOW,
)

/** An order with four fills and a basket order, and every read of them. */
const stored = async () => {
  const { table, reach } = await freshTable()
  const order = sampleOrder()
  const fills = [5, 3, 9, 1].map((n) => sampleFill(order, n))
  await orderStore(table).create(order)
  await orderStore(table).save({ ...order, fillCount: 4 }, fills)
  await orderStore(table).create(sampleBasket)
  const reads: Array<readonly [operation: string, units: number]> = []
  const onConsumed = ({ operation, total }: { readonly operation: string; readonly total: number }) =>
    void reads.push([operation, total])
  const placedOrders = orderStore(openTable({ ...reach, onConsumed }))
  return { placedOrders, reads, order: { ...order, fillCount: 4, version: 1 }, fills }
}

describe('an order looked up by its id', () => {
  it('is found in one read, whether it is on one market or on a custom asset', async () => {
    const { placedOrders, reads, order } = await stored()
    expect(await placedOrders.find(order.orderId)).toEqual(order)
    expect(await placedOrders.find(sampleBasket.orderId)).toEqual(sampleBasket)
    expect(await placedOrders.find(uuidAt(NOW, 404))).toBeNull()
    expect(reads).toEqual([
      ['get', 1],
      ['get', 1],
      ['get', 1],
    ])
  })

  it('is found with its fills in one read too, oldest fill first, and no more fills than asked for', async () => {
    const { placedOrders, reads, order, fills } = await stored()
    const inOrder = [1, 3, 5, 9].map((n) => fills.find((fill) => fill.exchangeAt === NOW + n))
    expect(await placedOrders.findWithFills(order.orderId, 10)).toEqual({ order, fills: inOrder })
    expect(await placedOrders.findWithFills(order.orderId, 2)).toEqual({ order, fills: inOrder.slice(0, 2) })
    expect(await placedOrders.findWithFills(sampleBasket.orderId, 10)).toEqual({ order: sampleBasket, fills: [] })
    expect(await placedOrders.findWithFills(uuidAt(NOW, 404), 10)).toBeNull()
    expect(reads).toEqual([
      ['query', 1],
      ['query', 1],
      ['query', 1],
      ['query', 1],
    ])
  })
})
