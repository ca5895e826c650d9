/** Payloads for a receiver, by type of event: `toWebhookPayload` makes it. */

import * as v from 'valibot'
import type { WebhookEventType } from '#domain/webhooks/event.ts'
import { complexOrderRecord } from '../contingent/complex-order-record.ts'
import { orderRecord } from '../orders/order-record.ts'
import { placedPositionRecord } from '../portfolio/position-record.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import type { Schema } from '../validation/schema.ts'
import { fillWithOrderRecord } from './fill-with-order-record.ts'
import { subaccountHaltRecord } from './subaccount-halt-record.ts'

/** The fields that all events have. */
export const eventFacts = object({
  event_id: uuid(),
  timestamp: datetime(),
  object_id: uuid(),
  sequence: integer(),
  previous_status: nullable(string()),
})

const eventRecord = <const Data extends Schema>(type: WebhookEventType, data: Data) =>
  object({
    type: enumeration([type]),
    ...eventFacts.entries,
    data,
  })

/** The events of changes, by the name each has among the schemas of the OpenAPI document. */
export const changeEventRecords = {
  OrderCreatedEvent: eventRecord('order.created', orderRecord),
  OrderUpdatedEvent: eventRecord('order.updated', orderRecord),
  OrderFilledEvent: eventRecord('order.filled', fillWithOrderRecord),
  FillReversedEvent: eventRecord('fill.reversed', fillWithOrderRecord),
  ComplexOrderUpdatedEvent: eventRecord('complex_order.updated', complexOrderRecord),
  ComplexOrderExitIncompleteEvent: eventRecord('complex_order.exit_incomplete', complexOrderRecord),
  MarketDecidedEvent: eventRecord('market.decided', placedPositionRecord),
  PositionSettledEvent: eventRecord('position.settled', placedPositionRecord),
  SubaccountHaltedEvent: eventRecord('subaccount.halted', subaccountHaltRecord),
  SubaccountResumedEvent: eventRecord('subaccount.resumed', subaccountHaltRecord),
}

/** All events that a receiver is sent, with the test event. */
export const webhookEventRecords = {
  ...changeEventRecords,
  WebhookTestEvent: eventRecord('webhook.test', object({ webhook_id: uuid() })),
}

/** Typed as any schema: the compiler does not know which `data` belongs to which `type`. */
export const webhookEventRecord: v.GenericSchema = v.union(Object.values(webhookEventRecords))
