/** Publishes what a store has written: followers of changed orders are notified, and webhooks hear of its events. */

import { isNotificationDue } from '#domain/orders/followers.ts'
import type { Log } from '#ports/log.ts'
import type { Publish } from '#ports/publish.ts'
import type { Queues } from '#ports/queues.ts'
import { enqueueEvents, enqueueFollowers } from './enqueue.ts'

/** For the stores of whoever changes orders. Best effort: the sweeper sends a lost message again. */
export const publishChanges =
  (queues: () => Queues, log: Log): Publish =>
  async ({ events, changedOrders }) => {
    for (const order of changedOrders)
      if (isNotificationDue(order)) await enqueueFollowers({ queues: queues(), log }, order)
    // One message for each object: whoever takes it up reads all events of that object.
    const objects = new Map(events.map((event) => [event.objectId, event]))
    for (const event of objects.values()) await enqueueEvents({ queues: queues(), log }, event)
  }
