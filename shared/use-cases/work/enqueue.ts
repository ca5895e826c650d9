/**
 * Sends messages that ask a consumer to work now. Best effort: the work is in the table with a due date, and the
 * sweeper finds it.
 */

import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { isFinal } from '#domain/orders/status.ts'
import { AUTH_WITHIN } from '#domain/streams/stream.ts'
import type { Delivery } from '#domain/webhooks/delivery.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { firstSlot, receiverSlot } from '#domain/webhooks/receiver-slot.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import { LONGEST_DELAY, type QueueMessages, type QueueName, type Queues } from '#ports/work/queues.ts'
import { WORK_LOG } from './log-messages.ts'

export interface EnqueueDeps {
  readonly queues: Queues
  readonly log: Log
}

/** The order is to be sent to its exchange. */
export const enqueueExecute = (deps: EnqueueDeps, { orderId, subaccountId, exchange }: Order): Promise<void> =>
  enqueue(deps, 'execute-order', { orderId }, { group: `${subaccountId}:${exchange}` })

/**
 * Requests a sweep after `delayMs` for work that falls due then, because the sweeper's next regular round may be up to
 * ten seconds later. A wait of a minute or more is left to the sweeper.
 */
export const enqueueSweep = async (deps: EnqueueDeps & { readonly clock: Clock }, delayMs: number): Promise<void> => {
  if (delayMs >= MINUTE) return
  const until = deps.clock() + delayMs + MINUTE
  await enqueue(deps, 'sweep-soon', { until }, { group: 'sweep', delayMs })
}

/** The order is to be asked off the book, at once or after a delay; on a custom asset its legs are. */
export const enqueueCancel = (deps: EnqueueDeps, order: PlacedOrder, delayMs = 0): Promise<void> =>
  isBasketOrder(order)
    ? enqueueBasket(deps, order, delayMs)
    : enqueue(deps, 'cancel-order', { orderId: order.orderId }, { group: order.subaccountId, delayMs })

/** The complex order is to be advanced, at once or after a delay. */
export const enqueueAdvance = (
  deps: EnqueueDeps,
  { complexOrderId, subaccountId }: ComplexOrder,
  delayMs = 0,
): Promise<void> => enqueue(deps, 'advance-contingents', { complexOrderId }, { group: subaccountId, delayMs })

/** The dependents of the order are to be notified, at once or after a delay. */
export const enqueueDependents = (
  deps: EnqueueDeps,
  { orderId, subaccountId }: Pick<Order, 'orderId' | 'subaccountId'>,
  delayMs = 0,
): Promise<void> => enqueue(deps, 'advance-contingents', { orderId }, { group: subaccountId, delayMs })

/** Ends the orders that wait for a market that was seen closed. */
export const enqueueClose = (
  deps: EnqueueDeps,
  { orderId, subaccountId }: Pick<Order, 'orderId' | 'subaccountId'>,
): Promise<void> => enqueue(deps, 'advance-contingents', { orderId, closed: true }, { group: subaccountId })

/** Stops that are armed on a closed market are to be ended. The group is the market, so that they take no turn of a user. */
export const enqueueEnd = (
  deps: EnqueueDeps,
  message: Extract<QueueMessages['advance-contingents'], { closedSvcId: number }>,
): Promise<void> => enqueue(deps, 'advance-contingents', message, { group: `closed:${message.closedSvcId}` })

/** The order on a custom asset is to be advanced, at once or after a delay. */
export const enqueueBasket = (
  deps: EnqueueDeps,
  { orderId, subaccountId }: Pick<Order, 'orderId' | 'subaccountId'>,
  delayMs = 0,
): Promise<void> => enqueue(deps, 'execute-basket', { orderId }, { group: subaccountId, delayMs })

/** Requests the send or the cancel of any order, if it is due. */
export const enqueuePlaced = async (deps: EnqueueDeps, order: PlacedOrder): Promise<void> => {
  if (isFinal(order.status)) return
  if (isBasketOrder(order)) await enqueueBasket(deps, order)
  else if (order.cancelRequestedAt !== null) await enqueueCancel(deps, order)
  else if (order.sendState === 'none') await enqueueExecute(deps, order)
}

/** Events of the object are to be delivered to webhooks. */
export const enqueueEvents = (deps: EnqueueDeps, { objectId, userId }: Pick<WebhookEvent, 'objectId' | 'userId'>) =>
  enqueue(deps, 'deliver-webhook', { objectId }, { group: userId })

/** Requests a push to the streams of the user, or their end. One run for a user at a time. */
export const enqueuePush = (deps: EnqueueDeps, userId: string): Promise<void> =>
  enqueue(deps, 'push-changes', { userId }, { group: userId })

/**
 * Requests the end of a connection whose key does not come in time. Only this message remembers it, so a failure
 * throws. All such messages are one group, so that no user's webhooks wait for them.
 */
export const enqueueEndUnknown = ({ queues }: Pick<EnqueueDeps, 'queues'>, streamId: string): Promise<void> =>
  queues.send('deliver-webhook', { streamId }, { group: 'strangers', delayMs: AUTH_WITHIN })

/** The delivery is to be attempted, at once or after a delay. */
export const enqueueDelivery = (
  deps: EnqueueDeps,
  { webhookId, objectId, userId }: Delivery,
  delayMs = 0,
): Promise<void> => enqueue(deps, 'deliver-webhook', { webhookId, objectId }, { group: userId, delayMs })

/** New deliveries of the object's events to the webhook are to be attempted, in a slot of its receiver. */
export const enqueueAttempts = (deps: EnqueueDeps, webhook: Webhook, objectId: string): Promise<void> =>
  enqueue(
    deps,
    'attempt-delivery',
    { webhookId: webhook.webhookId, objectId },
    { group: receiverSlot(webhook, objectId) },
  )

/** A delivery that is repeated, or was asked for, is to be attempted in the first slot of its receiver. */
export const enqueueAttempt = (deps: EnqueueDeps, message: QueueMessages['attempt-delivery']): Promise<void> =>
  enqueue(deps, 'attempt-delivery', message, { group: firstSlot(message.webhookId) })

const enqueue = async <Name extends Exclude<QueueName, 'sync-account'>>(
  { queues, log }: EnqueueDeps,
  queue: Name,
  message: QueueMessages[Name],
  { group, delayMs = 0 }: { readonly group: string; readonly delayMs?: number },
): Promise<void> => {
  await queues
    .send(queue, message, { group, ...(delayMs > 0 ? { delayMs: possible(delayMs) } : {}) })
    .catch(logged(log, 'warn', WORK_LOG.notEnqueued, { queue, ...named(message) }))
}

/** Returns the fields of a message that a log line can name. */
const named = (message: object): Readonly<Record<string, string | number | boolean>> =>
  Object.fromEntries(
    Object.entries(message).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  )

/** A message waits whole seconds, and no longer than queues allow. */
const possible = (delayMs: number): number => Math.min(LONGEST_DELAY, Math.ceil(delayMs / SECOND) * SECOND)
