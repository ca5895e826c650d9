/** When what an exchange says of an account is news that has to be stored. */

import { expect, it } from 'vitest'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import {
  type AccountReport,
  differs,
  knowsAllFills,
  type MarketReport,
  saysMore,
} from '#domain/portfolio/account-report.ts'
import { NO_POSITION } from '#domain/portfolio/position.ts'
import { sampleMarketReport } from './sample-market-report.ts'

const MARKET = sampleMarketReport()
const report = (markets: readonly MarketReport[], completeTo = 9_000): AccountReport => ({
  subaccountId: 'sub',
  exchange: 'EXCHANGE_B',
  at: 10_000,
  completeTo,
  markets,
})
const ledger = (lastFillAt: number | null, provisional = 0) => ({ held: { ...NO_POSITION, lastFillAt }, provisional })

it('a repeated report is no news, however much later', () => {
  expect(saysMore({ ...report([MARKET], 20_000), at: 21_000 }, report([MARKET]), [ledger(1_000)])).toBe(false)
})

it.each<Partial<MarketReport>>([
  { position: 9 * ONE },
  { position: null },
  { cost: money(1) },
  { mark: price(400_000) },
  { mark: null },
  { closed: true },
  { differsSince: 5_000 },
  { pairs: qty(1) },
  { yesPays: price(ONE) },
])('a report with %o of a market is news', (change) => {
  expect(saysMore(report([{ ...MARKET, ...change }]), report([MARKET]), [])).toBe(true)
})

it('a difference is news while it lasts: the time of complete knowledge decides if it is believed', () => {
  const lasting = report([{ ...MARKET, differsSince: 5_000 }])
  expect(saysMore(lasting, lasting, [])).toBe(true)
})

it('a market that comes or goes is news', () => {
  const other = { ...MARKET, svcId: 2 }
  expect(saysMore(report([MARKET, other]), report([MARKET]), [])).toBe(true)
  expect(saysMore(report([]), report([MARKET]), [])).toBe(true)
  expect(saysMore(report([other]), report([MARKET]), [])).toBe(true)
})

it('the first report that knows all fills of a position is news', () => {
  expect(saysMore(report([MARKET], 5_001), report([MARKET], 5_000), [ledger(5_000)])).toBe(true)
  expect(saysMore(report([MARKET], 5_001), report([MARKET], 5_000), [ledger(5_001)])).toBe(false)
})

it('a report may not know a fill of its own moment, nor a fill on its way to the wallet', () => {
  expect(knowsAllFills({ completeTo: 5_000 }, ledger(4_999))).toBe(true)
  expect(knowsAllFills({ completeTo: 5_000 }, ledger(5_000))).toBe(false)
  expect(knowsAllFills({ completeTo: 5_000 }, ledger(1_000, 1))).toBe(false)
  expect(knowsAllFills({ completeTo: 0 }, ledger(null))).toBe(true)
})

it('a quantity below the smallest lot is no difference', () => {
  expect(differs({ position: ONE }, ONE - ONE / 100 + 1)).toBe(false)
  expect(differs({ position: ONE }, ONE - ONE / 100)).toBe(true)
  expect(differs({ position: null }, 0)).toBe(false)
  expect(differs({ position: null }, ONE)).toBe(true)
})
