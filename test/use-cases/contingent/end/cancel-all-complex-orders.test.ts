/** A cancel of all complex orders names each that waits, also one that moves on while they are looked for. */

import { expect, it } from 'vitest'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { NOW, SUBACCOUNT, sampleSubaccount, USER } from '#test/adapters/store/samples.ts'
import { contracts, sampleConditional } from '#test/domain/contingent/complex-samples.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { cancelAllComplexOrders } from '#use-cases/contingent/end/cancel-all-complex-orders.ts'
import { findConditional } from '#use-cases/contingent/find-conditional.ts'

it('a stop that is armed in the moment in which those that wait are read is in the answer', async () => {
  const { table } = await memoryTable()
  const [subaccounts, complexOrders] = [subaccountStore(table), complexOrderStore(table)]
  await subaccounts.create(sampleSubaccount())
  const stop = sampleConditional({ userId: USER, subaccountId: SUBACCOUNT })
  const { complexOrderId } = stop
  await complexOrders.save({ newComplexOrders: [stop] })
  const armed: typeof complexOrders.list = async (userId, filter, page) => {
    if (filter.status === 'PENDING') {
      // What is read at the same time has been read by now.
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
    log: { info: quiet, warn: quiet, error: quiet, metric: quiet },
  }
  const result = await cancelAllComplexOrders(deps, USER, SUBACCOUNT)
  expect(result).toMatchObject({ cancelled: [complexOrderId] })
  expect(await complexOrders.get(complexOrderId)).toMatchObject({ status: 'CANCELLED' })
})

const quiet = (): void => undefined
