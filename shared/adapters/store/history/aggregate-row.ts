/** Rows of a tally and its roll: the number of rows of each kind in a stretch of a user's history, and the rows themselves. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Millis } from '#domain/kernel/time.ts'
import { bytes, list, orNull, text, whole } from '../engine/codecs.ts'
import type { Key } from '../engine/keys.ts'
import { type Row, readRow, rowOf, unexpected } from '../engine/rows.ts'
import type { History } from './history.ts'

/** Values of the attributes that lists filter by, in the order of the history's `fields`. */
export type Kind = ReadonlyArray<string | number | boolean | null>

export interface Aggregate {
  /** The tally covers the user's part of the list index from just above `after` up to and including `to`. */
  readonly after: string
  readonly to: string
  /** Rows of the stretch that are over, counted by kind and packed until a filter needs them. Null if they have to be read from the index. */
  readonly counts: Uint8Array | null
  /** Number of rows that are over. */
  readonly counted: number
  /** Partition keys of the rows that could still change: they are not in `counts`, and are read each time. */
  readonly open: readonly string[]
  /** Number of the history's `fields` that the tally counts by. */
  readonly fields: number
  /** Time of the count, or of the last change that it must include. */
  readonly at: Millis
}

/** Number of rows of one kind in a stretch. */
export type KindCount = readonly [kind: Kind, rows: number]

/** All rows of a stretch, oldest first: the partition key, and the index of its kind in the tally's `counts`, or `OPEN`. */
export type Roll = ReadonlyArray<readonly [pk: string, kind: number]>

/** Kind of a row that could still change. */
export const OPEN = -1

/** Row of a tally; its sort key is that of the newest order that it counts. */
export const aggregateToRow = (history: History, userId: string, aggregate: Aggregate): Row & Key => ({
  ...AGGREGATE.write(aggregate),
  pk: history.aggregates(userId),
  sk: aggregate.to,
})

/** Throws an error that names the row if it is damaged. */
export const rowToAggregate = (row: Row): Aggregate => readRow(row, AGGREGATE.read)

/** Row of the orders that a tally counts. */
export const rollToRow = (history: History, userId: string, to: string, roll: Roll): Row & Key => ({
  pk: history.rolls(userId),
  sk: to,
  n: pack(roll),
})

/** Throws an error that names the row if it is damaged. */
export const rowToRoll = (row: Row): Roll =>
  readRow(row, () => {
    const { packed } = ROLL.read(row)
    try {
      return unpack<Roll[number]>(packed)
    } catch {
      return unexpected('a packed list', packed)
    }
  })

/** Packs a list as deflated JSON. */
export const pack = <Entry>(list: readonly Entry[]): Uint8Array => deflateRawSync(JSON.stringify(list))

/** Unpacks a list. Its entries are not checked: only this service writes them, and one request may read a hundred thousand. */
export const unpack = <Entry>(packed: Uint8Array): readonly Entry[] => {
  const list: unknown = JSON.parse(inflateRawSync(packed).toString())
  if (!Array.isArray(list)) throw new TypeError('a packed list is no list')
  return list
}

const AGGREGATE = rowOf<Aggregate>({
  to: ['sk', text],
  after: ['after', text],
  open: ['open', list(text)],
  at: ['at', whole],
  // The first versions counted by five fields.
  fields: ['f', { write: whole.write, read: (stored) => (stored === undefined ? 5 : whole.read(stored)) }],
  counted: ['c', whole],
  counts: ['n', orNull(bytes)],
})

const ROLL = rowOf({ packed: ['n', bytes] })
