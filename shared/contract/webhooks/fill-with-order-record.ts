/** A fill in an event: with its order, as a list showed it at that moment. */

import type { InferInput } from 'valibot'
import { shownTradesOf } from '#domain/baskets/shown-trades.ts'
import type { FillSubject } from '#domain/webhooks/event.ts'
import { orderRecord, toOrderRecord } from '../orders/order-record.ts'
import { fillRecord, toFillRecord } from '../portfolio/fill-record.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'

/** `order` is null only in events of earlier versions. `final`: the order has ended, and no fill of it is awaited. */
export const fillWithOrderRecord = object({ ...fillRecord.entries, order: nullable(orderRecord), final: boolean() })

/** The record of a fill in an event. */
export const toFillWithOrderRecord = (subject: FillSubject): InferInput<typeof fillWithOrderRecord> => ({
  ...toFillRecord(subject.fill, subject),
  order: subject.order === null ? null : toOrderRecord(subject.order),
  final: subject.order !== null && shownTradesOf(subject.order).complete,
})
