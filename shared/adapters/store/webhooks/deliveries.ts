/** Deliveries in the table. Deliveries of one object's events to one webhook are stored together, in order. */

import {
  DELIVERIES_KEPT,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryAttempt,
  isInFlight,
} from '#domain/webhooks/delivery.ts'
import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import type { Position } from '#ports/kernel/page.ts'
import type { DeliveryStore } from '#ports/webhooks/webhook-store.ts'
import { count, flag, id, list, oneOf, orNull, text, whole } from '../engine/codecs.ts'
import { deliveryKey, deliveryListPartition, deliveryPartition, deliveryPartsOf, type Key } from '../engine/keys.ts'
import { newestOpenRows } from '../engine/newest-open-rows.ts'
import { mapOf, type Row, readRow, rowOf } from '../engine/rows.ts'
import { keysOf, putIf, type Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'
import { justBelow } from '../history/wanted.ts'

/** One row for each event and webhook, dropped by `ttl`. */
export const deliveryStore = (table: Table): DeliveryStore => ({
  add: async (deliveries) => {
    // One delivery after another for each webhook, so that no reader in between finds a later one alone.
    const each = Map.groupBy(deliveries, ({ webhookId }) => webhookId).values()
    const inOrder = async (those: readonly Delivery[]): Promise<void> => {
      for (const delivery of those) await putIf(table, deliveryToRow(delivery, 0), 'absent')
    }
    await Promise.all(Array.from(each, inOrder))
  },

  pending: async (webhookId, objectId) => {
    const partition = deliveryPartition(webhookId, objectId)
    const { rows, isAll } = await newestOpenRows(table, partition, isPending)
    // A delivery that no longer blocks others can be older: it has failed, or was requested again.
    const older = isAll ? [] : await inFlight(table, webhookId, partition)
    const all = new Map([...older, ...rows].map((row) => [String(row['sk']), row]))
    return [...all.values()].map(rowToDelivery).sort((a, b) => a.sequence - b.sequence)
  },

  ofObject: async (webhookId, objectId) => {
    const rows = await table.query({ partition: deliveryPartition(webhookId, objectId), consistent: true })
    return rows.map(rowToDelivery)
  },

  find: async (webhookId, deliveryId) => {
    const partition = deliveryListPartition(webhookId)
    const [key] = keysOf(await table.query({ index: 'list', partition, sort: { startsWith: deliveryId } }))
    const row = key === undefined ? null : await table.get(key)
    return row === null ? null : rowToDelivery(row)
  },

  countInFlight: (webhookId, most) =>
    table.count({ index: 'live', partition: deliveryListPartition(webhookId), limit: most }),

  save: (delivery) => putIf(table, deliveryToRow(delivery, delivery.version + 1), { same: { v: delivery.version } }),

  list: async (webhookId, { limit, offset }, after) => {
    const question = { index: 'list', partition: deliveryListPartition(webhookId) } as const
    const end = offset + limit
    const [found, counted] = await Promise.all([
      table.query({ ...question, ...behind(after), attributes: ['pk', 'sk'], descending: true, limit: end + 1 }),
      table.count({ ...question, limit: MOST_COUNTED }),
    ])
    const rows = await table.batchGet(keysOf(found.slice(offset, end)), { consistent: false })
    const read = table.readable(rows, rowToDelivery)
    const count = Math.max(counted, found.length) - (rows.length - read.length)
    return { deliveries: read, count, hasMore: found.length > end }
  },
})

/** Part of the list behind that position. The id of a delivery begins with its time. */
const behind = (after: Position | undefined) =>
  after === undefined ? {} : { sort: { above: '', upTo: justBelow(after.id) } }

const isPending = ({ st }: Row): boolean => st === 'PENDING'

/** Deliveries of one object in the index of deliveries in flight. */
const inFlight = async (table: Table, webhookId: string, partition: string): Promise<readonly Row[]> => {
  const sort = { from: partition, upTo: partition }
  const keys = await table.query({ index: 'live', partition: deliveryListPartition(webhookId), sort })
  return (await table.batchGet(keysOf(keys))).filter(isPending)
}

/** Deliveries counted at most. No client reads the end of a longer history, and each page would have to read it all. */
const MOST_COUNTED = 10_000

const deliveryToRow = (delivery: Delivery, version: number): Row & Key => ({
  ...DELIVERY.write({ ...delivery, version }),
  ...deliveryKey(delivery.webhookId, delivery.objectId, delivery.sequence),
  lp: deliveryListPartition(delivery.webhookId),
  vp: isInFlight(delivery) ? deliveryListPartition(delivery.webhookId) : null,
  wp: delivery.dueAt === null ? null : workPartition('webhooks', delivery.userId, delivery.objectId),
  ttl: Math.ceil((delivery.at + DELIVERIES_KEPT) / 1_000),
})

const rowToDelivery = (row: Row): Delivery =>
  readRow(row, () => {
    const stored = DELIVERY.read(row)
    return {
      ...stored,
      ...deliveryPartsOf(String(row['pk'])),
      sequence: Number(row['sk']),
      wasPostponed: stored.wasPostponed || endsWithPostpone(stored.attempts),
    }
  })

/** Versions before 1.0.0 stored no `wasPostponed`, only the text of the attempt. */
const endsWithPostpone = (attempts: readonly DeliveryAttempt[]): boolean =>
  attempts.at(-1)?.error?.startsWith('not tried') ?? false

const ATTEMPT = mapOf<DeliveryAttempt>({
  at: ['a', whole],
  durationMs: ['d', whole],
  status: ['s', orNull(whole)],
  error: ['e', orNull(text)],
  response: ['b', text],
})

const DELIVERY = rowOf({
  deliveryId: ['ls', text],
  dueAt: ['due', orNull(whole)],
  userId: ['us', id],
  type: ['ty', oneOf(WEBHOOK_EVENT_TYPES)],
  at: ['at', whole],
  status: ['st', oneOf(DELIVERY_STATUSES)],
  attempts: ['tr', list(ATTEMPT)],
  failures: ['fl', count],
  replayed: ['rp', flag],
  replayId: ['ri', orNull(id)],
  nextAt: ['nx', orNull(whole)],
  wasPostponed: ['po', flag],
  version: ['v', whole],
})
