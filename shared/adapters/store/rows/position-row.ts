/** Rows of positions and of the reports of an exchange about an account. */

import { qty } from '#domain/kernel/numbers.ts'
import type { AccountReport, MarketReport } from '#domain/portfolio/account-report.ts'
import type { Position } from '#domain/portfolio/position.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import {
  by,
  count,
  exactOrNone,
  flag,
  id,
  jsonOf,
  list,
  moneyOrNone,
  moneyValue,
  orNull,
  priceValue,
  qtyOrNone,
  qtyValue,
  text,
  unless,
  whole,
} from '../engine/codecs.ts'
import {
  ACCOUNT_REPORTS,
  accountReportKey,
  exchangeOf,
  idOf,
  type Key,
  POSITIONS,
  positionKey,
} from '../engine/keys.ts'
import { isList, partOf, type Row, readRow, rowBeside, seriesOf } from '../engine/rows.ts'

/** Row of a position, at the version that it gets by this write. */
export const ledgerToRow = (ledger: PositionLedger, version: number): Row & Key => ({
  ...HELD.write(ledger.held),
  ...LEDGER.write({ ...ledger, version }),
  ...positionKey(ledger.subaccountId, ledger.exchange, ledger.svcId),
})

/** Reads the position of a row. */
export const rowToLedger = (row: Row): PositionLedger =>
  readRow(
    row,
    () => ({
      ...LEDGER.read(row),
      subaccountId: idOf(String(row['pk'])),
      ...marketOf(row),
      held: HELD.read(row),
    }),
    () => ({ kind: 'position', ...marketOf(row) }),
  )

const marketOf = (row: Row): Pick<PositionLedger, 'exchange' | 'svcId'> => {
  const [, letter = '', svcId = ''] = String(row['sk']).split('#')
  return { exchange: exchangeOf(letter), svcId: Number(svcId) }
}

/** One row for the account, not one for each market: mark prices change all the time. */
export const reportToRow = (report: AccountReport): Row & Key => ({
  ...REPORT.write(report),
  ...accountReportKey(report.subaccountId, report.exchange),
})

/** Reads the report of a row. */
export const rowToReport = (row: Row): AccountReport =>
  readRow(row, () => ({
    ...REPORT.read(row),
    subaccountId: idOf(String(row['pk'])),
    exchange: exchangeOf(String(row['sk']).slice(ACCOUNT_REPORTS.length)),
  }))

/** True if a row of a subaccount's partition is a position. */
export const isLedgerRow = (row: Row): boolean => String(row['sk']).startsWith(POSITIONS)
/** True if a row of a subaccount's partition is the report of an account. */
export const isReportRow = (row: Row): boolean => String(row['sk']).startsWith(ACCOUNT_REPORTS)

const HELD = partOf<Position>({
  position: ['po', count],
  boughtQty: ['bq', qtyOrNone],
  soldQty: ['sq', qtyOrNone],
  boughtCost: ['bc', exactOrNone],
  soldCost: ['sc', exactOrNone],
  openCost: ['oc', exactOrNone],
  realized: ['rl', exactOrNone],
  fees: ['fe', moneyOrNone],
  fillCount: ['fc', count],
  firstFillAt: ['fa', orNull(whole)],
  lastFillAt: ['la', orNull(whole)],
})

const LEDGER = rowBeside(HELD.attributes, {
  nativeId: ['n', text],
  lastFillId: ['li', orNull(id)],
  fillsStored: ['fs', whole],
  provisional: ['pv', count],
  rough: ['ro', flag],
  yesPaid: ['yp', orNull(priceValue)],
  yesPays: ['yd', orNull(priceValue)],
  countsFrom: ['cf', count],
  updatedAt: ['up', whole],
  version: ['v', whole],
})

const SERIES = seriesOf<MarketReport>({
  svcId: whole,
  nativeId: text,
  position: orNull(whole),
  cost: moneyValue,
  mark: orNull(priceValue),
  closed: by(
    whole,
    (closed) => (closed ? 1 : 0),
    (bit) => bit === 1,
  ),
  differsSince: orNull(whole),
  // Absent in rows of earlier versions.
  pairs: unless(qty(0), qtyValue),
  yesPays: orNull(priceValue),
  settlementDetail: orNull(text),
})

/** The stored list may end early, because rows of earlier versions lack the last fields. */
const MARKET: typeof SERIES = {
  read: SERIES.read,
  write: (market) => {
    const written = SERIES.write(market)
    if (!isList(written) || market.settlementDetail !== null) return written
    if (market.yesPays !== null) return written.slice(0, -1)
    return written.slice(0, market.pairs === 0 ? -3 : -2)
  },
}

const MARKETS = jsonOf(list(MARKET))

const REPORT = rowBeside(['pg'], {
  at: ['at', whole],
  completeTo: ['to', whole],
  // Absent in rows of earlier versions, which the next poll replaces.
  markets: ['mk', { write: MARKETS.write, read: (stored) => (stored === undefined ? [] : MARKETS.read(stored)) }],
})
