/** Positions and what exchanges say of them, in the partition of their subaccount. */

import type { PositionStore } from '#ports/portfolio-store.ts'
import { POSITIONS, positionKey, subaccountPartition, VENUE_ACCOUNTS } from './keys.ts'
import { isLedgerRow, isReportRow, ledgerToRow, reportToRow, rowToLedger, rowToReport } from './position-row.ts'
import type { Table } from './table.ts'
import { isVenueAccountRow, rowToVenueAccount } from './venue-accounts.ts'

export const positionStore = (table: Table): PositionStore => ({
  get: async (subaccountId, exchange, svcId) => {
    const row = await table.get(positionKey(subaccountId, exchange, svcId))
    return row === null ? null : rowToLedger(row)
  },

  ofSubaccount: async (subaccountId) => {
    const rows = await table.query({
      partition: subaccountPartition(subaccountId),
      sort: { above: POSITIONS, upTo: `${VENUE_ACCOUNTS}~` },
      consistent: true,
    })
    return {
      ledgers: rows.filter(isLedgerRow).map(rowToLedger),
      reports: rows.filter(isReportRow).map(rowToReport),
      accounts: rows.filter(isVenueAccountRow).map(rowToVenueAccount),
    }
  },

  save: async (ledger) => {
    const put = ledgerToRow(ledger, ledger.version + 1)
    return (await table.write([{ put, expect: { same: { v: ledger.version } } }])).written
  },

  saveReport: async (report) => {
    await table.write([{ put: reportToRow(report), expect: 'anything' }])
  },
})
