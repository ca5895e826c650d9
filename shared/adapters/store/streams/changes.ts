/** Log of a user's changes in the table: one row with its end, and one for each change. */

import type { Millis } from '#domain/kernel/time.ts'
import { CHANGES_KEPT, type ChangeLog } from '#domain/streams/change-log.ts'
import type { RecordedChange } from '#domain/streams/recorded-change.ts'
import type { ChangeStore } from '#ports/streams/change-store.ts'
import { count, flag, id, orNull, whole } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { CHANGES_END, changeKey, changeLogKey, changesPartition, type Key } from '../engine/keys.ts'
import { ifThere, type Row, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'
import { recordedRow } from '../outbox/outbox.ts'

/** The changes of each user have a partition of their own. */
export const changeStore = (table: Table): ChangeStore => ({
  log: async (userId) =>
    ifThere(await table.get(changeLogKey(userId)), (row) => ({ userId, ...readRow(row, LOG.read) })),

  save: (log) => putIf(table, logToRow(log), byVersion(log.version)),

  append: async (log, batches, at) => {
    let { position } = log
    const rows = batches.flatMap((batch) => {
      position += batch.events.length
      const change = { position, events: batch.events.length, objectId: batch.objectId, version: batch.version, at }
      return [
        // No other process has given this position: the log would have another version.
        { put: changeToRow(log.userId, change), expect: 'anything' as const },
        { put: recordedRow(batch, position), expect: { same: { cu: null } } },
      ]
    })
    const next = { ...log, position }
    const done = await table.write([{ put: logToRow(next), expect: byVersion(log.version) }, ...rows])
    if (done.written) return { appended: true, log: { ...next, version: next.version + 1 } }
    // The second row of each pair is the row of its batch.
    const already = batches.filter((_, place) => done.failed.includes(2 * place + 2))
    return { appended: false, already }
  },

  after: async (userId, position, limit) => {
    const sort = { above: changeKey(userId, position).sk, upTo: CHANGES_END }
    const rows = await table.query({ partition: changesPartition(userId), sort, limit, consistent: true })
    return rows.map((row) => ({ position: Number(row['sk']), ...readRow(row, CHANGE.read) }))
  },
})

const logToRow = (log: ChangeLog): Row & Key => ({
  ...LOG.write({ ...log, version: log.version + 1 }),
  ...changeLogKey(log.userId),
  wp: dueAt(log) === null ? null : workPartition('webhooks', log.userId, log.userId),
  due: dueAt(log),
})

/** Due within seconds if objects are to be marked; else when recording ends because no client has followed the changes for long. */
const dueAt = ({ markAgainAt, followedUntil }: ChangeLog): Millis | null => markAgainAt ?? followedUntil

const changeToRow = (userId: string, change: RecordedChange): Row & Key => ({
  ...CHANGE.write(change),
  ...changeKey(userId, change.position),
  ttl: Math.ceil((change.at + CHANGES_KEPT) / 1_000),
})

const LOG = rowOf<Omit<ChangeLog, 'userId'>>({
  position: ['ps', count],
  begun: ['bg', count],
  recording: ['rc', flag],
  followedUntil: ['fu', orNull(whole)],
  streamedUntil: ['su', orNull(whole)],
  markAgainAt: ['ma', orNull(whole)],
  version: ['v', whole],
})

const CHANGE = rowOf<Omit<RecordedChange, 'position'>>({
  events: ['n', whole],
  objectId: ['o', id],
  version: ['v', whole],
  at: ['at', whole],
})
