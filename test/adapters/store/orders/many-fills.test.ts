/** An order with more fills than one answer holds. */

import { expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { freshTable } from '#test/support/store.ts'
import { getOrder } from '#use-cases/orders/read-orders.ts'
import { sampleFill, sampleOrder, USER } from '../samples.ts'

it.each([
  [1_000, 1_000, false],
  [1_001, 1_000, true],
])('an order of %i fills shows %i of them, and whether there are more', async (count, shown, truncated) => {
  const orders = orderStore(openTable((await freshTable()).reach))
  const order = sampleOrder()
  await orders.create(order)
  const fills = Array.from({ length: count }, (_, n) => sampleFill(order, n))
  let version = 0
  for (let from = 0; from < count; from += 90) {
    const some = fills.slice(from, from + 90)
    expect(await orders.save({ ...order, version, fillCount: from + some.length }, some)).toBe(true)
    version += 1
  }
  const read = await getOrder({ orders }, USER, order.orderId)
  expect(read).toMatchObject({ truncated })
  expect('fills' in read ? read.fills : []).toHaveLength(shown)
})
