/** Subaccounts in the table, under their user. */

import { boolean, nullish, object, string } from 'valibot'
import type { Subaccount } from '#domain/subaccount.ts'
import type { SubaccountStore } from '#ports/store.ts'
import type { Row } from './attributes.ts'
import { releaseOf } from './credentials.ts'
import {
  type Key,
  SUBACCOUNTS,
  subaccountIdOf,
  subaccountKey,
  userIdOf,
  userPartition,
  venueAccountKey,
} from './keys.ts'
import { parseRow } from './parse-row.ts'
import { flag, unlessFalse, whole } from './row-values.ts'
import type { Table } from './table.ts'

export const subaccountStore = (table: Table): SubaccountStore => ({
  get: async (userId, subaccountId) => {
    const row = await table.get(subaccountKey(userId, subaccountId))
    return row === null ? null : rowToSubaccount(row)
  },

  list: async (userId) => {
    const question = { partition: userPartition(userId), sort: { startsWith: SUBACCOUNTS }, consistent: true }
    const subaccounts = (await table.query(question)).map(rowToSubaccount)
    return subaccounts.sort((a, b) => a.insertedAt - b.insertedAt || (a.subaccountId < b.subaccountId ? -1 : 1))
  },

  create: async (subaccount) =>
    (await table.write([{ put: subaccountToRow(subaccount, subaccount.version), expect: 'absent' }])).written,

  save: async (subaccount) => {
    const put = subaccountToRow(subaccount, subaccount.version + 1)
    return (await table.write([{ put, expect: { same: { v: subaccount.version } } }])).written
  },

  remove: async (subaccount, credentials) => {
    const { written } = await table.write([
      {
        remove: subaccountKey(subaccount.userId, subaccount.subaccountId),
        expect: { same: { v: subaccount.version } },
      },
      ...credentials.flatMap(releaseOf),
      ...credentials.map(({ subaccountId, exchange }) => ({
        remove: venueAccountKey(subaccountId, exchange),
        expect: 'anything' as const,
      })),
    ])
    return written
  },
})

const subaccountToRow = (subaccount: Subaccount, version: number): Row & Key => ({
  ...subaccountKey(subaccount.userId, subaccount.subaccountId),
  name: subaccount.name,
  about: subaccount.description,
  active: subaccount.isActive,
  at: subaccount.insertedAt,
  cb: subaccount.cancelBefore,
  cx: subaccount.cancelComplexBefore,
  wh: unlessFalse(subaccount.hasWebhooks),
  v: version,
})

const rowToSubaccount = (row: Row): Subaccount => {
  const { pk, sk, name, about, active, at, cb, cx, wh, v } = parseRow(subaccountRow, row)
  return {
    subaccountId: subaccountIdOf(sk),
    userId: userIdOf(pk),
    name,
    description: about,
    isActive: active,
    insertedAt: at,
    cancelBefore: cb,
    cancelComplexBefore: cx,
    hasWebhooks: wh,
    version: v,
  }
}

const subaccountRow = object({
  pk: string(),
  sk: string(),
  name: string(),
  about: nullish(string(), null),
  active: boolean(),
  at: whole,
  cb: nullish(whole, null),
  cx: nullish(whole, null),
  wh: flag,
  v: whole,
})
