/** Settles the positions in markets that are decided. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { knowsAllFills, type MarketReport } from '#domain/portfolio/account-report.ts'
import { marketValue, NO_POSITION } from '#domain/portfolio/position.ts'
import { decideAt, type PositionLedger, settleAt } from '#domain/portfolio/position-ledger.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { Log } from '#ports/kernel/log.ts'
import { type ChangeSettlementDeps, changeSettlement } from '../../portfolio/change-settlement.ts'
import type { PositionSources } from './position-sources.ts'

export interface SettleDecidedDeps extends ChangeSettlementDeps {
  readonly log: Log
}

/** Positions as they were compared. */
interface ComparedPositions {
  readonly account: AccountRef
  readonly at: Millis
  readonly completeTo: Millis
  readonly ledgers: readonly PositionLedger[]
  readonly quotes: ReadonlyMap<string, ExchangeQuote>
  readonly reports: readonly MarketReport[]
}

export interface Settled {
  /** Decided markets from which nothing is expected any more. */
  readonly over: ReadonlySet<string>
  /** Payout of a YES contract, by market, if the position has no ledger. */
  readonly pays: ReadonlyMap<string, Price>
  /** Why no outcome is believed, by market. */
  readonly contradicted: ReadonlyMap<string, string>
}

/** Reads the payouts of closed markets, and stores in the ledgers that a market is decided or paid. */
export const settleDecided = async (
  deps: SettleDecidedDeps,
  sources: PositionSources,
  compared: ComparedPositions,
): Promise<Settled> => {
  const { at, ledgers, quotes, reports } = compared
  const reportOn = new Map(reports.map((report) => [report.nativeId, report]))
  const closed = [...reportOn.keys()].filter((nativeId) => (quotes.get(nativeId)?.state ?? 'closed') === 'closed')
  const answers = closed.length === 0 ? [] : await sources.exchange.payouts(closed, sources.signal)
  const contradicted = new Map(answers.flatMap((one) => (one.yesPays === null ? [[one.nativeId, one.detail]] : [])))
  const decided = answers.filter((one) => one.yesPays !== null)
  const checks = new WalletChecks(sources)
  const waiting = new Set<string>()
  const pays = new Map<string, Price>()
  for (const payout of rotated(decided, Math.floor(at / SECOND))) {
    const report = reportOn.get(payout.nativeId)
    if (report === undefined) continue
    const ledger = ledgers.find((one) => one.nativeId === payout.nativeId) ?? null
    const isOver = payout.isFinal && (await hasPaid({ report, ledger, payout }, compared, checks))
    if (!isOver) waiting.add(payout.nativeId)
    if (ledger !== null) await settleLedger(deps, compared, { report, ledger, payout }, isOver)
    else if (!isOver) pays.set(payout.nativeId, payout.yesPays)
  }
  const over = new Set(decided.map(({ nativeId }) => nativeId).filter((nativeId) => !waiting.has(nativeId)))
  return { over, pays, contradicted }
}

/** Begins each poll at another place, so that checks that fail again and again do not delay the others. */
const rotated = <One>(all: readonly One[], turn: number): readonly One[] => {
  const first = turn % Math.max(1, all.length)
  return [...all.slice(first), ...all.slice(0, first)]
}

/** A market with a known outcome. */
interface Decided {
  readonly report: MarketReport
  /** Null if the position comes from shares that were sent, split or merged: only the exchange knows about them. */
  readonly ledger: PositionLedger | null
  readonly payout: { readonly nativeId: string; readonly yesPays: Price; readonly isFinal: boolean }
}

/** True if the position has paid all that it can. */
const hasPaid = async (
  { report, ledger, payout }: Decided,
  { account, completeTo }: ComparedPositions,
  checks: WalletChecks,
): Promise<boolean> => {
  if (traitsOf(account.exchange).paysByItself) return true
  if (ledger === null) return isWorthNothing(report, payout.yesPays)
  if (isWorthNothing({ ...report, position: ledger.held.position }, payout.yesPays)) return true
  return seemsRedeemed(ledger, report, completeTo) && !(await checks.mayHold(ledger.nativeId))
}

const isWorthNothing = ({ position, pairs }: MarketReport, yesPays: Price): boolean =>
  marketValue({ ...NO_POSITION, position: position ?? 0 }, yesPays) === 0 && pairs === 0

/**
 * True if the exchange lists nothing to redeem: its operator or the owner has redeemed the position, or its list is
 * incomplete.
 */
const seemsRedeemed = (ledger: PositionLedger, report: MarketReport, completeTo: Millis): boolean =>
  knowsAllFills({ completeTo }, ledger) && !report.position && report.pairs === 0

/** Most checks in one poll, so that it stays short. The next polls make the others. */
const MOST_CHECKS = 10

/** Checks wallets for shares. A position that counts as paid is never compared again, so the wallet itself decides. */
class WalletChecks {
  readonly #sources: PositionSources
  #left = MOST_CHECKS

  constructor(sources: PositionSources) {
    this.#sources = sources
  }

  /** Answers true if the wallet may hold shares of the market: also after too many checks, or if the wallet cannot be read. */
  async mayHold(nativeId: string): Promise<boolean> {
    if (this.#left <= 0) return true
    this.#left -= 1
    const { exchange, exchangeAccount, signal } = this.#sources
    return exchange.holdsAny(exchangeAccount, nativeId, signal).catch(ifUnavailable(() => true))
  }
}

/** Stores that the market of a position is decided, or has paid. */
const settleLedger = async (
  deps: SettleDecidedDeps,
  { account, at, completeTo }: ComparedPositions,
  { report, ledger, payout: { nativeId, yesPays } }: Decided & { readonly ledger: PositionLedger },
  isPaid: boolean,
): Promise<void> => {
  const { subaccountId, exchange } = account
  const reported = { subaccountId, exchange, at, completeTo, markets: [report] }
  const changed = await changeSettlement(deps, ledger, reported, (stored) => {
    if (stored.yesPaid !== null) return null
    if (isPaid) return settleAt(stored, yesPays, at)
    return stored.yesPays === yesPays ? null : decideAt(stored, yesPays, at)
  })
  if (changed) deps.log.info('market decided', { subaccountId, exchange, market: nativeId, yesPays, isPaid })
}
