/** What is overdue, from the work index. */

import type { WorkStore } from '#ports/work-store.ts'
import { WORK_PARTITIONS, workKey, workOf } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'

/** What is overdue, from the sparse index `work`. */
export const workStore = (table: Table): WorkStore => ({
  due: async (until, limit) => {
    const found = await Promise.all(
      WORK_PARTITIONS.map((partition) => table.query({ index: 'work', partition, sort: { atMost: until }, limit })),
    )
    return found
      .flat()
      .map(({ pk, sk, due }) => workOf({ pk: String(pk), sk: String(sk) }, Number(due)))
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit)
  },

  putOff: async (work, until) => {
    const key = workKey(work)
    const row = await table.get(key)
    if (row === null || row['due'] !== work.dueAt) return false
    // The stamp of its last writer: whatever was changed since is left alone.
    const same = { due: work.dueAt, w: row['w'] ?? null }
    return (await table.write([{ put: { ...row, ...key, due: until }, expect: { same } }])).written
  },
})
