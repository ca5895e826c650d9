/** Subaccounts in the table, under their user. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import { byVersion } from '../engine/expectation.ts'
import { accountSyncKey } from '../engine/keys.ts'
import { readRow } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { userRows } from '../engine/user-rows.ts'
import { outboxChanges } from '../outbox/outbox.ts'
import { releaseOf } from './credentials.ts'
import { SUBACCOUNT, subaccountKey, subaccountToRow } from './subaccount-row.ts'

/** One row for each subaccount, under its user. */
export const subaccountStore = (table: Table): SubaccountStore => ({
  ...userRows(table, SUBACCOUNT),

  getMany: async (subaccounts) => {
    const rows = await table.batchGet(subaccounts.map(subaccountKey))
    return table.readable(rows, (row) => readRow(row, SUBACCOUNT.form.read))
  },

  save: async (subaccount, events = []) => {
    const put = subaccountToRow(subaccount, subaccount.version + 1)
    const changes = [{ put, expect: { same: { v: subaccount.version } } }, ...outboxChanges(events)]
    return (await table.write(changes)).written
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
