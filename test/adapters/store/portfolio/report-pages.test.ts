/** A report of an account of any size is stored, and only changed parts are written. */

import { describe, expect, it } from 'vitest'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { reportToRow } from '#adapters/store/rows/position-row.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { AccountReport } from '#domain/portfolio/account-report.ts'
import { freshTable } from '../../../support/store.ts'
import { NOW, SUBACCOUNT } from '../samples.ts'

/** A row of DynamoDB takes no more. */
const MOST_BYTES = 400 * 1024

const reportOf = (count: number, mark = 420_000): AccountReport => ({
  subaccountId: SUBACCOUNT,
  exchange: 'EXCHANGE_A',
  at: NOW,
  completeTo: NOW,
  markets: Array.from({ length: count }, (_, nth) => ({
    svcId: svcIdOf('EXCHANGE_A', `KXLONGNAMEOFASERIES-26NOV22-${nth}`),
    nativeId: `KXLONGNAMEOFASERIES-26NOV22-${nth}`,
    position: -12_000_000,
    cost: money(3_123_456),
    mark: price(nth === 0 ? mark : 420_000),
    closed: false,
    differsSince: null,
    pairs: qty(0),
    yesPays: null,
    settlementDetail: null,
  })),
})

/** Store that reports the length of the rows that it writes. */
const openStore = async () => {
  const { table } = await freshTable()
  const written: number[] = []
  const positions = positionStore({
    ...table,
    write: async (changes) => {
      written.push(...changes.flatMap((change) => ('put' in change ? [JSON.stringify(change.put).length] : [])))
      return table.write(changes)
    },
  })
  const stored = async (): Promise<AccountReport | null> =>
    (await positions.ofSubaccount(SUBACCOUNT)).reports[0] ?? null
  return { table, positions, written, stored }
}

/** In the order of their ids: rows keep no other. */
const sorted = (report: AccountReport | null) =>
  report === null ? null : { ...report, markets: report.markets.toSorted((one, other) => one.svcId - other.svcId) }

describe('the report of an account', () => {
  it.each([0, 1, 128, 129, 1_000, 6_000, 20_000])('the report of %i markets is stored as it is', async (count) => {
    const { positions, stored, written } = await openStore()
    await positions.saveReport(reportOf(count), null)
    expect(sorted(await stored())).toEqual(sorted(reportOf(count)))
    expect(Math.max(...written)).toBeLessThan(MOST_BYTES)
  })

  it('the report of few markets is in one row', async () => {
    const { positions, written } = await openStore()
    await positions.saveReport(reportOf(128), null)
    expect(written).toHaveLength(1)
  })

  it('the report of many markets costs a small part of its length if one mark moves', async () => {
    const { positions, stored, written } = await openStore()
    await positions.saveReport(reportOf(6_000), null)
    const whole = written.splice(0).reduce((sum, length) => sum + length, 0)
    await positions.saveReport(reportOf(6_000, 430_000), await stored())
    expect(written).toHaveLength(2)
    expect(written.reduce((sum, length) => sum + length, 0)).toBeLessThan(whole / 30)
    expect(sorted(await stored())).toEqual(sorted(reportOf(6_000, 430_000)))
  })

  it('follows an account that comes to hold more, and less', async () => {
    const { positions, stored } = await openStore()
    for (const count of [100, 129, 300, 3_000, 200, 20, 500, 0]) {
      await positions.saveReport(reportOf(count), await stored())
      expect(sorted(await stored())).toEqual(sorted(reportOf(count)))
    }
  })

  it('the report that an earlier version stored in one row is read, and replaced by pages', async () => {
    const { table, positions, stored } = await openStore()
    await table.write([{ put: reportToRow(reportOf(1_000)), expect: 'anything' }])
    expect(sorted(await stored())).toEqual(sorted(reportOf(1_000)))
    await positions.saveReport(reportOf(1_000, 430_000), await stored())
    expect(sorted(await stored())).toEqual(sorted(reportOf(1_000, 430_000)))
  })

  it('keeps the pages of another exchange apart', async () => {
    const { positions } = await openStore()
    const other = { ...reportOf(200), exchange: 'EXCHANGE_B' } as const
    await positions.saveReport(reportOf(300), null)
    await positions.saveReport(other, null)
    const { reports } = await positions.ofSubaccount(SUBACCOUNT)
    expect(reports.map(sorted)).toEqual([sorted(reportOf(300)), sorted(other)])
  })
})
