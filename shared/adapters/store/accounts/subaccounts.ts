/** Subaccounts in the table, under their user. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { NO_LIMITS, type RiskLimits } from '#domain/risk/limits.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import { flag, idBehind, moneyValue, orNull, qtyValue, text, whole, yesNo } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { accountSyncKey, type Key, SUBACCOUNTS, userRowKey } from '../engine/keys.ts'
import { mapOf, type Row, readRow, rowOf } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { USERS } from '../engine/table-definition.ts'
import { userRow, userRows } from '../engine/user-rows.ts'
import { releaseOf } from './credentials.ts'

/** One row for each subaccount, under its user. */
export const subaccountStore = (table: Table): SubaccountStore => ({
  ...userRows(table, SUBACCOUNT),

  getMany: async (subaccounts) => {
    const rows = await table.batchGet(subaccounts.map(subaccountKey))
    return table.readable(rows, (row) => readRow(row, SUBACCOUNT.form.read))
  },

  remove: async (subaccount, credentials, syncs) => {
    const { written } = await table.write([
      { remove: subaccountKey(subaccount), expect: { same: { v: subaccount.version } } },
      ...credentials.flatMap(releaseOf),
      ...EXCHANGE_NAMES.map((exchange) => ({
        remove: accountSyncKey(subaccount.subaccountId, exchange),
        expect: byVersion(syncs.find((sync) => sync.exchange === exchange)?.version ?? 0),
      })),
    ])
    return written
  },
})

const subaccountKey = ({ userId, subaccountId }: Pick<Subaccount, 'userId' | 'subaccountId'>): Key =>
  userRowKey(userId, SUBACCOUNTS, subaccountId)

export const subaccountToRow = (subaccount: Subaccount, version: number): Row & Key =>
  userRow(SUBACCOUNT, subaccount, version)

const LIMITS = mapOf<RiskLimits>({
  maxOrderQty: ['q', orNull(qtyValue)],
  maxOrderCost: ['c', orNull(moneyValue)],
  maxOpenOrders: ['o', orNull(whole)],
  maxDailyLoss: ['l', orNull(moneyValue)],
  halted: ['h', flag],
  updatedAt: ['at', orNull(whole)],
})

const FORM = rowOf<Subaccount>({
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
  subaccountId: ['sk', idBehind(SUBACCOUNTS)],
  userId: ['pk', idBehind(USERS)],
})

const SUBACCOUNT = {
  begin: SUBACCOUNTS,
  idOf: ({ subaccountId }: Subaccount) => subaccountId,
  form: FORM,
}
