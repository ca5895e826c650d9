/** Events in the table: written together with their change, and kept as long as their deliveries. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { AccountReport } from '#domain/portfolio/account-report.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import { DELIVERIES_KEPT, DELIVERY_GRACE } from '#domain/webhooks/delivery.ts'
import {
  type EventSubject,
  type SubaccountHalt,
  versionOf,
  WEBHOOK_EVENT_TYPES,
  type WebhookEvent,
} from '#domain/webhooks/event.ts'
import type { EventBatch, OutboxStore } from '#ports/webhooks/webhook-store.ts'
import { flag, id, list, oneOf, orNull, text, whole } from '../engine/codecs.ts'
import { createdSort, eventsKey, eventsPartition, idOf, type Key, testListPartition } from '../engine/keys.ts'
import { newestOpenRows } from '../engine/newest-open-rows.ts'
import { type Codec, isMap, mapOf, partOf, type Row, readRow, rowBeside, unexpected } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { workPartition } from '../engine/work-partitions.ts'
import { complexOrderToRow, rowToComplexOrder } from '../rows/complex-order-row.ts'
import { fillToRow, rowToFill } from '../rows/fill-row.ts'
import { LABEL } from '../rows/label-codec.ts'
import { placedOrderToRow, rowToPlacedOrder } from '../rows/placed-order-row.ts'
import { ledgerToRow, reportToRow, rowToLedger, rowToReport } from '../rows/position-row.ts'

/** Batches of events, one for each change of an object. A batch with a due date waits for delivery. */
export const outboxStore = (table: Table): OutboxStore => ({
  put: async (batch) => {
    await table.write([{ put: batchToRow(batch, null), expect: 'anything' }])
  },

  pending: async (objectId) => {
    const { rows } = await newestOpenRows(table, eventsPartition(objectId), ({ due }) => due !== undefined)
    return rows.map(rowToBatch)
  },

  find: async (changes) => {
    const rows = await table.batchGet(changes.map(({ objectId, version }) => eventsKey(objectId, version)))
    return table.readable(rows, rowToBatch)
  },

  get: async (objectId, sequence) => {
    const row = await table.get(eventsKey(objectId, versionOf(sequence)))
    return row === null ? null : (rowToBatch(row).events.find((event) => event.sequence === sequence) ?? null)
  },

  countTests: (userId, since) => {
    const sort = { above: createdSort(since, ''), upTo: END }
    return table.count({ index: 'list', partition: testListPartition(userId), sort })
  },
})

/** Sorts behind every time. */
const END = '~'

/** Writes that store the events of a change together with it; none if there are no events. */
export const outboxChanges = (events: readonly WebhookEvent[]): readonly Change[] => {
  const [first] = events
  if (first === undefined) return []
  const { objectId, userId, at, sequence } = first
  const batch = { objectId, version: versionOf(sequence), userId, events }
  return [{ put: batchToRow(batch, at + DELIVERY_GRACE), expect: 'anything' }]
}

/** Row of a batch whose deliveries exist, and whose last event has that position in the log of its user's changes. */
export const recordedRow = (batch: EventBatch, position: number): Row & Key => ({
  ...batchToRow(batch, null),
  cu: position,
})

const batchToRow = ({ objectId, version, userId, events }: EventBatch, dueAt: Millis | null): Row & Key => ({
  ...BATCH.write({
    userId,
    events: events.filter((event) => !isCreation(event)),
    filled: filledBy(events),
    ...creationIn(events),
  }),
  ...eventsKey(objectId, version),
  ...(isTest(events) ? { lp: testListPartition(userId), ls: createdSort(events[0]?.at ?? 0, objectId) } : {}),
  wp: dueAt === null ? null : workPartition('webhooks', userId, objectId),
  due: dueAt,
  ttl: Math.ceil(((events[0]?.at ?? 0) + DELIVERIES_KEPT) / 1_000),
})

/** Order that the fills of a change belong to: stored once for all of them. */
const filledBy = (events: readonly WebhookEvent[]): PlacedOrder | null => {
  for (const { subject } of events) if (subject.kind === 'fill') return subject.order
  return null
}

/** Only test events are listed, because a user may send only so many in an hour. */
const isTest = (events: readonly WebhookEvent[]): boolean => events[0]?.subject.kind === 'test'

const rowToBatch = (row: Row): EventBatch =>
  readRow(row, () => {
    const objectId = idOf(String(row['pk']))
    const { userId, events, filled, created } = BATCH.read(row)
    const whole = withCreation(events, created).map((event) => ({
      ...event,
      subject: withOrder(event.subject, filled),
      objectId,
      userId,
    }))
    return { objectId, version: Number(row['sk']), userId, events: whole }
  })

const isCreation = ({ type }: Pick<WebhookEvent, 'type'>): boolean => type === 'order.created'

/**
 * Place of `order.created` in a batch. Its other fields equal those of the first `order.updated`, so the batch is stored without it. Earlier
 * versions, which do not know the type, can read the batch too.
 */
const creationIn = (events: readonly WebhookEvent[]): { readonly created: number | null } => ({
  created: events.find(isCreation)?.sequence ?? null,
})

const withCreation = (events: readonly StoredEvent[], sequence: number | null): readonly StoredEvent[] => {
  const [first] = events
  return sequence === null || first === undefined ? events : [{ ...first, sequence, type: 'order.created' }, ...events]
}

const withOrder = (subject: EventSubject, order: PlacedOrder | null): EventSubject =>
  subject.kind === 'fill' ? { ...subject, order } : subject

/** An object in its state at the change, as a row inside the row. */
const inner = <Subject>(toRow: (subject: Subject) => Row, fromRow: (row: Row) => Subject): Codec<Subject> => ({
  write: toRow,
  read: (stored) => fromRow(isMap(stored) ? stored : unexpected('a map', stored)),
})

const ORDER = orNull(inner<PlacedOrder>((order) => placedOrderToRow(order, order.version), rowToPlacedOrder))

const HALT = mapOf<SubaccountHalt>({
  subaccountId: ['s', id],
  name: ['n', text],
  halted: ['h', flag],
  apiKeyId: ['k', orNull(id)],
})

const SUBJECT = partOf({
  order: ['o', ORDER],
  fill: ['f', orNull(inner(fillToRow, rowToFill))],
  clientOrderId: ['co', orNull(text)],
  tag: ['tg', orNull(text)],
  label: ['lb', LABEL],
  ledger: ['p', orNull(inner<PositionLedger>((ledger) => ledgerToRow(ledger, ledger.version), rowToLedger))],
  report: ['q', orNull(inner<AccountReport>(reportToRow, rowToReport))],
  complexOrder: [
    'x',
    orNull(inner<ComplexOrder>((order) => complexOrderToRow(order, order.version), rowToComplexOrder)),
  ],
  halt: ['ha', orNull(HALT)],
  webhookId: ['t', orNull(id)],
})

const NO_SUBJECT = {
  order: null,
  fill: null,
  clientOrderId: null,
  tag: null,
  label: null,
  ledger: null,
  report: null,
  complexOrder: null,
  halt: null,
  webhookId: null,
}

/** Finds the subject of an event by the attributes that it has. */
const subjectOf = (row: Row): EventSubject => {
  const { order, fill, clientOrderId, tag, label, ledger, report, complexOrder, halt, webhookId } = SUBJECT.read(row)
  if (order !== null) return { kind: 'order', order }
  if (fill !== null) return { kind: 'fill', fill, order: null, clientOrderId, tag, label }
  if (ledger !== null) return { kind: 'position', ledger, report, label }
  if (complexOrder !== null) return { kind: 'complex_order', complexOrder }
  if (halt !== null) return { kind: 'subaccount', halt }
  return webhookId === null ? unexpected('a subject', row) : { kind: 'test', webhookId }
}

const EVENT = rowBeside(SUBJECT.attributes, {
  sequence: ['n', whole],
  type: ['ty', oneOf(WEBHOOK_EVENT_TYPES)],
  at: ['at', whole],
  previousStatus: ['ps', orNull(text)],
})

type StoredEvent = Omit<WebhookEvent, 'objectId' | 'userId'>

const BATCH = rowBeside(['cu'], {
  userId: ['us', id],
  events: [
    'ev',
    list(
      inner<StoredEvent>(
        (event) => ({
          ...EVENT.write(event),
          ...SUBJECT.write({ ...NO_SUBJECT, ...withOrder(event.subject, null) }),
        }),
        (row) => ({ ...EVENT.read(row), subject: subjectOf(row) }),
      ),
    ),
  ],
  filled: ['fo', ORDER],
  created: ['oc', orNull(whole)],
})
