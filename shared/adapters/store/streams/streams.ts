/** Open streams in the table. A connection has a row once its key has come, and another one beside the changes of its user. */

import { SCOPES } from '#domain/accounts/api-key.ts'
import { STREAM_LASTS, type Stream } from '#domain/streams/stream.ts'
import type { StreamStore } from '#ports/streams/stream-store.ts'
import { id, list, listOrNone, oneOf, orNull, text, textBehind, whole } from '../engine/codecs.ts'
import type { Expectation } from '../engine/expectation.ts'
import { changesPartition, connectionKey, type Key, listenerKey, STREAMS, streamKey } from '../engine/keys.ts'
import { ifThere, type Row, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'
import { LISTENED, listenerToRow } from './listener-row.ts'

/** Rows of connections that ended unnoticed are dropped by `ttl`. */
export const streamStore = (table: Table): StreamStore => {
  const ownerOf: StreamStore['ownerOf'] = async (streamId) =>
    ifThere(await table.get(connectionKey(streamId)), (row) => readRow(row, CONNECTION.read).userId)
  return {
    ownerOf,

    admit: async (stream) => {
      const { streamId, userId, openedAt } = stream
      const connection = { ...CONNECTION.write({ userId }), ...connectionKey(streamId), ttl: endOf(openedAt) }
      const admitted = async (expect: Expectation): Promise<boolean> => {
        const { written } = await table.write([
          { put: connection, expect },
          { put: streamToRow(stream, 1), expect: 'absent' },
        ])
        return written
      }
      if (await admitted('absent')) return true
      // Versions before 1.0.0 stored a connection before its key came.
      return (await ownerOf(streamId)) === null && admitted({ same: { u: null } })
    },

    get: async (userId, streamId) =>
      ifThere(await table.get(streamKey(userId, streamId)), (row) => rowToStream(userId, row)),

    list: async (userId) => {
      const question = { partition: changesPartition(userId), sort: { startsWith: STREAMS }, consistent: true }
      return table.readable(await table.query(question), (row) => rowToStream(userId, row))
    },

    save: (stream) => putIf(table, streamToRow(stream, stream.version + 1), { same: { v: stream.version } }),

    listen: async (stream) => {
      const { written } = await table.write([
        { put: streamToRow(stream, stream.version + 1), expect: { same: { v: stream.version } } },
        stream.listening.length > 0
          ? { put: listenerToRow(stream), expect: 'anything' }
          : { remove: listenerKey(stream.streamId), expect: 'anything' },
      ])
      return written
    },

    remove: async (streamId, userId) => {
      await table.write([
        { remove: connectionKey(streamId), expect: 'anything' },
        ...(userId === null ? [] : [streamKey(userId, streamId), listenerKey(streamId)]).map((remove) => ({
          remove,
          expect: 'anything' as const,
        })),
      ])
    },
  }
}

const endOf = (openedAt: number): number => Math.ceil((openedAt + STREAM_LASTS) / 1_000)

const streamToRow = (stream: Stream, version: number): Row & Key => ({
  ...STREAM.write({ ...stream, version }),
  ...streamKey(stream.userId, stream.streamId),
  ttl: endOf(stream.openedAt),
})

const rowToStream = (userId: string, row: Row): Stream => readRow(row, () => ({ userId, ...STREAM.read(row) }))

const CONNECTION = rowOf<{ readonly userId: string | null }>({ userId: ['u', orNull(id)] })

const STREAM = rowOf<Omit<Stream, 'userId'>>({
  streamId: ['sk', textBehind(STREAMS)],
  keyId: ['k', id],
  scope: ['sc', oneOf(SCOPES)],
  openedAt: ['at', whole],
  channels: ['ch', list(text)],
  listening: ['ml', listOrNone(LISTENED)],
  position: ['ps', orNull(whole)],
  version: ['v', whole],
})
