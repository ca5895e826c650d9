/** Compares the positions that an exchange reports with the recorded fills, values them, and settles decided markets. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { Millis } from '#domain/kernel/time.ts'
import {
  type AccountReport,
  DIFFERS_FOR_LONG,
  knowsAllFills,
  type MarketReport,
  saysMore,
} from '#domain/portfolio/account-report.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { PositionsReading } from '#ports/exchanges/exchange-reports.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { ChangeSettlementDeps } from '../../portfolio/change-settlement.ts'
import { knowMarkets, type RecordExternalFillsDeps } from '../trades/record-external-fills.ts'
import { marketsToFollow, reportMarkets } from './market-reports.ts'
import type { PositionSources } from './position-sources.ts'
import { type RecountRoughDeps, recountRough } from './recount-rough.ts'
import { reportContradictions } from './report-contradictions.ts'
import { type Settled, settleDecided } from './settle-decided.ts'
import { warnDifferences, warnUnreadPositions } from './warn-differences.ts'

export interface ReconcilePositionsDeps
  extends Pick<RecordExternalFillsDeps, 'markets' | 'log'>,
    Omit<ChangeSettlementDeps, 'positions' | 'markets'>,
    Pick<RecountRoughDeps, 'fills'> {
  readonly positions: PositionStore
}

/** The positions that the exchange reports; `completeTo` is the time up to which its answers are complete. */
export interface ReportedPositions {
  readonly completeTo: Millis
  readonly positions: Promise<PositionsReading>
}

type Account = Pick<AccountSync, 'subaccountId' | 'exchange' | 'history'>

/**
 * Answers whether the account holds anything to follow, and whether that has yet to be confirmed. Throws `ExchangeUnavailable` if the
 * exchange does not answer.
 */
export const reconcilePositions = async (
  deps: ReconcilePositionsDeps,
  sources: PositionSources,
  account: Account,
  { completeTo, positions, now }: ReportedPositions & { readonly now: Millis },
): Promise<Pick<AccountSync, 'holds' | 'settling'>> => {
  const { exchange, signal } = sources
  const reading = await positions
  warnUnreadPositions(deps, account, reading)
  // Read after the exchange has answered: a fill that our rows count can then be missing in the report, and never the reverse.
  const stored = await deps.positions.ofSubaccount(account.subaccountId, { skipUnreadable: true })
  const ledgers = stored.ledgers.filter((ledger) => ledger.exchange === account.exchange)
  const before = stored.reports.find((report) => report.exchange === account.exchange) ?? null
  const isRough = account.history === null && (await recountRough(deps, account, ledgers, now))

  const followed = marketsToFollow(reading, ledgers, before)
  await knowMarkets(deps, exchange, followed, signal)
  const quotes = new Map((await exchange.quotes(followed, signal)).map((quote) => [quote.nativeId, quote]))
  const reports = reportMarkets(followed, { account, reading, ledgers, before, quotes, completeTo, now })
  const settled = await settleDecided(deps, sources, { account, at: now, completeTo, ledgers, quotes, reports })
  const markets = withSettlement(reports, settled)
  reportContradictions(deps, account, markets, before)
  warnDifferences(deps, { account, ledgers }, markets, { before: before?.at ?? now, now })
  const { subaccountId } = account
  const report = { subaccountId, exchange: account.exchange, at: now, completeTo, markets }
  // An unchanged report is not stored: the account sync says when the positions were compared.
  if (before === null || saysMore(report, before, ledgers)) await deps.positions.saveReport(report, before)
  const settling = isRough || ledgers.some(({ provisional }) => provisional > 0) || markets.some(isToConfirm(now))
  const owed = marketsOwed(report, ledgers, settled)
  return { holds: settling || markets.some(({ nativeId }) => !owed.has(nativeId)), settling }
}

/** The reports of the markets that are not over, with the settlement of each. */
const withSettlement = (
  reports: readonly MarketReport[],
  { over, pays, contradicted }: Settled,
): readonly MarketReport[] =>
  reports
    .filter(({ nativeId }) => !over.has(nativeId))
    .map((report) => ({
      ...report,
      yesPays: pays.get(report.nativeId) ?? null,
      settlementDetail: contradicted.get(report.nativeId) ?? null,
    }))

/**
 * True if a difference may soon be believed. A difference that lasts for good is compared as rarely as any position.
 */
const isToConfirm =
  (now: Millis) =>
  ({ differsSince }: MarketReport): boolean =>
    differsSince !== null && now - differsSince < 2 * DIFFERS_FOR_LONG

/**
 * Decided markets whose payout waits for a redemption: they do not move any more, and the hourly comparison is enough. An exchange that
 * pays automatically pays soon, and so does its report count all fills soon: these are not among them.
 */
const marketsOwed = (
  report: AccountReport,
  ledgers: readonly PositionLedger[],
  { pays }: Settled,
): ReadonlySet<string> => {
  if (traitsOf(report.exchange).paysByItself) return new Set()
  const owed = ledgers.filter((ledger) => ledger.yesPays !== null && knowsAllFills(report, ledger))
  return new Set([...owed.map(({ nativeId }) => nativeId), ...pays.keys()])
}
