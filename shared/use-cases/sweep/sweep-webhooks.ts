/** Queues an event or a delivery again. */

import { MINUTE } from '#domain/kernel/time.ts'
import { sweptSlot } from '#domain/webhooks/receiver-slot.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import type { SweepItemDeps } from './sweep-deps.ts'

/** An event that is not addressed yet, or a delivery whose time has come. */
export const sweepWebhooks = async (
  deps: SweepItemDeps,
  work: Extract<DueWork, { kind: 'event' | 'delivery' }>,
): Promise<void> => {
  const postpone = deps.read.postponements.get(work) ?? ((until) => deps.work.reschedule(work, until))
  if (!(await postpone(deps.clock() + MINUTE))) return
  const { objectId } = work
  // All events share one group, which takes turns with the groups of users. With a group for each event, swept events would be served
  // before new events of users.
  if (work.kind === 'event') return deps.queues.send('deliver-webhook', { objectId }, { group: 'events:swept' })
  const { webhookId } = work
  await deps.queues.send('attempt-delivery', { objectId, webhookId }, { group: sweptSlot(webhookId) })
}
