/** Stores for objects of which a subaccount has one at most: one row, in the partition of the subaccount. */

import { byVersion } from './expectation.ts'
import type { Key } from './keys.ts'
import { ifThere, type Row, type RowForm, readRow } from './rows.ts'
import { putIf, type Table } from './table.ts'

interface OfSubaccount {
  readonly subaccountId: string
  readonly version: number
}

/** Row of one kind of object. */
export interface SubaccountRowKind<One extends OfSubaccount> {
  readonly keyOf: (subaccountId: string) => Key
  readonly form: RowForm<One>
  /** Partition of due work of the object; null if it is not due. */
  readonly workOf: (one: One) => string | null
}

/** Writes are conditional on the version of the object. */
export const subaccountRows = <One extends OfSubaccount>(table: Table, kind: SubaccountRowKind<One>) => {
  const { keyOf, form } = kind
  const read = (row: Row): One => readRow(row, form.read)
  return {
    get: async (subaccountId: string): Promise<One | null> => ifThere(await table.get(keyOf(subaccountId)), read),

    getMany: async (subaccountIds: readonly string[]): Promise<readonly One[]> =>
      table.readable(await table.batchGet(subaccountIds.map(keyOf)), read),

    save: (one: One): Promise<boolean> =>
      putIf(table, subaccountRow(kind, one, one.version + 1), byVersion(one.version)),

    remove: async ({ subaccountId, version }: One): Promise<boolean> => {
      const remove = keyOf(subaccountId)
      return (await table.write([{ remove, expect: { same: { v: version } } }])).written
    },
  }
}

/** Row of an object, in that version. */
export const subaccountRow = <One extends OfSubaccount>(
  { keyOf, form, workOf }: SubaccountRowKind<One>,
  one: One,
  version: number,
): Row & Key => ({
  ...form.write({ ...one, version }),
  ...keyOf(one.subaccountId),
  wp: workOf(one),
})
