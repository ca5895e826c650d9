/**
 * Delivers the events of an object to webhooks: each event is addressed to the webhooks that subscribe to it, then delivered in order.
 * A failing delivery holds up later events of the same object for three retries. Safe to run any number of times.
 */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import {
  abandon,
  beginAttempt,
  concludeAttempt,
  type Delivery,
  holdsUp,
  isSuccess,
  newDelivery,
} from '#domain/webhooks/delivery.ts'
import { eventIdOf, type WebhookEvent } from '#domain/webhooks/event.ts'
import { noteFailure, noteSuccess, type Webhook, wantsEvent } from '#domain/webhooks/webhook.ts'
import type { Clock } from '#ports/clock.ts'
import type { WebhookSender } from '#ports/webhook-sender.ts'
import type { DeliveryStore, OutboxStore, WebhookStore } from '#ports/webhook-store.ts'
import { type EnqueueDeps, enqueueDelivery } from '../orders/enqueue.ts'
import { updateWebhook } from './keep-webhooks.ts'
import type { OpenWebhookSecrets } from './webhook-secrets.ts'

export interface DeliverWebhooksDeps extends EnqueueDeps {
  readonly webhooks: WebhookStore
  readonly outbox: OutboxStore
  readonly deliveries: DeliveryStore
  readonly sender: WebhookSender
  readonly openSecrets: OpenWebhookSecrets
  /** The body that a receiver gets for the event. */
  readonly payloadOf: (event: WebhookEvent) => string
  readonly clock: Clock
}

/** SQS delays no longer. What is due later is found by the sweeper. */
const LONGEST_DELAY = 15 * MINUTE

/** Addresses and delivers new events of the object. Begins nothing after `until`. */
export const deliverEvents = async (deps: DeliverWebhooksDeps, objectId: string, until: Millis): Promise<void> => {
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
    await deps.outbox.done(batch)
    for (const { webhookId } of deliveries) addressed.add(webhookId)
  }
  await Promise.all([...addressed].map((webhookId) => deliverTo(deps, webhookId, objectId, until)))
}

/** Makes the due deliveries of one object to one webhook. */
export const deliverTo = async (
  deps: DeliverWebhooksDeps,
  webhookId: string,
  objectId: string,
  until: Millis,
): Promise<void> => {
  let heldUp = false
  for (const delivery of await deps.deliveries.pending(webhookId, objectId)) {
    if (heldUp && !delivery.replayed) continue
    const now = deps.clock()
    if (now >= until) return enqueueDelivery(deps, delivery)
    const isDue = delivery.nextAt !== null && delivery.nextAt <= now
    heldUp = holdsUp(isDue ? await deliver(deps, delivery) : delivery) || heldUp
  }
}

/** The delivery after one attempt; unchanged when another process has taken it. */
const deliver = async (deps: DeliverWebhooksDeps, delivery: Delivery): Promise<Delivery> => {
  const webhook = await deps.webhooks.get(delivery.userId, delivery.webhookId)
  const event = await deps.outbox.get(delivery.objectId, delivery.sequence)
  if (webhook === null || !webhook.isActive || event === null) {
    const abandoned = abandon(delivery)
    return (await deps.deliveries.save(abandoned)) ? abandoned : delivery
  }
  const secrets = await deps.openSecrets(webhook)
  const begun = deps.clock()
  const claimed = beginAttempt(delivery, begun)
  if (!(await deps.deliveries.save(claimed))) return delivery
  const body = deps.payloadOf(event)
  const answer = await deps.sender.send({ url: webhook.url, id: eventIdOf(event), at: begun, body, secrets })
  const now = deps.clock()
  const after = concludeAttempt({ ...claimed, version: claimed.version + 1 }, answer, begun, now)
  await deps.deliveries.save(after)
  await note(deps, webhook, (one) => (isSuccess(answer) ? noteSuccess(one) : noteFailure(one, answer.status, now)))
  if (after.nextAt !== null && after.nextAt - now <= LONGEST_DELAY)
    await enqueueDelivery(deps, after, after.nextAt - now)
  if (after.status === 'FAILED') {
    const { webhookId, deliveryId } = after
    deps.log.warn('a delivery to a webhook was given up', { webhookId, deliveryId, status: answer.status })
  }
  return after
}

const note = async (deps: DeliverWebhooksDeps, webhook: Webhook, change: (webhook: Webhook) => Webhook) => {
  if (change(webhook) === webhook) return
  const noted = await updateWebhook(deps, webhook.userId, webhook.webhookId, change)
  if ('problem' in noted || noted.isActive) return
  deps.log.warn('a webhook was turned off', { webhookId: webhook.webhookId, reason: noted.disabledReason })
}
