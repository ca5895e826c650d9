/** Addresses the events of an object to the webhooks that subscribe to them, and records them for those who follow. Safe to run any number of times. */

import { newDelivery } from '#domain/webhooks/delivery.ts'
import { wantsEvent } from '#domain/webhooks/webhook.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { DeliveryStore, OutboxStore, WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { type EnqueueDeps, enqueueAttempts, enqueuePush } from '../orders/enqueue.ts'
import type { RecordChanges } from '../streams/record-changes.ts'

export interface AddressEventsDeps extends EnqueueDeps {
  readonly webhooks: Pick<WebhookStore, 'list'>
  readonly outbox: Pick<OutboxStore, 'pending'>
  readonly deliveries: Pick<DeliveryStore, 'add'>
  readonly recordChanges: RecordChanges
  readonly clock: Clock
}

/** Stores a delivery for each new event of the object and webhook, and asks for their attempts. */
export const addressEvents = async (deps: AddressEventsDeps, objectId: string): Promise<void> => {
  const batches = await deps.outbox.pending(objectId)
  const [first] = batches
  if (first === undefined) return
  const webhooks = await deps.webhooks.list(first.userId)
  const addressed = new Set<string>()
  for (const batch of batches) {
    const now = deps.clock()
    const deliveries = batch.events.flatMap((event) =>
      webhooks
        .filter((webhook) => wantsEvent(webhook, event.type))
        .map(({ webhookId }) => newDelivery(event, webhookId, now)),
    )
    await deps.deliveries.add(deliveries)
    for (const { webhookId } of deliveries) addressed.add(webhookId)
  }
  // Last: what is recorded is not found again.
  const { streamedUntil } = await deps.recordChanges(first.userId, batches)
  if ((streamedUntil ?? 0) > deps.clock()) await enqueuePush(deps, first.userId)
  const receivers = webhooks.filter(({ webhookId }) => addressed.has(webhookId))
  await Promise.all(receivers.map((webhook) => enqueueAttempts(deps, webhook, objectId)))
}
