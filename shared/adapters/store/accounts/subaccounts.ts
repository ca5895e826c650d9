/** Subaccounts in the table, under their user. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { NO_LIMITS, type RiskLimits } from '#domain/risk/limits.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Row } from '../engine/attributes.ts'
import { flag, moneyValue, orNull, qtyValue, text, whole, yesNo } from '../engine/codecs.ts'
import { mapOf, readRow, rowOf } from '../engine/fields.ts'
import {
  accountSyncKey,
  type Key,
  SUBACCOUNTS,
  subaccountIdOf,
  subaccountKey,
  userIdOf,
  userPartition,
} from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import { releaseOf } from './credentials.ts'

/** One row for each subaccount, under its user. */
export const subaccountStore = (table: Table): SubaccountStore => ({
  get: async (userId, subaccountId) => {
    const row = await table.get(subaccountKey(userId, subaccountId))
    return row === null ? null : rowToSubaccount(row)
  },

  getMany: async (subaccounts) => {
    const keys = subaccounts.map(({ userId, subaccountId }) => subaccountKey(userId, subaccountId))
    return table.readable(await table.batchGet(keys), rowToSubaccount)
  },

  list: async (userId) => {
    const question = { partition: userPartition(userId), sort: { startsWith: SUBACCOUNTS }, consistent: true }
    const subaccounts = table.readable(await table.query(question), rowToSubaccount)
    return subaccounts.toSorted((a, b) => a.insertedAt - b.insertedAt || (a.subaccountId < b.subaccountId ? -1 : 1))
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
      ...EXCHANGE_NAMES.map((exchange) => ({
        remove: accountSyncKey(subaccount.subaccountId, exchange),
        expect: 'anything' as const,
      })),
    ])
    return written
  },
})

export const subaccountToRow = (subaccount: Subaccount, version: number): Row & Key => ({
  ...SUBACCOUNT.write({ ...subaccount, version }),
  ...subaccountKey(subaccount.userId, subaccount.subaccountId),
})

const rowToSubaccount = (row: Row): Subaccount =>
  readRow(row, () => ({
    ...SUBACCOUNT.read(row),
    subaccountId: subaccountIdOf(String(row['sk'])),
    userId: userIdOf(String(row['pk'])),
  }))

const LIMITS = mapOf<RiskLimits>({
  maxOrderQty: ['q', orNull(qtyValue)],
  maxOrderCost: ['c', orNull(moneyValue)],
  maxOpenOrders: ['o', orNull(whole)],
  maxDailyLoss: ['l', orNull(moneyValue)],
  halted: ['h', flag],
  updatedAt: ['at', orNull(whole)],
})

const SUBACCOUNT = rowOf({
  name: ['name', text],
  description: ['about', orNull(text)],
  isActive: ['active', yesNo],
  insertedAt: ['at', whole],
  cancelBefore: ['cb', orNull(whole)],
  cancelComplexBefore: ['cx', orNull(whole)],
  limits: [
    'rl',
    {
      // Left out until they are set for the first time.
      write: (limits: RiskLimits) => (limits.updatedAt === null ? null : LIMITS.write(limits)),
      read: (stored) => (stored === undefined || stored === null ? NO_LIMITS : LIMITS.read(stored)),
    },
  ],
  hasWebhooks: ['wh', flag],
  version: ['v', whole],
})
