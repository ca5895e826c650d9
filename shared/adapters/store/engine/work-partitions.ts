/**
 * Where due work stands in the index `work`: each lane has partitions of its own, and each user a few of them. So a heap of one
 * lane or one user makes nobody else's work longer to find.
 *
 * Sixteen partitions, `0` to `f`, are enough for a personal deployment, and reading them is what an idle sweep costs. A
 * larger one divides each of them further, by its setting `workSpread`: `0`, `0.1`, `0.2` and so on.
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

/** Into how many each letter can be divided. */
export const MOST_SPREAD = 16

/** The partition of one id, always the same while it is in that lane, as finely divided as any setting wants it. */
export const workPartition = (lane: WorkLane, owner: string, id: string): string => {
  const letters = LETTERS_OF[lane]
  const slot = (hashOf(owner) + (hashOf(id) % WIDTH[lane])) % (letters.length * MOST_SPREAD)
  return `${letters[slot % letters.length]}.${Math.floor(slot / letters.length)}`
}

/** The partition in a table whose letters are divided `spread` times. Folding twice changes nothing. */
export const foldWorkPartition = (partition: string, spread: number): string => {
  const [letter = '', part = '0'] = partition.split('.')
  return partOf(letter, Number(part) % spread)
}

/** All partitions of such a table, by lane, the most urgent lane first. */
export const workPartitions = (spread: number): ReadonlyArray<readonly string[]> =>
  WORK_LANES.map((lane) =>
    [...LETTERS_OF[lane]].flatMap((letter) => Array.from({ length: spread }, (_, part) => partOf(letter, part))),
  )

const partOf = (letter: string, part: number): string => (part === 0 ? letter : `${letter}.${part}`)
