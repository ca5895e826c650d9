/** Positions and account reports of exchanges, in the partition of their subaccount. */

import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { isAccountSyncRow, rowToAccountSync } from '../accounts/account-syncs.ts'
import { ACCOUNT_SYNCS, accountReportKey, POSITIONS, positionKey, subaccountPartition } from '../engine/keys.ts'
import { type Readable, recordsOf } from '../engine/readable.ts'
import { ifThere } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { outboxChanges } from '../outbox/outbox.ts'
import { isLedgerRow, isReportRow, ledgerToRow, rowToLedger } from '../rows/position-row.ts'
import { assembleReport, isLong, isReportPage, pagesIn, reportWrites } from './report-pages.ts'

/** Positions and account reports of a subaccount, read with one query. */
export const positionStore = (table: Table): PositionStore => ({
  get: async (subaccountId, exchange, svcId) =>
    ifThere(await table.get(positionKey(subaccountId, exchange, svcId)), rowToLedger),

  ofSubaccount: async (subaccountId, options) => {
    const read: Readable = (those, readOne) => recordsOf(table, those, readOne, options)
    const rows = await table.query({
      partition: subaccountPartition(subaccountId),
      sort: { above: POSITIONS, upTo: `${ACCOUNT_SYNCS}~` },
      consistent: true,
    })
    const pages = rows.filter(isReportPage)
    return {
      ledgers: read(rows.filter(isLedgerRow), rowToLedger),
      reports: read(rows.filter(isReportRow), (head) => assembleReport(head, pages)),
      accounts: read(rows.filter(isAccountSyncRow), rowToAccountSync),
    }
  },

  save: async (ledger, events = []) => {
    const put = ledgerToRow(ledger, ledger.version + 1)
    const changes = [{ put, expect: { same: { v: ledger.version } } }, ...outboxChanges(events)]
    return (await table.write(changes)).written
  },

  saveReport: async (report, before) => {
    const { subaccountId, exchange } = report
    const head = before !== null && isLong(before) ? await table.get(accountReportKey(subaccountId, exchange)) : null
    const { rows, together } = reportWrites(report, before, pagesIn(head))
    const puts = rows.map((put) => ({ put, expect: 'anything' }) as const)
    // The pages come before the row that marks them as complete.
    for (const changes of together ? [puts] : puts.map((put) => [put])) await table.write(changes)
  },
})
