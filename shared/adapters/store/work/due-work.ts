/** Lists overdue work for operators and for a service that starts. The sweeper reads it by urgency: see `work.ts`. */

import type { DueWork } from '#ports/work/work-store.ts'
import type { Question } from '../engine/question.ts'
import type { Row } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { workOf } from '../engine/work-keys.ts'
import { WORK_PARTITIONS } from '../engine/work-partitions.ts'

/** Work that is due at or before `until`, oldest first, at most `limit` in all. May lag by a moment. */
export const dueWork = async (table: Table, until: number, limit: number): Promise<readonly DueWork[]> => {
  const found = await Promise.all(
    WORK_PARTITIONS.flat().map((partition) => duePart(table, partition, until, { limit })),
  )
  return found
    .flat()
    .sort((a, b) => a.dueAt - b.dueAt)
    .slice(0, limit)
}

/** The oldest `limit` rows of one partition of the index, or the newest. */
export const duePart = async (
  table: Table,
  partition: string,
  until: number,
  page: Pick<Question, 'limit' | 'descending'>,
): Promise<readonly DueWork[]> => {
  const rows = await table.query({ index: 'work', partition, sort: { atMost: until }, ...page })
  return rows.map(toWork)
}

const toWork = ({ pk, sk, due }: Row): DueWork => workOf({ pk: String(pk), sk: String(sk) }, Number(due))
