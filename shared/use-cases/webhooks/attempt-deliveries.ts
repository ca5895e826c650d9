/**
 * Makes the due deliveries of one object to one webhook, in order. A failing delivery holds up later events of the same object for
 * three retries. Safe to run any number of times.
 */

import type { Millis } from '#domain/kernel/time.ts'
import { chatMessage, withWaitOfChat } from '#domain/webhooks/chat-message.ts'
import {
  abandon,
  beginAttempt,
  concludeAttempt,
  type Delivery,
  holdsUp,
  isSuccess,
  reschedule,
} from '#domain/webhooks/delivery.ts'
import { sentEventId, type WebhookEvent } from '#domain/webhooks/event.ts'
import { eventLine } from '#domain/webhooks/event-line.ts'
import { isSameReceiver, recordFailure, recordSuccess, type Webhook } from '#domain/webhooks/webhook.ts'
import { isChat } from '#domain/webhooks/webhook-kind.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WebhookMessage, WebhookSender } from '#ports/webhooks/webhook-sender.ts'
import type { DeliveryStore, OutboxStore, WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { LONGEST_DELAY } from '#ports/work/queues.ts'
import { type EnqueueDeps, enqueueDelivery } from '../work/enqueue.ts'
import { updateWebhook } from './manage-webhooks.ts'
import type { OpenWebhookSecrets } from './webhook-secrets.ts'

export interface AttemptDeliveriesDeps extends EnqueueDeps {
  readonly webhooks: WebhookStore
  readonly outbox: OutboxStore
  readonly deliveries: DeliveryStore
  readonly sender: WebhookSender
  readonly openSecrets: OpenWebhookSecrets
  /** The body that a receiver gets for the event, with its id. */
  readonly payloadOf: (event: WebhookEvent, eventId: string) => string
  readonly clock: Clock
}

/** Makes the due attempts, and begins none after `until`. */
export const attemptDeliveries = async (
  deps: AttemptDeliveriesDeps,
  webhookId: string,
  objectId: string,
  until: Millis,
): Promise<void> => {
  let heldUp = false
  for (const delivery of await deps.deliveries.pending(webhookId, objectId)) {
    if (heldUp && !delivery.replayed) continue
    const now = deps.clock()
    if (now >= until) return enqueueDelivery(deps, delivery)
    const isDue = delivery.nextAt !== null && (delivery.nextAt <= now || delivery.wasPostponed)
    heldUp = holdsUp(isDue ? await attempt(deps, delivery) : delivery) || heldUp
  }
}

/** The delivery after one attempt; unchanged when another process has taken it. */
const attempt = async (deps: AttemptDeliveriesDeps, delivery: Delivery): Promise<Delivery> => {
  const webhook = await deps.webhooks.get(delivery.userId, delivery.webhookId)
  if (webhook === null || !webhook.isActive) return giveUp(deps, delivery)
  const begun = deps.clock()
  const later = reschedule(delivery, webhook, begun)
  if (later !== null) {
    // Put off before, and not for so long.
    if (delivery.nextAt !== null && delivery.nextAt > begun) return delivery
    if (!(await deps.deliveries.save(later))) return delivery
    await scheduleNext(deps, later, begun)
    return later
  }
  const event = await deps.outbox.get(delivery.objectId, delivery.sequence)
  if (event === null) return giveUp(deps, delivery)
  const id = sentEventId(delivery)
  const message = await messageOf(deps, webhook, event, id)
  if (message === null) return giveUp(deps, delivery)
  const claimed = beginAttempt(delivery, begun)
  if (!(await deps.deliveries.save(claimed))) return delivery
  const sent = await deps.sender.send({ ...message, id, at: begun })
  const answer = isChat(webhook.kind) ? withWaitOfChat(sent) : sent
  const now = deps.clock()
  const after = concludeAttempt({ ...claimed, version: claimed.version + 1 }, answer, begun, now)
  await deps.deliveries.save(after)
  const failure = { status: answer.status, durationMs: now - begun, isNew: delivery.attempts.length === 0 }
  await record(deps, webhook, (one) => (isSuccess(answer) ? recordSuccess(one) : recordFailure(one, failure, now)))
  await scheduleNext(deps, after, now)
  return after
}

/** A signed payload, or the line of a chat at the address that its secret is; null if there is no such line. */
const messageOf = async (
  deps: AttemptDeliveriesDeps,
  webhook: Webhook,
  event: WebhookEvent,
  eventId: string,
): Promise<Pick<WebhookMessage, 'url' | 'body' | 'secrets'> | null> => {
  const secrets = await deps.openSecrets(webhook)
  const { kind, url } = webhook
  if (!isChat(kind)) return { url, body: deps.payloadOf(event, eventId), secrets }
  const line = eventLine(event)
  const [address] = secrets
  return line === null || address === undefined ? null : { ...chatMessage(kind, address, line), secrets: [] }
}

const giveUp = async (deps: AttemptDeliveriesDeps, delivery: Delivery): Promise<Delivery> => {
  const abandoned = abandon(delivery)
  return (await deps.deliveries.save(abandoned)) ? abandoned : delivery
}

/** Sees to the next attempt, and reports a delivery that gets none. */
const scheduleNext = async (deps: AttemptDeliveriesDeps, delivery: Delivery, now: Millis): Promise<void> => {
  if (delivery.nextAt !== null && delivery.nextAt - now <= LONGEST_DELAY)
    await enqueueDelivery(deps, delivery, delivery.nextAt - now)
  if (delivery.status !== 'FAILED') return
  const { webhookId, deliveryId, attempts } = delivery
  const status = attempts.at(-1)?.status ?? null
  deps.log.warn('webhook delivery given up', { webhookId, deliveryId, status })
}

/** Stores nothing if the webhook has another address by now: the answer came from another receiver. */
const record = async (deps: AttemptDeliveriesDeps, webhook: Webhook, change: (webhook: Webhook) => Webhook) => {
  if (change(webhook) === webhook) return
  const recorded = await updateWebhook(deps, webhook.userId, webhook.webhookId, (now) =>
    isSameReceiver(now, webhook) ? change(now) : now,
  )
  if ('problem' in recorded || recorded.isActive) return
  deps.log.warn('webhook turned off', { webhookId: webhook.webhookId, reason: recorded.disabledReason })
}
