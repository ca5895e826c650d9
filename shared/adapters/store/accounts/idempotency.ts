/** Requests with an `Idempotency-Key` in the table; DynamoDB drops them some time after they expire. */

import type { IdempotencyRecord, IdempotencyStore } from '#ports/orders/idempotency-store.ts'
import { id, orNull, text, whole } from '../engine/codecs.ts'
import { idempotencyKey, type Key } from '../engine/keys.ts'
import { mapOf, type Row, readRow, rowBeside } from '../engine/rows.ts'
import { shortId } from '../engine/short-id.ts'
import { putIf, type Table } from '../engine/table.ts'

/** One row for each `Idempotency-Key` of a user, dropped by `ttl`. */
export const idempotencyStore = (table: Table): IdempotencyStore => ({
  get: async (recordId) => {
    const row = await table.get(idempotencyKey(recordId))
    if (row === null) return null
    return { id: recordId, ...readRow(row, IDEMPOTENCY.read) }
  },

  claim: (record, replaces) =>
    putIf(table, recordToRow(record), replaces === null ? 'absent' : { same: sameClaim(replaces) }),

  // A request that took the claim over makes the same object, so both answers are right.
  complete: async (record) => {
    await putIf(table, recordToRow(record), { same: { oid: shortId(record.objectId), hash: record.bodyHash } })
  },

  release: async (record) => {
    await table.write([{ remove: idempotencyKey(record.id), expect: { same: sameClaim(record) } }])
  },
})

const sameClaim = (record: IdempotencyRecord) => ({
  oid: shortId(record.objectId),
  at: record.claimedAt,
  // A record with an answer differs from its claim.
  done: record.reply === null ? null : true,
})

const recordToRow = (record: IdempotencyRecord): Row & Key => ({
  ...IDEMPOTENCY.write(record),
  ...idempotencyKey(record.id),
  done: record.reply === null ? null : true,
  ttl: Math.ceil(record.expiresAt / 1_000),
})

const IDEMPOTENCY = rowBeside(['done'], {
  bodyHash: ['hash', text],
  objectId: ['oid', id],
  claimedAt: ['at', whole],
  reply: ['reply', orNull(mapOf({ status: ['s', whole], body: ['b', text] }))],
  expiresAt: ['until', whole],
})
