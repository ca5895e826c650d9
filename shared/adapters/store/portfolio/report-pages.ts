/**
 * Splits the report of an exchange account into rows: a row holds 400 KB, and each write costs its whole length. Few markets are stored in the row of
 * the report. Many markets are stored in pages beside it, by id, so that a page is written only if one of its markets has changed.
 */

import type { AccountReport, MarketReport } from '#domain/portfolio/account-report.ts'
import { type Key, REPORT_PAGES, reportPageKey } from '../engine/keys.ts'
import type { Row } from '../engine/rows.ts'
import { reportToRow, rowToReport } from '../rows/position-row.ts'

/** Rows to write, in this order. `together`: in one transaction, because markets move between rows. */
export interface ReportWrites {
  readonly rows: readonly (Row & Key)[]
  readonly together: boolean
}

/** Markets in one row: some 10 KB. */
const MOST_IN_A_ROW = 128
/** Pages that fit into one transaction. Above that they become longer: 64 pages hold 250,000 markets. */
const MOST_PAGES = 64

/** Rows in which `report` differs from the report `before`, which has `last` pages; 0 if its own row holds everything. */
export const reportWrites = (report: AccountReport, before: AccountReport | null, last: number): ReportWrites => {
  const count = pagesFor(report)
  const rows = pagesOf(report, Math.max(count, last), count)
  const known = before === null ? [] : pagesOf(before, last, last).map((row) => JSON.stringify(row))
  const changed = rows.filter((row, page) => JSON.stringify(row) !== known[page])
  return { rows: [...changed, headOf(report, count)], together: count !== last }
}

/** Report from its row and the pages beside it. Rows of earlier versions hold all their markets in one row. */
export const assembleReport = (head: Row, pages: readonly Row[]): AccountReport => {
  const report = rowToReport(head)
  const own = new Set(
    Array.from({ length: pagesIn(head) }, (_, page) => reportPageKey(report.subaccountId, report.exchange, page).sk),
  )
  const theirs = pages.filter(({ sk }) => own.has(String(sk)))
  return { ...report, markets: [...report.markets, ...theirs.flatMap((row) => pageToReport(row, head).markets)] }
}

/** Number of pages of a report by its row. */
export const pagesIn = (head: Row | null): number => Number(head?.['pg'] ?? 0)

/** True if the report may have pages. Rows of earlier versions have none, however long they are. */
export const isLong = ({ markets }: AccountReport): boolean => markets.length > MOST_IN_A_ROW

/** True if a row of a subaccount's partition is a page of a report. */
export const isReportPage = (row: Row): boolean => String(row['sk']).startsWith(REPORT_PAGES)

/** Number of pages; 0 if its own row holds everything. */
const pagesFor = (report: AccountReport): number =>
  isLong(report) ? Math.min(MOST_PAGES, 2 ** Math.ceil(Math.log2(report.markets.length / MOST_IN_A_ROW))) : 0

const headOf = (report: AccountReport, count: number): Row & Key =>
  count === 0 ? reportToRow(report) : { ...reportToRow({ ...report, markets: [] }), pg: count }

/** Makes `length` pages, of which the first `count` hold the markets. */
const pagesOf = (report: AccountReport, length: number, count: number): readonly (Row & Key)[] => {
  const pages = Array.from({ length }, (): MarketReport[] => [])
  for (const market of count === 0 ? [] : report.markets) pages[market.svcId % count]?.push(market)
  const { subaccountId, exchange } = report
  return pages.map((markets, page) => ({
    mk: reportToRow({ ...report, markets: markets.toSorted((one, other) => one.svcId - other.svcId) })['mk'] ?? '[]',
    ...reportPageKey(subaccountId, exchange, page),
  }))
}

const pageToReport = ({ mk = '[]' }: Row, head: Row): AccountReport => rowToReport({ ...head, mk })
