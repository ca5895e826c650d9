/** A cancel that meets another write of its order. */

import { expect, it } from 'vitest'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { NOW, sampleOrder } from '#test/adapters/store/samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { cancelAtExchange } from '#use-cases/orders/cancel/cancel-at-exchange.ts'
import { TimeBudget } from '#use-cases/orders/send/time-budget.ts'

it('a cancel ends an order that was never sent, even if another process changes the order meanwhile', async () => {
  const { table } = await memoryTable()
  const orders = orderStore(table)
  const requested = sampleOrder({ cancelRequestedAt: NOW, cancelReason: 'user' })
  await orders.create(requested)
  let isChanged = false
  const meanwhile: typeof orders.save = async (...given) => {
    if (!isChanged) await orders.save({ ...requested, notifyDueAt: NOW + 5_000 })
    isChanged = true
    return orders.save(...given)
  }
  const deps = {
    orders: { ...orders, save: meanwhile },
    queues: storyQueues(() => NOW),
    clock: () => NOW,
    log: SILENT_LOG,
    openAccount: never,
    exchanges: never,
    circuitBreaker: { check: never, enter: never, ready: never, sent: never },
    accountSyncs: { get: never, getMany: never, save: never },
  }
  await cancelAtExchange(deps, requested.orderId, new TimeBudget(15_000, 15_000))
  expect(await orders.get(requested.orderId)).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'user',
    notifyDueAt: NOW + 5_000,
  })
})

const never = (): never => {
  throw new Error('nothing is asked for an order that was never sent')
}
