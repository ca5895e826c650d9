/** Payload for a receiver: the record that the GET of the object returns, as it was when the event happened. */

import { toIso } from '#domain/kernel/time.ts'
import { type EventSubject, eventIdOf, type WebhookEvent } from '#domain/webhooks/event.ts'
import { toComplexOrderRecord } from '../contingent/complex-order-record.ts'
import { toOrderRecord } from '../orders/order-record.ts'
import { toPlacedPositionRecord } from '../portfolio/position-record.ts'
import { toFillWithOrderRecord } from './fill-with-order-record.ts'
import { toSubaccountHaltRecord } from './subaccount-halt-record.ts'

/**
 * As it is signed and sent, with the `eventId` of the delivery. An order comes without its fills: each has an event of its own, with the
 * order.
 */
export const toWebhookPayload = (event: WebhookEvent, eventId: string): string =>
  JSON.stringify({ ...toEventFields(event), event_id: eventId })

/** The fields of the message; those of a change and of an event of a stream are the same. */
export const toEventFields = (event: WebhookEvent) => ({
  event_id: eventIdOf(event),
  type: event.type,
  timestamp: toIso(event.at),
  object_id: event.objectId,
  sequence: event.sequence,
  previous_status: event.previousStatus,
  data: toData(event.subject),
})

const toData = (subject: EventSubject): object => {
  switch (subject.kind) {
    case 'order':
      return toOrderRecord(subject.order)
    case 'fill':
      return toFillWithOrderRecord(subject)
    case 'complex_order':
      return toComplexOrderRecord(subject.complexOrder)
    case 'position':
      return toPlacedPositionRecord(subject)
    case 'subaccount':
      return toSubaccountHaltRecord(subject.halt)
    case 'test':
      return { webhook_id: subject.webhookId }
  }
}
