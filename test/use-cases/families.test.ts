/** Cases of orders and what hangs on them that were found by playing at random, each by itself. */

import { describe, expect, it } from 'vitest'
import type { ConditionalType } from '#domain/complex-order.ts'
import { isProblem } from '#domain/problem.ts'
import { cents, contracts } from '#test/domain/complex-samples.ts'
import { type FamilyDesk, openFamilyDesk } from '#test/support/family-desk.ts'

/** On an order that buys 4; a MARKET order that waits for its price. */
const hang = async (desk: FamilyDesk, parentOrderId: string, subtype: ConditionalType, buyFlag: boolean, qty = 4) => {
  const placed = await desk.hang({
    parentOrderId,
    parentComplexOrderId: null,
    asked: {
      subtype,
      triggerPriceType: 'MARK',
      stopPrice: cents(60),
      trigger: { orderType: 'MARKET', qty: contracts(qty), buyFlag, price: null, stopPrice: null },
    },
  })
  if (isProblem(placed)) throw new Error(placed.detail)
  return () => desk.complexOrders.get(placed.complexOrderId)
}

/** All that traded is told. */
const tell = async (desk: FamilyDesk, orderId: string): Promise<void> => {
  await desk.hear(orderId)
  await desk.record(orderId)
  await desk.pass(30_000)
}

describe('a stop in the direction of its parent', () => {
  it('stands for no more than its parent has when a trade of that is taken back, and ends when all are', async () => {
    const desk = openFamilyDesk('EXCHANGE_B')
    const { orderId } = await desk.enter(true, contracts(8))
    const addition = await hang(desk, orderId, 'STOP', true, 6)
    await desk.settle()
    for (const qty of [4, 4]) desk.venue.fill(orderId, contracts(qty))
    await tell(desk, orderId)
    expect(addition()).toMatchObject({ status: 'ACTIVE', armedQty: contracts(6) })
    desk.venue.settle(orderId, 'REVERSED')
    await tell(desk, orderId)
    expect(addition()).toMatchObject({ status: 'ACTIVE', armedQty: contracts(4) })
    desk.venue.settle(orderId, 'REVERSED')
    await tell(desk, orderId)
    expect(addition()).toMatchObject({ status: 'CANCELLED', cancelReason: 'parent_not_filled' })
  })
})
