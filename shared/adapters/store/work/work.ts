/** What is overdue, from the work index. */

import { object, string } from 'valibot'
import type { WorkStore } from '#ports/store.ts'
import { WORK_PARTITIONS, workOf } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { whole } from '../engine/row-values.ts'
import type { Table } from '../engine/table.ts'

export const workStore = (table: Table): WorkStore => ({
  due: async (until, limit) => {
    const found = await Promise.all(
      WORK_PARTITIONS.map((partition) => table.query({ index: 'work', partition, sort: { atMost: until }, limit })),
    )
    return found
      .flat()
      .map((row) => parseRow(dueRow, row))
      .map(({ pk, sk, due }) => workOf({ pk, sk }, due))
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit)
  },
})

const dueRow = object({ pk: string(), sk: string(), due: whole })
