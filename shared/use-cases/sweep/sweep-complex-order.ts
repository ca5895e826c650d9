/** Queues a complex order again. */

import type { DueWork } from '#ports/work/work-store.ts'
import { doubled, PATIENCE, recordSweep, untouchedFor, versionOf } from './record-sweep.ts'
import type { SweepItemDeps } from './sweep-deps.ts'

/** Does nothing if the complex order is not due any more. Another write in between wins. */
export const sweepComplexOrder = async (
  deps: SweepItemDeps,
  { complexOrderId }: Extract<DueWork, { kind: 'complex_order' }>,
): Promise<void> => {
  const now = deps.clock()
  const order = await deps.complexOrders.get(complexOrderId)
  if (order === null || order.dueAt === null || order.dueAt > now) return
  const work = versionOf(complexOrderId, order)
  const dueAt = now + doubled(PATIENCE, untouchedFor(deps, work))
  if (!(await deps.complexOrders.save({ changedComplexOrders: [{ ...order, dueAt }], isWatched: true }))) return
  await recordSweep(deps, work, order.version + 1)
  await deps.queues.send('advance-contingents', { complexOrderId }, { group: `${order.subaccountId}:swept` })
}
