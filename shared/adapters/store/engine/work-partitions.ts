/**
 * Partitions of due work in the index `work`: each priority has its own, and each user has a few of them. A backlog of one priority or one user
 * slows down no other.
 *
 * Sixteen partitions, `0` to `f`, take 670 orders a second. An idle sweep costs the reads of these.
 */

import { hashOf } from '#domain/kernel/hash.ts'
import { WORK_PRIORITIES, type WorkPriority } from '#domain/work/priority.ts'

/** The letters of earlier versions, so that rows of those versions are found too, whatever their priority. */
const LETTERS_OF: Readonly<Record<WorkPriority, string>> = {
  now: '012345',
  orders: '6789',
  accounts: 'ab',
  webhooks: 'cdef',
}

/** Number of partitions for the work of one user. */
const WIDTH: Readonly<Record<WorkPriority, number>> = { now: 3, orders: 2, accounts: 1, webhooks: 2 }

/** Partition of one id, always the same for one priority. */
export const workPartition = (priority: WorkPriority, owner: string, id: string): string => {
  const letters = LETTERS_OF[priority]
  return letters.charAt((hashOf(owner) + (hashOf(id) % WIDTH[priority])) % letters.length)
}

/** All partitions by priority, the most urgent first. */
export const WORK_PARTITIONS: ReadonlyArray<readonly string[]> = WORK_PRIORITIES.map((priority) => [
  ...LETTERS_OF[priority],
])
