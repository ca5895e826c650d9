/** Shows the deliveries to a webhook, sends one again, and sends a test. */

import { overQuota, type QuotaLimits } from '#domain/accounts/quotas.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { HOUR } from '#domain/kernel/time.ts'
import { type Delivery, newDelivery, replay } from '#domain/webhooks/delivery.ts'
import { deliveryIdOf, type WebhookEvent } from '#domain/webhooks/event.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Page, Position } from '#ports/kernel/page.ts'
import type { DeliveryPage, DeliveryStore, OutboxStore } from '#ports/webhooks/webhook-store.ts'
import { deliveriesInFlight } from '../accounts/quotas/read-quotas.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type EnqueueDeps, enqueueDelivery } from '../work/enqueue.ts'
import { getWebhook, type ReadWebhooksDeps } from './manage-webhooks.ts'

export interface ReadDeliveriesDeps extends ReadWebhooksDeps {
  readonly deliveries: DeliveryStore
}

export interface StartDeliveryDeps extends ReadDeliveriesDeps, EnqueueDeps {
  readonly quotas: Pick<QuotaLimits, 'deliveries_in_flight' | 'test_events_per_hour'>
  readonly outbox: OutboxStore
  readonly clock: Clock
}

/** One page of the deliveries to a webhook, newest first; 404 without such a webhook. */
export const listDeliveries = async (
  deps: ReadDeliveriesDeps,
  userId: string,
  webhookId: string,
  page: Page,
  after?: Position,
): Promise<DeliveryPage | Problem> => {
  const webhook = await getWebhook(deps, userId, webhookId)
  if (isProblem(webhook)) return webhook
  const found = await deps.deliveries.list(webhookId, page, after)
  return found.deliveries.length > 0 || !found.hasMore || after === undefined
    ? found
    : listDeliveries(deps, userId, webhookId, { ...page, offset: page.offset + page.limit }, after)
}

/** Starts the retry plan of a delivery again; 404 when there is none, 409 when the webhook is turned off, 429 beyond a quota. `findReplay` finds it by `replayId`. */
export const replayDelivery = async (
  deps: StartDeliveryDeps,
  userId: string,
  webhookId: string,
  deliveryId: string,
  replayId: string,
): Promise<Delivery | Problem> => {
  const webhook = await getWebhook(deps, userId, webhookId)
  if (isProblem(webhook)) return webhook
  return retryOnConflict(`delivery ${deliveryId}`, async () => {
    const found = await deps.deliveries.find(webhookId, deliveryId)
    if (found === null) return notFound('Delivery')
    if (!webhook.isActive) return DISABLED
    const refused = found.status === 'PENDING' ? null : await overDeliveries(deps, userId)
    if (refused !== null) return refused
    const again = replay(found, replayId, deps.clock())
    if (!(await deps.deliveries.save(again))) return AGAIN
    await enqueueDelivery(deps, again)
    return again
  })
}

/** The delivery, if that replay is its last one; null otherwise. */
export const findReplay = async (
  deps: ReadDeliveriesDeps,
  userId: string,
  webhookId: string,
  deliveryId: string,
  replayId: string,
): Promise<Delivery | null> => {
  if ((await deps.webhooks.get(userId, webhookId)) === null) return null
  const found = await deps.deliveries.find(webhookId, deliveryId)
  return found?.replayId === replayId ? found : null
}

/** Sends a test event to this webhook alone, whatever it subscribes to; 404, 409 or 429 as above. */
export const sendTest = async (
  deps: StartDeliveryDeps,
  userId: string,
  webhookId: string,
  testId: string,
): Promise<Delivery | Problem> => {
  const webhook = await getWebhook(deps, userId, webhookId)
  if (isProblem(webhook)) return webhook
  if (!webhook.isActive) return DISABLED
  const { quotas, clock } = deps
  if ((await deps.outbox.countTests(userId, clock() - HOUR)) >= quotas.test_events_per_hour)
    return overQuota('test_events_per_hour', quotas.test_events_per_hour)
  const refused = await overDeliveries(deps, userId)
  if (refused !== null) return refused
  const event: WebhookEvent = {
    objectId: testId,
    sequence: 0,
    userId,
    type: 'webhook.test',
    at: deps.clock(),
    previousStatus: null,
    subject: { kind: 'test', webhookId },
  }
  await deps.outbox.put({ objectId: testId, version: 0, userId, events: [event] })
  const delivery = newDelivery(event, webhookId, deps.clock())
  await deps.deliveries.add([delivery])
  await enqueueDelivery(deps, delivery)
  return delivery
}

/** Events of orders are delivered whatever the quota: only what users start by hand is refused. */
const overDeliveries = async (deps: StartDeliveryDeps, userId: string): Promise<Problem | null> => {
  const { deliveries_in_flight: most } = deps.quotas
  const inFlight = await deliveriesInFlight(deps, await deps.webhooks.list(userId), most)
  return inFlight < most ? null : overQuota('deliveries_in_flight', most)
}

/** The delivery of a test that was sent; null when there is no test of that id. */
export const findTest = async (
  deps: ReadDeliveriesDeps & Pick<StartDeliveryDeps, 'outbox'>,
  userId: string,
  webhookId: string,
  testId: string,
): Promise<Delivery | null> => {
  const event = await deps.outbox.get(testId, 0)
  if (event === null || event.userId !== userId) return null
  return deps.deliveries.find(webhookId, deliveryIdOf(event, webhookId))
}

const DISABLED = problem(
  409,
  'webhook_disabled',
  'The webhook is turned off. Set is_active to true with PATCH /v1/webhooks/{webhook_id} first.',
)
