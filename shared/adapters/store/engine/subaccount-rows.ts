/** Stores of what a subaccount has one of at most: one row, in the partition of the subaccount. */

import { byVersion } from './expectation.ts'
import type { Key } from './keys.ts'
import { ifThere, type Row } from './rows.ts'
import type { Table } from './table.ts'

interface OfSubaccount {
  readonly subaccountId: string
  readonly version: number
}

/** How one kind of thing stands in its row. */
interface SubaccountRowKind<One extends OfSubaccount> {
  readonly keyOf: (subaccountId: string) => Key
  readonly read: (row: Row) => One
  readonly toRow: (one: One, version: number) => Row & Key
}

/** Writes are conditional on the version of the thing. */
export const subaccountRows = <One extends OfSubaccount>(
  table: Table,
  { keyOf, read, toRow }: SubaccountRowKind<One>,
) => ({
  get: async (subaccountId: string): Promise<One | null> => ifThere(await table.get(keyOf(subaccountId)), read),

  save: async (one: One): Promise<boolean> => {
    const put = toRow(one, one.version + 1)
    return (await table.write([{ put, expect: byVersion(one.version) }])).written
  },

  remove: async ({ subaccountId, version }: One): Promise<boolean> => {
    const remove = keyOf(subaccountId)
    return (await table.write([{ remove, expect: { same: { v: version } } }])).written
  },
})
