/** Events in the table: written with the change they tell of, kept as long as their deliveries. */

import { array, custom, nullish, object, picklist, string } from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import { DELIVERIES_KEPT, DELIVERY_GRACE } from '#domain/webhooks/delivery.ts'
import { type EventSubject, versionOf, WEBHOOK_EVENT_TYPES, type WebhookEvent } from '#domain/webhooks/event.ts'
import type { EventBatch, OutboxStore } from '#ports/webhook-store.ts'
import { complexOrderToRow, rowToComplexOrder } from '../contingent/complex-order-row.ts'
import type { Row } from '../engine/attributes.ts'
import { eventsKey, eventsPartition, type Key, objectIdOf, workPartition } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { id, whole } from '../engine/row-values.ts'
import { longId, shortId } from '../engine/short-id.ts'
import type { Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { fillToRow, rowToFill } from '../orders/fill-row.ts'
import { placedOrderToRow, rowToPlacedOrder } from '../orders/placed-order-row.ts'

export const outboxStore = (table: Table): OutboxStore => ({
  put: async (batch) => {
    await table.write([{ put: batchToRow(batch, null), expect: 'anything' }])
  },

  pending: async (objectId) => {
    const rows = await table.query({ partition: eventsPartition(objectId), consistent: true })
    return rows.filter((row) => row['due'] !== undefined).map(rowToBatch)
  },

  get: async (objectId, sequence) => {
    const row = await table.get(eventsKey(objectId, versionOf(sequence)))
    return row === null ? null : (rowToBatch(row).events.find((event) => event.sequence === sequence) ?? null)
  },

  done: async (batch) => {
    await table.write([{ put: batchToRow(batch, null), expect: 'anything' }])
  },
})

/** What must be written together with a change, for whoever listens to the object; nothing when nothing came of it. */
export const outboxChanges = (events: readonly WebhookEvent[]): readonly Change[] => {
  const [first] = events
  if (first === undefined) return []
  const { objectId, userId, at, sequence } = first
  const batch = { objectId, version: versionOf(sequence), userId, events }
  return [{ put: batchToRow(batch, at + DELIVERY_GRACE), expect: 'anything' }]
}

const batchToRow = ({ objectId, version, userId, events }: EventBatch, dueAt: Millis | null): Row & Key => ({
  ...eventsKey(objectId, version),
  ...(dueAt === null ? {} : { wp: workPartition(objectId), due: dueAt }),
  us: shortId(userId),
  ev: events.map((event) => ({
    n: event.sequence,
    ty: event.type,
    at: event.at,
    ps: event.previousStatus,
    ...subjectToRow(event.subject),
  })),
  ttl: Math.ceil(((events[0]?.at ?? 0) + DELIVERIES_KEPT) / 1_000),
})

const rowToBatch = (row: Row): EventBatch => {
  const { pk, sk, us, ev } = parseRow(batchRow, row)
  const objectId = objectIdOf(pk)
  return {
    objectId,
    version: Number(sk),
    userId: us,
    events: ev.map(({ n, ty, at, ps, o, f, co, x, t }) => ({
      objectId,
      sequence: n,
      userId: us,
      type: ty,
      at,
      previousStatus: ps,
      subject: subjectOf({ o, f, co, x, t }),
    })),
  }
}

/** The object as a row inside the row: as it was then. */
const subjectToRow = (subject: EventSubject): Row => {
  switch (subject.kind) {
    case 'order':
      return { o: placedOrderToRow(subject.order, subject.order.version) }
    case 'fill':
      return { f: fillToRow(subject.fill), co: subject.clientOrderId }
    case 'complex_order':
      return { x: complexOrderToRow(subject.complexOrder, subject.complexOrder.version) }
    case 'test':
      return { t: shortId(subject.webhookId) }
  }
}

interface SubjectRow {
  readonly o: Row | null
  readonly f: Row | null
  readonly co: string | null
  readonly x: Row | null
  readonly t: string | null
}

const subjectOf = ({ o, f, co, x, t }: SubjectRow): EventSubject => {
  if (o !== null) return { kind: 'order', order: rowToPlacedOrder(o) }
  if (f !== null) return { kind: 'fill', fill: rowToFill(f), clientOrderId: co }
  if (x !== null) return { kind: 'complex_order', complexOrder: rowToComplexOrder(x) }
  return { kind: 'test', webhookId: longId(t ?? '') }
}

/** Read by the schema of what it holds. */
const innerRow = nullish(
  custom<Row>((value) => typeof value === 'object' && value !== null),
  null,
)

const eventRow = object({
  n: whole,
  ty: picklist(WEBHOOK_EVENT_TYPES),
  at: whole,
  ps: nullish(string(), null),
  o: innerRow,
  f: innerRow,
  co: nullish(string(), null),
  x: innerRow,
  t: nullish(string(), null),
})

const batchRow = object({ pk: string(), sk: string(), us: id, ev: array(eventRow) })
