/** Messages that say "look at this now". Best effort: what is owed stands in the table with a date, and the sweeper finds it. */

import { isBasketOrder, type PlacedOrder } from '#domain/basket-order.ts'
import type { ComplexOrder } from '#domain/complex-order.ts'
import type { Order } from '#domain/order.ts'
import { isFinal } from '#domain/order-status.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import type { Delivery } from '#domain/webhook-delivery.ts'
import type { WebhookEvent } from '#domain/webhook-event.ts'
import type { Log } from '#ports/log.ts'
import type { QueueMessages, QueueName, Queues } from '#ports/queues.ts'

export interface NudgeDeps {
  readonly queues: Queues
  readonly log: Log
}

export const nudgeExecute = (deps: NudgeDeps, { orderId, subaccountId, exchange }: Order): Promise<void> =>
  nudge(deps, 'execute-order', { orderId }, { group: `${subaccountId}:${exchange}` })

/** At once or after a while. */
export const nudgeCancel = (deps: NudgeDeps, { orderId, subaccountId }: Order, delayMs = 0): Promise<void> =>
  nudge(deps, 'cancel-order', { orderId }, { group: subaccountId, delayMs })

/** The complex order itself, or what hangs on it, at once or after a while. */
export const nudgeTend = (
  deps: NudgeDeps,
  { complexOrderId, subaccountId }: ComplexOrder,
  delayMs = 0,
): Promise<void> =>
  nudge(deps, 'tend-conditionals', { complexOrderId }, { group: subaccountId, delayMs: whole(delayMs) })

/** Those who follow the order, at once or after a while. */
export const nudgeFamily = (
  deps: NudgeDeps,
  { orderId, subaccountId }: Pick<Order, 'orderId' | 'subaccountId'>,
  delayMs = 0,
): Promise<void> => nudge(deps, 'tend-conditionals', { orderId }, { group: subaccountId, delayMs: whole(delayMs) })

/** Queues count in seconds, and keep no message longer than a quarter of an hour. */
const whole = (delayMs: number): number => Math.min(15 * MINUTE, Math.ceil(delayMs / SECOND) * SECOND)

/** The order on a custom asset is to be taken a step on, at once or after a while. */
export const nudgeBasket = (
  deps: NudgeDeps,
  { orderId, subaccountId }: Pick<Order, 'orderId' | 'subaccountId'>,
  delayMs = 0,
): Promise<void> => nudge(deps, 'execute-basket', { orderId }, { group: subaccountId, delayMs })

/** Whatever the order is on: it is to be sent, or asked off the book, if that is owed. */
export const nudgePlaced = async (deps: NudgeDeps, order: PlacedOrder): Promise<void> => {
  if (isFinal(order.status)) return
  if (isBasketOrder(order)) await nudgeBasket(deps, order)
  else if (order.cancelRequestedAt !== null) await nudgeCancel(deps, order)
  else if (order.sendState === 'none') await nudgeExecute(deps, order)
}

/** Webhooks are to be told of the object. */
export const nudgeEvents = (deps: NudgeDeps, { objectId, userId }: Pick<WebhookEvent, 'objectId' | 'userId'>) =>
  nudge(deps, 'deliver-webhook', { objectId }, { group: userId })

/** Of a delivery that is due, at once or after a while. */
export const nudgeDelivery = (deps: NudgeDeps, { webhookId, objectId, userId }: Delivery, delayMs = 0): Promise<void> =>
  nudge(deps, 'deliver-webhook', { webhookId, objectId }, { group: userId, delayMs })

const nudge = async <Name extends QueueName>(
  { queues, log }: NudgeDeps,
  queue: Name,
  message: QueueMessages[Name],
  options: { readonly group: string; readonly delayMs?: number },
): Promise<void> => {
  try {
    await queues.send(queue, message, options)
  } catch (error) {
    log.warn('could not queue what is owed; the sweeper will', { queue, ...message, error: String(error) })
  }
}
