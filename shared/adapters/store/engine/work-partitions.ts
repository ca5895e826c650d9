/**
 * Where due work stands in the index `work`: each lane has partitions of its own, and each user a few of them. So a heap of one
 * lane or one user makes nobody else's work longer to find.
 *
 * Sixteen partitions, `0` to `f`, take 670 orders a second. An idle sweep costs the reads of these.
 */

import { hashOf } from '#domain/kernel/hash.ts'
import { WORK_LANES, type WorkLane } from '#domain/work/lane.ts'

/** The letters are those of earlier versions, so rows that these wrote are found too, in whatever lane they landed. */
const LETTERS_OF: Readonly<Record<WorkLane, string>> = {
  now: '012345',
  orders: '6789',
  accounts: 'ab',
  webhooks: 'cdef',
}

/** In how many partitions the work of one user stands. */
const WIDTH: Readonly<Record<WorkLane, number>> = { now: 3, orders: 2, accounts: 1, webhooks: 2 }

/** The partition of one id, always the same while it is in that lane. */
export const workPartition = (lane: WorkLane, owner: string, id: string): string => {
  const letters = LETTERS_OF[lane]
  return letters.charAt((hashOf(owner) + (hashOf(id) % WIDTH[lane])) % letters.length)
}

/** All partitions by lane, the most urgent lane first. */
export const WORK_PARTITIONS: ReadonlyArray<readonly string[]> = WORK_LANES.map((lane) => [...LETTERS_OF[lane]])
