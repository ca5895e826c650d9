/**
 * Dispatches the events of an object to the webhooks that subscribe to them, and records them for followers. Safe to
 * run any number of times.
 */

import { type Delivery, newDelivery, reschedule } from '#domain/webhooks/delivery.ts'
import { wantsEvent } from '#domain/webhooks/webhook.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { DeliveryStore, OutboxStore, WebhookStore } from '#ports/webhooks/webhook-store.ts'
import type { RecordChanges } from '../changes/record-changes.ts'
import { type EnqueueDeps, enqueueAttempts, enqueueDelivery, enqueuePush } from '../work/enqueue.ts'

export interface DispatchEventsDeps extends EnqueueDeps {
  readonly webhooks: Pick<WebhookStore, 'list'>
  readonly outbox: Pick<OutboxStore, 'pending'>
  readonly deliveries: Pick<DeliveryStore, 'add'>
  readonly recordChanges: RecordChanges
  readonly clock: Clock
}

/**
 * Stores a delivery for each new event of the object and webhook, and requests their attempts. Deliveries to a resting
 * receiver are stored as postponed, so that a receiver that accepts nothing costs little.
 */
export const dispatchEvents = async (deps: DispatchEventsDeps, objectId: string): Promise<void> => {
  const batches = await deps.outbox.pending(objectId)
  const [first] = batches
  if (first === undefined) return
  const webhooks = await deps.webhooks.list(first.userId)
  /** The first delivery to each webhook. */
  const addressed = new Map<string, Delivery>()
  const now = deps.clock()
  for (const batch of batches) {
    const deliveries = batch.events.flatMap((event) =>
      webhooks
        .filter((webhook) => wantsEvent(webhook, event))
        .map((webhook) => {
          const delivery = newDelivery(event, webhook.webhookId, now)
          return reschedule(delivery, webhook, now) ?? delivery
        }),
    )
    await deps.deliveries.add(deliveries)
    for (const delivery of deliveries)
      if (!addressed.has(delivery.webhookId)) addressed.set(delivery.webhookId, delivery)
  }
  // Recorded last, because recorded events are not found again.
  const { streamedUntil } = await deps.recordChanges(first.userId, batches)
  if ((streamedUntil ?? 0) > deps.clock()) await enqueuePush(deps, first.userId)
  const requested = webhooks.map((webhook) => {
    const delivery = addressed.get(webhook.webhookId)
    if (delivery === undefined) return undefined
    return delivery.wasPostponed
      ? enqueueDelivery(deps, delivery, (delivery.nextAt ?? now) - now)
      : enqueueAttempts(deps, webhook, objectId)
  })
  await Promise.all(requested)
}
