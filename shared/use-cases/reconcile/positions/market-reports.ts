/** Reports on the markets in which an account holds a position: what the exchange counts, its value, and any difference to the fills. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { money, qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { valuation } from '#domain/markets/mark-price.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import {
  type AccountReport,
  differs,
  isBelieved,
  knowsAllFills,
  type MarketReport,
  SINCE_EVER,
} from '#domain/portfolio/account-report.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { PositionReport, PositionsReading } from '#ports/exchanges/exchange-reports.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import { isUnread } from '../../portfolio/is-unread.ts'

/** Facts of one comparison of positions. */
export interface Comparison {
  readonly account: Pick<AccountSync, 'exchange' | 'history'>
  readonly reading: PositionsReading
  readonly ledgers: readonly PositionLedger[]
  /** The stored report. */
  readonly before: AccountReport | null
  readonly quotes: ReadonlyMap<string, ExchangeQuote>
  readonly completeTo: Millis
  readonly now: Millis
}

/** The markets with a position by the report, by our fills, or by the report before if the new one is unreadable there. */
export const marketsToFollow = (
  reading: PositionsReading,
  ledgers: readonly PositionLedger[],
  before: AccountReport | null,
): readonly string[] => {
  const paid = new Set(ledgers.filter(({ yesPaid }) => yesPaid !== null).map(({ nativeId }) => nativeId))
  const open = [
    // An unreadable row may be a position: its market is followed with the last report.
    ...(reading.unread ?? []).flatMap(({ nativeId }) => nativeId ?? []),
    ...(before?.markets ?? []).filter((market) => holdsAny(market) && isUnread(reading, market.nativeId)).map(nameOf),
    ...ledgers.filter(({ held: { position } }) => position !== 0).map(nameOf),
    ...[...byName(reading.positions).values()].filter(holdsAny).map(nameOf),
  ]
  return [...new Set(open)].filter((nativeId) => !paid.has(nativeId))
}

const holdsAny = ({ position, pairs }: Pick<MarketReport, 'position'> & Pick<PositionReport, 'pairs'>): boolean =>
  Boolean(position || pairs)

const byName = (positions: readonly PositionReport[]): ReadonlyMap<string, PositionReport> =>
  new Map(positions.map((one) => [one.nativeId, one]))

const nameOf = ({ nativeId }: { readonly nativeId: string }): string => nativeId

/** One report for each of the markets. */
export const reportMarkets = (followed: readonly string[], comparison: Comparison): readonly MarketReport[] => {
  const reported = byName(comparison.reading.positions)
  const lastReported = new Map(comparison.before?.markets.map((one) => [one.nativeId, one]))
  return followed.map((nativeId) => {
    const ledger = comparison.ledgers.find((one) => one.nativeId === nativeId) ?? null
    const last = lastReported.get(nativeId) ?? null
    const known = isUnread(comparison.reading, nativeId) ? last : (reported.get(nativeId) ?? null)
    const report = reportOf(nativeId, { known, last, ledger }, comparison)
    if (ledger === null || !differs(report, ledger.held.position)) return report
    return { ...report, differsSince: differsSince(ledger, last, comparison) }
  })
}

/** Facts about one market. */
interface Known {
  /** The position and its cost as they are reported, or were if the new report is unreadable. */
  readonly known: (Pick<MarketReport, 'position' | 'cost'> & Pick<PositionReport, 'pairs'>) | null
  readonly last: MarketReport | null
  readonly ledger: PositionLedger | null
}

const reportOf = (
  nativeId: string,
  { known, last, ledger }: Known,
  { account, quotes }: Pick<Comparison, 'account' | 'quotes'>,
): MarketReport => {
  const quote = quotes.get(nativeId)
  const position = known?.position ?? ledger?.held.position ?? 0
  return {
    svcId: svcIdOf(account.exchange, nativeId),
    nativeId,
    position: known?.position ?? null,
    cost: known?.cost ?? money(0),
    // Without a price now the last price counts.
    mark: (quote === undefined ? null : valuation(quote, position)) ?? last?.mark ?? null,
    closed: quote?.state === 'closed',
    differsSince: null,
    pairs: known?.pairs ?? qty(0),
    yesPays: null,
    settlementDetail: null,
  }
}

/** The beginning of a difference between the report and our fills; null if it does not count yet. */
const differsSince = (
  ledger: PositionLedger,
  last: MarketReport | null,
  { account, reading, before, completeTo, now }: Comparison,
): Millis | null => {
  if (account.history !== null) return SINCE_EVER
  const since = last?.differsSince || null
  // Without a readable report, a believed difference remains until a newer fill, and none begins to be believed.
  if (isUnread(reading, ledger.nativeId)) {
    const isStillBelieved = since !== null && before !== null && isBelieved(before, { differsSince: since }, ledger)
    return isStillBelieved ? since : null
  }
  // A difference is not forgotten while newer fills are on their way to the exchange.
  return knowsAllFills({ completeTo }, ledger) ? (since ?? now) : since
}
