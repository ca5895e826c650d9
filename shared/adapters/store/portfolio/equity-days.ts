/** Equity of exchange accounts, in the partition of their subaccount: one row for each UTC day. */

import { chunked } from '#domain/kernel/chunked.ts'
import type { EquityDay, EquityPoint } from '#domain/portfolio/equity-day.ts'
import type { EquityStore } from '#ports/portfolio/equity-store.ts'
import { exchangeValue, idBehind, jsonOf, list, moneyValue, orNull, whole } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import {
  EQUITY_DAYS,
  EQUITY_DAYS_END,
  equityDayKey,
  equityDaysFrom,
  type Key,
  SUBACCOUNTS,
  subaccountPartition,
} from '../engine/keys.ts'
import { ifThere, type Row, readRow, rowOf, seriesOf } from '../engine/rows.ts'
import { keysOf, putIf, type Table } from '../engine/table.ts'

export const equityStore = (table: Table): EquityStore => ({
  get: async (account, startsAt) =>
    ifThere(await table.get(equityDayKey(account, startsAt), { consistent: false }), rowToEquityDay),
  save: (day) => putIf(table, equityDayToRow(day, day.version + 1), byVersion(day.version)),
  ofSubaccount: async (subaccountId, from) => {
    const sort = { above: equityDaysFrom(from), upTo: EQUITY_DAYS_END }
    return table.readable(await table.query({ partition: subaccountPartition(subaccountId), sort }), rowToEquityDay)
  },
  clear: async (subaccountId) => {
    const partition = subaccountPartition(subaccountId)
    const rows = await table.query({ partition, sort: { startsWith: EQUITY_DAYS }, attributes: ['pk', 'sk'] })
    for (const keys of chunked(keysOf(rows), MOST_TOGETHER)) {
      await table.write(keys.map((remove) => ({ remove, expect: 'anything' })))
    }
  },
})

/** A transaction accepts a hundred changes. */
const MOST_TOGETHER = 100

export const equityDayToRow = (day: EquityDay, version: number): Row & Key => ({
  ...FORM.write({ ...day, version }),
  ...equityDayKey(day, day.startsAt),
})

const rowToEquityDay = (row: Row): EquityDay => readRow(row, FORM.read)

const FORM = rowOf<EquityDay>({
  subaccountId: ['pk', idBehind(SUBACCOUNTS)],
  exchange: ['x', exchangeValue],
  startsAt: ['at', whole],
  points: [
    'pt',
    jsonOf(list(seriesOf<EquityPoint>({ hour: whole, cash: orNull(moneyValue), positionsValue: orNull(moneyValue) }))),
  ],
  version: ['v', whole],
})
