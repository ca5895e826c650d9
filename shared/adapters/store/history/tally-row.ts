/** A tally and its roll as rows and back: how many rows of each kind a stretch of a user's history holds, and which. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Millis } from '#domain/kernel/time.ts'
import { bytes, list, orNull, text, whole } from '../engine/codecs.ts'
import type { Key } from '../engine/keys.ts'
import { type Row, readRow, rowOf, unexpected } from '../engine/rows.ts'
import type { History } from './history.ts'

/** The values of the attributes that lists filter by, in the order of the history's `fields`. */
export type Kind = ReadonlyArray<string | number | boolean | null>

export interface Tally {
  /** It covers the user's part of the list index from just above `after` up to and including `to`. */
  readonly after: string
  readonly to: string
  /** Those of the stretch that are over, by kind. Packed until a filter asks for it. Null: it has to be read from the index. */
  readonly counts: Uint8Array | null
  /** How many those are. */
  readonly counted: number
  /** Partition keys of those in the stretch that could still change: not in `counts`, looked at each time. */
  readonly open: readonly string[]
  /** How many of the history's `fields` it counts by. */
  readonly fields: number
  /** When it was made, or the last change that it must not have missed. */
  readonly at: Millis
}

/** How many of a stretch are of one kind. */
export type KindCount = readonly [kind: Kind, rows: number]

/** All of a stretch, oldest first: the partition key, and the place of its kind in the tally's `counts`, or `OPEN`. */
export type Roll = ReadonlyArray<readonly [pk: string, kind: number]>

/** Stands for the kind of one that could still change. */
export const OPEN = -1

/** A tally as its row; its sort key is the newest order it counts. */
export const tallyToRow = (history: History, userId: string, tally: Tally): Row & Key => ({
  ...TALLY.write(tally),
  pk: history.tallies(userId),
  sk: tally.to,
})

/** Throws with words that name the row when it is damaged. */
export const rowToTally = (row: Row): Tally => readRow(row, TALLY.read)

/** The orders a tally counts, as their row. */
export const rollToRow = (history: History, userId: string, to: string, roll: Roll): Row & Key => ({
  pk: history.rolls(userId),
  sk: to,
  n: pack(roll),
})

/** Throws with words that name the row when it is damaged. */
export const rowToRoll = (row: Row): Roll =>
  readRow(row, () => {
    const { packed } = ROLL.read(row)
    try {
      return unpack<Roll[number]>(packed)
    } catch {
      return unexpected('a packed list', packed)
    }
  })

/** A list as deflated JSON. */
export const pack = <Entry>(list: readonly Entry[]): Uint8Array => deflateRawSync(JSON.stringify(list))

/** The list that was packed. Ours alone and long, a hundred thousand entries for one request: they are not checked. */
export const unpack = <Entry>(packed: Uint8Array): readonly Entry[] => {
  const list: unknown = JSON.parse(inflateRawSync(packed).toString())
  if (!Array.isArray(list)) throw new TypeError('a packed list is no list')
  return list
}

const TALLY = rowOf<Tally>({
  to: ['sk', text],
  after: ['after', text],
  open: ['open', list(text)],
  at: ['at', whole],
  // The first versions counted by five.
  fields: ['f', { write: whole.write, read: (stored) => (stored === undefined ? 5 : whole.read(stored)) }],
  counted: ['c', whole],
  counts: ['n', orNull(bytes)],
})

const ROLL = rowOf({ packed: ['n', bytes] })
