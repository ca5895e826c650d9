/** Stores for objects of which each user has a few: one row for each object, in the partition of its user. */

import type { Millis } from '#domain/kernel/time.ts'
import { type Key, userPartition, userRowKey } from './keys.ts'
import { ifThere, type Row, type RowForm, readRow } from './rows.ts'
import { putIf, type Table } from './table.ts'

interface Owned {
  readonly userId: string
  readonly insertedAt: Millis
  readonly version: number
}

/** Rows of one kind of object. */
export interface UserRowKind<One extends Owned> {
  /** Prefix of its sort keys; the id of the object follows. */
  readonly begin: string
  readonly idOf: (one: One) => string
  readonly form: RowForm<One>
}

/** Writes are conditional on the version of the object. */
export const userRows = <One extends Owned>(table: Table, kind: UserRowKind<One>) => {
  const { begin, form } = kind
  const read = (row: Row): One => readRow(row, form.read)
  return {
    get: async (userId: string, id: string): Promise<One | null> =>
      ifThere(await table.get(userRowKey(userId, begin, id)), read),

    list: async (userId: string): Promise<readonly One[]> => {
      const question = { partition: userPartition(userId), sort: { startsWith: begin }, consistent: true }
      const all = table.readable(await table.query(question), read)
      return all.toSorted((a, b) => a.insertedAt - b.insertedAt || (kind.idOf(a) < kind.idOf(b) ? -1 : 1))
    },

    create: (one: One): Promise<boolean> => putIf(table, userRow(kind, one, one.version), 'absent'),

    save: (one: One): Promise<boolean> =>
      putIf(table, userRow(kind, one, one.version + 1), { same: { v: one.version } }),

    remove: async (one: One): Promise<boolean> => {
      const remove = userRowKey(one.userId, begin, kind.idOf(one))
      return (await table.write([{ remove, expect: { same: { v: one.version } } }])).written
    },
  }
}

/** Row of an object, in that version. */
export const userRow = <One extends Owned>(
  { begin, idOf, form }: UserRowKind<One>,
  one: One,
  version: number,
): Row & Key => ({
  ...form.write({ ...one, version }),
  ...userRowKey(one.userId, begin, idOf(one)),
})
