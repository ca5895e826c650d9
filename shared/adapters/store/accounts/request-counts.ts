/** Requests of a user by minute, one row for each container: a row that is written twice counts once. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { RequestCountStore } from '#ports/accounts/request-count-store.ts'
import { whole } from '../engine/codecs.ts'
import { requestCountKey, requestCountMinute, requestCountPartition } from '../engine/keys.ts'
import { readRow, rowOf } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'

export const requestCountStore = (table: Table): RequestCountStore => ({
  report: async (userId, at, container, requests) => {
    const ttl = Math.ceil((at + KEPT) / 1_000)
    const put = { ...COUNT.write({ requests }), ...requestCountKey(userId, at, container), ttl }
    await table.write([{ put, expect: 'anything' }])
  },

  count: async (userId, at, except) => {
    const sort = { startsWith: requestCountMinute(at) }
    const rows = await table.query({ partition: requestCountPartition(userId), sort })
    const own = except === undefined ? null : requestCountKey(userId, at, except).sk
    const others = rows.filter(({ sk }) => sk !== own)
    return others.reduce((total, row) => total + readRow(row, COUNT.read).requests, 0)
  },
})

const KEPT: Millis = 10 * MINUTE

const COUNT = rowOf({ requests: ['n', whole] })
