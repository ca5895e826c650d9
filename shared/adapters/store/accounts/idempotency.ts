/** Requests that carried an `Idempotency-Key`, in the table; DynamoDB drops them some time after they expire. */

import { nullish, object, pipe, string, transform } from 'valibot'
import type { IdempotencyRecord, IdempotencyStore } from '#ports/idempotency-store.ts'
import type { Row } from '../engine/attributes.ts'
import { idempotencyKey, type Key } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { id, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
import type { Table } from '../engine/table.ts'

export const idempotencyStore = (table: Table): IdempotencyStore => ({
  get: async (recordId) => {
    const row = await table.get(idempotencyKey(recordId))
    if (row === null) return null
    const { hash, oid, at, reply, until } = parseRow(idempotencyRow, row)
    return { id: recordId, bodyHash: hash, objectId: oid, claimedAt: at, reply, expiresAt: until }
  },

  claim: async (record, replaces) => {
    const expect = replaces === null ? 'absent' : { same: sameClaim(replaces) }
    return (await table.write([{ put: recordToRow(record), expect }])).written
  },

  // Whoever took the claim over makes the same object, so either's answer is the answer.
  complete: async (record) => {
    await table.write([
      { put: recordToRow(record), expect: { same: { oid: shortId(record.objectId), hash: record.bodyHash } } },
    ])
  },

  release: async (record) => {
    await table.write([{ remove: idempotencyKey(record.id), expect: { same: sameClaim(record) } }])
  },
})

const sameClaim = (record: IdempotencyRecord) => ({
  oid: shortId(record.objectId),
  at: record.claimedAt,
  // A record with an answer differs from the claim it came from.
  done: record.reply === null ? null : true,
})

const recordToRow = (record: IdempotencyRecord): Row & Key => ({
  ...idempotencyKey(record.id),
  hash: record.bodyHash,
  oid: shortId(record.objectId),
  at: record.claimedAt,
  done: record.reply === null ? null : true,
  reply: record.reply === null ? null : { s: record.reply.status, b: record.reply.body },
  until: record.expiresAt,
  ttl: Math.ceil(record.expiresAt / 1_000),
})

const reply = pipe(
  object({ s: whole, b: string() }),
  transform(({ s, b }) => ({ status: s, body: b })),
)

const idempotencyRow = object({ hash: string(), oid: id, at: whole, reply: nullish(reply, null), until: whole })
