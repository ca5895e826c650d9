/** Reads overdue work from the sparse index `work`. */

import type { DueWork, Postponement, WorkStore } from '#ports/work/work-store.ts'
import { nameOf } from '../engine/keys.ts'
import type { Row } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { workKey } from '../engine/work-keys.ts'
import { WORK_PARTITIONS } from '../engine/work-partitions.ts'
import { duePart } from './due-work.ts'

export const workStore = (table: Table): WorkStore => {
  /** Takes the oldest and the newest by turns, so that fresh work does not wait behind an old backlog. */
  const bothEnds = async (partition: string, until: number, share: number): Promise<readonly DueWork[]> => {
    const oldest = await duePart(table, partition, until, { limit: share })
    if (oldest.length < share) return oldest
    const newest = await duePart(table, partition, until, { limit: share, descending: true })
    return byTurns([oldest, newest])
  }

  const takePriorities = async (
    some: ReadonlyArray<readonly string[]>,
    until: number,
    share: number,
  ): Promise<ReadonlyArray<{ readonly work: DueWork; readonly place: number }>> => {
    const found = await Promise.all(
      some.map((priority) => Promise.all(priority.map((partition) => bothEnds(partition, until, share)))),
    )
    const byPriority = found.flatMap((parts, priority) => byTurns(parts).map((work) => ({ work, priority })))
    return byPriority.map(({ work, priority }) => ({ work, place: Math.max(priority, PLACE[work.kind] ?? 0) }))
  }

  return {
    take: async (until, share) => {
      const found = await takePriorities(WORK_PARTITIONS, until, share)
      return found.toSorted((a, b) => a.place - b.place).map(({ work }) => work)
    },

    takeUrgent: async (until, share) => {
      const found = await takePriorities(WORK_PARTITIONS.slice(0, 1), until, share)
      return found.filter(({ place }) => place === 0).map(({ work }) => work)
    },

    reschedule: async (work, until) => {
      const row = await table.get(workKey(work))
      return row !== null && postponeRow(table, work, row)(until)
    },

    finish: async (work) => {
      const row = await table.get(workKey(work))
      if (row === null || row['due'] !== work.dueAt) return false
      const same = { due: work.dueAt, w: row['w'] ?? null }
      return (await table.write([{ remove: workKey(work), expect: { same } }])).written
    },

    readMany: async (some) => {
      const rows = await table.batchGet(some.map(workKey))
      const byName = new Map(rows.map((row) => [nameOf(row), row]))
      return new Map(
        some.flatMap((work) => {
          const row = byName.get(nameOf(workKey(work)))
          return row === undefined ? [] : [[work, postponeRow(table, work, row)] as const]
        }),
      )
    },
  }
}

const postponeRow =
  (table: Table, work: DueWork, row: Row): Postponement =>
  async (until) => {
    if (row['due'] !== work.dueAt) return false
    // Stamp of the last writer: a row that was changed since is left alone.
    const same = { due: work.dueAt, w: row['w'] ?? null }
    return (await table.write([{ put: { ...row, ...workKey(work), due: until }, expect: { same } }])).written
  }

/** Earliest priority of each kind of work: earlier versions did not store priorities. */
const PLACE: Readonly<Partial<Record<DueWork['kind'], number>>> = {
  account: 2,
  trading_day: 2.5,
  event: 3,
  delivery: 3,
  following: 3,
}

/** The first of each list, then the second of each, and so on. */
const byTurns = (lists: ReadonlyArray<readonly DueWork[]>): readonly DueWork[] =>
  Array.from({ length: Math.max(0, ...lists.map((one) => one.length)) }, (_, place) =>
    lists.flatMap((one) => one[place] ?? []),
  ).flat()
