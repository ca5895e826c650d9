/** A cancel of all complex orders names each that waits, also one that moves on while they are looked for. */

import { expect, it } from 'vitest'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { NOW, SUBACCOUNT, sampleOrder, sampleSubaccount, USER } from '#test/adapters/store/samples.ts'
import { contracts, sampleConditional } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { cancelAllComplexOrders } from '#use-cases/contingent/end/cancel-all-complex-orders.ts'
import { findConditional } from '#use-cases/contingent/find-conditional.ts'

it('a stop that is armed while waiting stops are read is in the answer', async () => {
  const { table } = await memoryTable()
  const [subaccounts, complexOrders] = [subaccountStore(table), complexOrderStore(table)]
  await subaccounts.create(sampleSubaccount())
  const stop = sampleConditional({ userId: USER, subaccountId: SUBACCOUNT })
  const { complexOrderId } = stop
  await complexOrders.save({ newComplexOrders: [stop] })
  const armed: typeof complexOrders.list = async (userId, filter, page) => {
    if (filter.status === 'PENDING') {
      // Concurrent reads have ended by now.
      await new Promise(setImmediate)
      const stored = (await findConditional({ complexOrders }, complexOrderId)) ?? expect.fail()
      await complexOrders.save({ changedComplexOrders: [arm(stored, contracts(10), null, NOW)] })
    }
    return complexOrders.list(userId, filter, page)
  }
  const deps = {
    subaccounts,
    orders: orderStore(table),
    complexOrders: { ...complexOrders, list: armed },
    queues: storyQueues(() => NOW),
    clock: () => NOW,
    log: SILENT_LOG,
  }
  const result = await cancelAllComplexOrders(deps, USER, SUBACCOUNT)
  expect(result).toMatchObject({ cancelled: [complexOrderId] })
  expect(await complexOrders.get(complexOrderId)).toMatchObject({ status: 'CANCELLED' })
})

it('the waiting order of a stop that has just fired is cancelled for the same reason', async () => {
  const { table } = await memoryTable()
  const [subaccounts, orders, complexOrders] = [subaccountStore(table), orderStore(table), complexOrderStore(table)]
  await subaccounts.create(sampleSubaccount())
  const stop = arm(sampleConditional({ userId: USER, subaccountId: SUBACCOUNT }), contracts(10), null, NOW)
  await complexOrders.save({ newComplexOrders: [stop] })
  const held = sampleOrder({ suspended: true })
  const fired: typeof complexOrders.list = async (...requested) => {
    const found = await complexOrders.list(...requested)
    const stored = found.complexOrders.find(({ complexOrderId }) => complexOrderId === stop.complexOrderId)
    if (stored?.kind !== 'CONDITIONAL') return found
    await orders.create(held)
    const triggered = {
      ...stored,
      status: 'TRIGGERED',
      triggerOrderId: held.orderId,
      orderIds: [held.orderId],
    } as const
    expect(await complexOrders.save({ changedComplexOrders: [triggered] })).toBe(true)
    return found
  }
  const deps = {
    subaccounts,
    orders,
    complexOrders: { ...complexOrders, list: fired },
    queues: storyQueues(() => NOW),
    clock: () => NOW,
    log: SILENT_LOG,
  }
  await cancelAllComplexOrders(deps, USER, SUBACCOUNT, 'dead_mans_switch')
  expect(await orders.get(held.orderId)).toMatchObject({ status: 'CANCELLED', cancelReason: 'dead_mans_switch' })
})
