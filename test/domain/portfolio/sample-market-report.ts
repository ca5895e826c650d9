import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { MarketReport } from '#domain/portfolio/account-report.ts'

/** Ten YES for 40 cents each, of which the exchange says 50 now. */
export const sampleMarketReport = (change: Partial<MarketReport> = {}): MarketReport => ({
  svcId: 1,
  nativeId: '0x1',
  position: 10 * ONE,
  cost: money(4_000_000),
  mark: price(500_000),
  closed: false,
  differsSince: null,
  pairs: qty(0),
  yesPays: null,
  settlementDetail: null,
  ...change,
})
