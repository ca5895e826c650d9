/** What the fills of a market make, and what an exchange says of an account, as rows and back. */

import {
  array,
  type InferInput,
  nullable,
  nullish,
  object,
  optional,
  picklist,
  pipe,
  string,
  transform,
  tuple,
} from 'valibot'
import type { AccountReport, MarketReport } from '#domain/portfolio/account-report.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { Row } from '../engine/attributes.ts'
import {
  ACCOUNT_REPORTS,
  accountReportKey,
  exchangeOf,
  type Key,
  POSITIONS,
  positionKey,
  subaccountIdOf,
} from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import {
  count,
  flag,
  id,
  json,
  moneyValue,
  priceValue,
  qtyValue,
  unlessFalse,
  unlessZero,
  whole,
} from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'

export const ledgerToRow = (ledger: PositionLedger, version: number): Row & Key => {
  const { held } = ledger
  return {
    ...positionKey(ledger.subaccountId, ledger.exchange, ledger.svcId),
    n: ledger.nativeId,
    po: unlessZero(held.position),
    bq: unlessZero(held.boughtQty),
    sq: unlessZero(held.soldQty),
    bc: unlessNone(held.boughtCost),
    sc: unlessNone(held.soldCost),
    oc: unlessNone(held.openCost),
    rl: unlessNone(held.realized),
    fe: unlessZero(held.fees),
    fc: unlessZero(held.fillCount),
    fa: held.firstFillAt,
    la: held.lastFillAt,
    li: ledger.lastFillId === null ? null : shortId(ledger.lastFillId),
    fs: ledger.fillsStored,
    pv: unlessZero(ledger.provisional),
    ro: unlessFalse(ledger.rough),
    yp: ledger.yesPaid,
    up: ledger.updatedAt,
    v: version,
  }
}

export const rowToLedger = (row: Row): PositionLedger => {
  const { pk, sk, n, po, bq, sq, bc, sc, oc, rl, fe, fc, fa, la, li, fs, pv, ro, yp, up, v } = parseRow(ledgerRow, row)
  const [, letter = '', svcId = ''] = sk.split('#')
  return {
    subaccountId: subaccountIdOf(pk),
    exchange: exchangeOf(letter),
    svcId: Number(svcId),
    nativeId: n,
    held: {
      position: po,
      boughtQty: bq,
      soldQty: sq,
      boughtCost: bc,
      soldCost: sc,
      openCost: oc,
      realized: rl,
      fees: fe,
      fillCount: fc,
      firstFillAt: fa,
      lastFillAt: la,
    },
    lastFillId: li,
    fillsStored: fs,
    provisional: pv,
    rough: ro,
    yesPaid: yp,
    updatedAt: up,
    version: v,
  }
}

/** One row for the account, not one for each market: marks move all the time. They are one text, which is read in a tenth of the time. */
export const reportToRow = (report: AccountReport): Row & Key => ({
  ...accountReportKey(report.subaccountId, report.exchange),
  at: report.at,
  to: report.completeTo,
  mk: JSON.stringify(report.markets.map(toTold)),
})

const toTold = ({
  svcId,
  nativeId,
  position,
  cost,
  mark,
  closed,
  differsSince,
}: MarketReport): InferInput<typeof told> => [svcId, nativeId, position, cost, mark, closed ? 1 : 0, differsSince]

export const rowToReport = (row: Row): AccountReport => {
  const { pk, sk, at, to, mk } = parseRow(reportRow, row)
  return {
    subaccountId: subaccountIdOf(pk),
    exchange: exchangeOf(sk.slice(ACCOUNT_REPORTS.length)),
    at,
    completeTo: to,
    markets: mk.map(([svcId, nativeId, position, cost, mark, closed, differsSince]) => ({
      svcId,
      nativeId,
      position,
      cost,
      mark,
      closed: closed === 1,
      differsSince,
    })),
  }
}

/** Whether a row of a subaccount's partition is a position. */
export const isLedgerRow = (row: Row): boolean => String(row['sk']).startsWith(POSITIONS)
export const isReportRow = (row: Row): boolean => String(row['sk']).startsWith(ACCOUNT_REPORTS)

/** Exact costs outgrow the numbers DynamoDB's client reads back: they are kept as digits. */
const unlessNone = (exact: bigint): string | null => (exact === 0n ? null : String(exact))

const exactValue = pipe(
  optional(string(), '0'),
  transform((digits) => BigInt(digits)),
)

const ledgerRow = object({
  pk: string(),
  sk: string(),
  n: string(),
  po: count,
  bq: optional(qtyValue, 0),
  sq: optional(qtyValue, 0),
  bc: exactValue,
  sc: exactValue,
  oc: exactValue,
  rl: exactValue,
  fe: optional(moneyValue, 0),
  fc: count,
  fa: nullish(whole, null),
  la: nullish(whole, null),
  li: nullish(id, null),
  fs: whole,
  pv: count,
  ro: flag,
  yp: nullish(priceValue, null),
  up: whole,
  v: whole,
})

/** What is told of one market, in the order of `toTold`. */
const told = tuple([
  whole,
  string(),
  nullable(whole),
  moneyValue,
  nullable(priceValue),
  picklist([0, 1]),
  nullable(whole),
])

const reportRow = object({
  pk: string(),
  sk: string(),
  at: whole,
  to: whole,
  // Absent in rows of before, which the next look replaces.
  mk: pipe(optional(string(), '[]'), json, array(told)),
})
