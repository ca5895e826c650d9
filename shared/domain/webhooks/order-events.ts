/** The events of a change of an order or a complex order. A user without webhooks gets none. */

import { isBasketOrder, type PlacedOrder } from '../baskets/placed-order.ts'
import { type ComplexOrder, isConditional } from '../contingent/complex-order.ts'
import type { Millis } from '../kernel/time.ts'
import type { Fill } from '../orders/fills/fill.ts'
import type { Order } from '../orders/order.ts'
import { type EventSubject, numbered, type WebhookEvent, type WebhookEventType } from './event.ts'
import { figuresOf } from './known-order.ts'

/** The events of the change that made `order` with that `version`: fills first, then the status, or the figures of a final order. */
export const orderEvents = (
  order: PlacedOrder,
  version: number,
  newFills: readonly Fill[] = [],
  settledFills: readonly Fill[] = [],
): readonly WebhookEvent[] => {
  if (order.subscriberState === null) return []
  // Subscribers know nothing of a new order.
  const knows = version === 0 ? null : order.subscriberState.knows
  const about = { objectId: order.orderId, userId: order.userId, at: order.updatedAt }
  const { clientOrderId, tag, label } = order
  const ofFill = (fill: Fill, type: WebhookEventType): Draft => ({
    ...about,
    type,
    previousStatus: knows,
    subject: { kind: 'fill', fill, order: { ...order, version }, clientOrderId, tag, label },
  })
  const isReversed = (fill: Fill): boolean => fill.status === 'REVERSED'
  const drafts: Draft[] = [
    ...newFills.filter((fill) => !isReversed(fill)).map((fill) => ofFill(fill, 'order.filled')),
    ...[...newFills, ...settledFills].filter(isReversed).map((fill) => ofFill(fill, 'fill.reversed')),
  ]
  const { figures = '' } = order.subscriberState
  if (order.status !== knows || figuresOf(order) !== figures) {
    const ofOrder = (type: WebhookEventType, previousStatus: string | null, as: PlacedOrder): Draft => {
      const subject: EventSubject = { kind: 'order', order: { ...as, version } }
      return { ...about, type, previousStatus, subject }
    }
    const reported = (previousStatus: string | null, as: PlacedOrder) => ofOrder('order.updated', previousStatus, as)
    const taken = takenUp(order, knows)
    if (version === 0) drafts.push(ofOrder('order.created', null, order))
    drafts.push(
      ...(taken === null ? [reported(knows, order)] : [reported(knows, taken), reported(taken.status, order)]),
    )
  }
  return numbered(drafts, version)
}

/**
 * Returns the order just before it was REJECTED without a send. Claim and refusal were one change, and `MOVES` leads
 * from PENDING_SUBMISSION to REJECTED only through PROCESSING. Null for any other change.
 */
const takenUp = (order: PlacedOrder, knows: string | null): Order | null =>
  isBasketOrder(order) || order.status !== 'REJECTED' || knows !== 'PENDING_SUBMISSION'
    ? null
    : { ...order, status: 'PROCESSING', rejectCode: null, rejectReason: null }

/** The events of the change that made the complex order with that `version`. */
export const complexOrderEvents = (order: ComplexOrder, version: number): readonly WebhookEvent[] => {
  if (order.subscriberState === null) return []
  const knows = version === 0 ? null : order.subscriberState.knows
  const draft = (type: WebhookEventType): Draft => ({
    objectId: order.complexOrderId,
    userId: order.userId,
    at: order.updatedAt,
    type,
    previousStatus: knows,
    subject: { kind: 'complex_order', complexOrder: { ...order, version } },
  })
  const isGivenUp =
    isConditional(order) && order.incompleteAt !== null && (version === 0 || order.subscriberState.incomplete !== true)
  return numbered(
    [
      ...(order.status === knows ? [] : [draft('complex_order.updated')]),
      ...(isGivenUp ? [draft('complex_order.exit_incomplete')] : []),
    ],
    version,
  )
}

type Draft = Omit<WebhookEvent, 'sequence' | 'at'> & { readonly at: Millis }
