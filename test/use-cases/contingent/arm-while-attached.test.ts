/** A stop is armed at once, also when something is attached to it at that moment. */

import { expect, it } from 'vitest'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { adopt } from '#domain/contingent/transitions.ts'
import { NOW, SUBACCOUNT, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { sampleConditional } from '#test/domain/contingent/complex-samples.ts'
import { deskPorts } from '#test/support/desk-ports.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { advanceComplexOrder } from '#use-cases/contingent/advance-contingents.ts'

const STOP = uuidAt(NOW, 0xa)
const CHILD = uuidAt(NOW, 0xb)
const quiet = () => undefined

it('a stop that gets a child between being read and being armed is armed all the same', async () => {
  const { table } = await memoryTable()
  const stored = complexOrderStore(table)
  const { market: _, ...fixed } = deskPorts('EXCHANGE_A')
  const stop = sampleConditional({
    complexOrderId: STOP,
    userId: USER,
    subaccountId: SUBACCOUNT,
    subtype: 'STOP',
  })
  expect(await stored.save({ newComplexOrders: [stop] })).toBe(true)
  let reads = 0
  const deps = {
    ...fixed,
    orders: orderStore(table),
    complexOrders: {
      ...stored,
      get: async (id: string) => {
        const read = await stored.get(id)
        reads += 1
        if (reads === 1 && read?.kind === 'CONDITIONAL')
          await stored.save({ changedComplexOrders: [adopt(read, CHILD)] })
        return read
      },
    },
    queues: storyQueues(() => NOW),
    clock: () => NOW,
    ids: { uuid: () => uuidAt(NOW, 0xc), random: (bytes: number) => new Uint8Array(bytes) },
    log: { info: quiet, warn: quiet, error: quiet, metric: quiet },
  }
  await advanceComplexOrder(deps, STOP)
  expect(await stored.get(STOP)).toMatchObject({ status: 'ACTIVE', childIds: [CHILD] })
  expect(reads).toBe(2)
})
