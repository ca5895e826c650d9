/** Deliveries in the table: those of one object's events to one webhook lie together, in order. */

import { array, nullish, object, picklist, pipe, string, transform } from 'valibot'
import { DELIVERIES_KEPT, DELIVERY_STATUSES, type Delivery, type DeliveryAttempt } from '#domain/webhooks/delivery.ts'
import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import type { DeliveryStore } from '#ports/webhook-store.ts'
import type { Row } from '../engine/attributes.ts'
import {
  deliveryKey,
  deliveryListPartition,
  deliveryPartition,
  deliveryPartsOf,
  type Key,
  workPartition,
} from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { count, flag, id, unlessFalse, unlessZero, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
import { keysOf, type Table } from '../engine/table.ts'

export const deliveryStore = (table: Table): DeliveryStore => ({
  add: async (deliveries) => {
    for (const delivery of deliveries) await table.write([{ put: deliveryToRow(delivery, 0), expect: 'absent' }])
  },

  pending: async (webhookId, objectId) => {
    const partition = deliveryPartition(webhookId, objectId)
    const rows = await table.query({ partition, filter: { st: 'PENDING' }, consistent: true })
    return rows.map(rowToDelivery)
  },

  find: async (webhookId, deliveryId) => {
    const partition = deliveryListPartition(webhookId)
    const [key] = keysOf(await table.query({ index: 'list', partition, sort: { startsWith: deliveryId } }))
    const row = key === undefined ? null : await table.get(key)
    return row === null ? null : rowToDelivery(row)
  },

  save: async (delivery) => {
    const put = deliveryToRow(delivery, delivery.version + 1)
    return (await table.write([{ put, expect: { same: { v: delivery.version } } }])).written
  },

  list: async (webhookId, { limit, offset }) => {
    const question = { index: 'list', partition: deliveryListPartition(webhookId) } as const
    const [found, all] = await Promise.all([
      table.query({ ...question, descending: true, limit: offset + limit }),
      table.count(question),
    ])
    const rows = await table.batchGet(keysOf(found.slice(offset)), { consistent: false })
    return { deliveries: rows.map(rowToDelivery), count: all }
  },
})

const deliveryToRow = (delivery: Delivery, version: number): Row & Key => ({
  ...deliveryKey(delivery.webhookId, delivery.objectId, delivery.sequence),
  lp: deliveryListPartition(delivery.webhookId),
  ls: delivery.deliveryId,
  ...(delivery.dueAt === null ? {} : { wp: workPartition(delivery.deliveryId), due: delivery.dueAt }),
  us: shortId(delivery.userId),
  ty: delivery.type,
  at: delivery.at,
  st: delivery.status,
  tr: delivery.attempts.map(attemptToRow),
  fl: unlessZero(delivery.failures),
  rp: unlessFalse(delivery.replayed),
  ri: delivery.replayId === null ? null : shortId(delivery.replayId),
  nx: delivery.nextAt,
  v: version,
  ttl: Math.ceil((delivery.at + DELIVERIES_KEPT) / 1_000),
})

const rowToDelivery = (row: Row): Delivery => {
  const { pk, sk, ls, due, us, ty, at, st, tr, fl, rp, ri, nx, v } = parseRow(deliveryRow, row)
  return {
    ...deliveryPartsOf(pk),
    deliveryId: ls,
    userId: us,
    sequence: Number(sk),
    type: ty,
    at,
    status: st,
    attempts: tr,
    failures: fl,
    replayed: rp,
    replayId: ri,
    nextAt: nx,
    dueAt: due,
    version: v,
  }
}

const attemptToRow = (attempt: DeliveryAttempt) => ({
  a: attempt.at,
  d: attempt.durationMs,
  s: attempt.status,
  e: attempt.error,
  b: attempt.response,
})

const attempt = pipe(
  object({ a: whole, d: whole, s: nullish(whole, null), e: nullish(string(), null), b: string() }),
  transform(({ a, d, s, e, b }): DeliveryAttempt => ({ at: a, durationMs: d, status: s, error: e, response: b })),
)

const deliveryRow = object({
  pk: string(),
  sk: string(),
  ls: string(),
  due: nullish(whole, null),
  us: id,
  ty: picklist(WEBHOOK_EVENT_TYPES),
  at: whole,
  st: picklist(DELIVERY_STATUSES),
  tr: array(attempt),
  fl: count,
  rp: flag,
  ri: nullish(id, null),
  nx: nullish(whole, null),
  v: whole,
})
