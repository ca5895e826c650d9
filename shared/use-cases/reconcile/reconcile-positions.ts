/** Asks an exchange what an account holds, what that is worth, and which of its markets are decided; keeps it with the fills. */

import type { AccountSync } from '#domain/accounts/account-sync.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { money, type Price, qty } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { valuation } from '#domain/markets/mark-price.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import {
  type AccountReport,
  DIFFERS_FOR_LONG,
  differs,
  isBelieved,
  knowsAllFills,
  type MarketReport,
  SINCE_EVER,
  saysMore,
} from '#domain/portfolio/account-report.ts'
import { marketValue, NO_POSITION } from '#domain/portfolio/position.ts'
import { decideAt, type PositionLedger, recount, settleAt } from '#domain/portfolio/position-ledger.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { PositionReport, PositionsReading } from '#ports/exchanges/exchange-reports.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { FillStore, PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { AccountSources } from '../accounts/account-sources.ts'
import { type ChangeSettlementDeps, changeSettlement } from '../portfolio/change-settlement.ts'
import { isUnread } from '../portfolio/is-unread.ts'
import { RECONCILE_LOG } from './log-messages.ts'
import { type CatalogueExchange, knowMarkets, type RecordForeignFillsDeps } from './record-foreign-fills.ts'
import { reportContradictions } from './report-contradictions.ts'

export interface ReconcilePositionsDeps
  extends Pick<RecordForeignFillsDeps, 'markets' | 'log'>,
    Omit<ChangeSettlementDeps, 'positions' | 'markets'> {
  readonly positions: PositionStore
  readonly fills: Pick<FillStore, 'inMarkets'>
}

/** Which exchange is asked about the positions, for which account. */
export interface PositionSources extends Omit<AccountSources, 'exchange'> {
  readonly exchange: CatalogueExchange & Pick<Exchange, 'quotes' | 'payouts' | 'holdsAny'>
}

/**
 * Whether there is anything to follow, and whether it has yet to be confirmed; `positions` are those that the exchange tells, asked for
 * before this is called or by it.
 */
export const reconcilePositions = async (
  deps: ReconcilePositionsDeps,
  sources: PositionSources,
  account: Pick<AccountSync, 'subaccountId' | 'exchange' | 'history'>,
  { completeTo, positions }: { readonly completeTo: Millis; readonly positions: Promise<PositionsReading> },
  now: Millis,
): Promise<Pick<AccountSync, 'holds' | 'settling'>> => {
  const { exchange, signal } = sources
  const told = await positions
  const reported = new Map(told.positions.map((one) => [one.nativeId, one]))
  tellOfUnread(deps, account, told)
  // Read after the exchange was asked: a fill it has reported can then be missing there, and never here.
  const stored = await deps.positions.ofSubaccount(account.subaccountId, { skipUnreadable: true })
  const ledgers = stored.ledgers.filter((ledger) => ledger.exchange === account.exchange)
  const before = stored.reports.find((report) => report.exchange === account.exchange) ?? null
  const isRough = account.history === null && (await recountRough(deps, account, ledgers, now))

  const paid = new Set(ledgers.filter(({ yesPaid }) => yesPaid !== null).map(({ nativeId }) => nativeId))
  const lastTold = new Map(before?.markets.map((one) => [one.nativeId, one]))
  const open = [
    // What cannot be read may be held: it is followed with what was told of it last.
    ...(told.unread ?? []).flatMap(({ nativeId }) => nativeId ?? []),
    ...[...lastTold.values()]
      .filter(({ nativeId, position, pairs }) => (position || pairs) && isUnread(told, nativeId))
      .map(({ nativeId }) => nativeId),
    ...ledgers.filter(({ held: { position } }) => position !== 0).map(({ nativeId }) => nativeId),
    ...[...reported.values()].filter(({ position, pairs }) => position !== 0 || pairs).map(({ nativeId }) => nativeId),
  ]
  const followed = [...new Set(open)].filter((nativeId) => !paid.has(nativeId))
  await knowMarkets(deps, exchange, followed, signal)
  const quotes = new Map((await exchange.quotes(followed, signal)).map((quote) => [quote.nativeId, quote]))
  const reports = followed.map((nativeId) => {
    const ledger = ledgers.find((one) => one.nativeId === nativeId) ?? null
    const last = lastTold.get(nativeId) ?? null
    const ours = ledger?.held.position ?? 0
    const isOpen = isUnread(told, nativeId)
    const known = isOpen ? last : (reported.get(nativeId) ?? null)
    const report = reportOf(account, nativeId, known, quotes.get(nativeId), last, ours)
    if (ledger === null || !differs(report, ours)) return report
    if (account.history !== null) return { ...report, differsSince: SINCE_EVER }
    const since = last?.differsSince || null
    // What was believed stays so until a newer fill. Nothing begins to be believed that is not told now.
    if (isOpen) {
      const isStillBelieved = since !== null && before !== null && isBelieved(before, { differsSince: since }, ledger)
      return { ...report, differsSince: isStillBelieved ? since : null }
    }
    // A difference is not forgotten while newer fills are on their way to the exchange.
    return { ...report, differsSince: knowsAllFills({ completeTo }, ledger) ? (since ?? now) : since }
  })
  const look = { account, at: now, completeTo, ledgers, quotes, reports }
  const { over, pays, contradicted } = await settleDecided(deps, sources, look)
  const markets = reports
    .filter(({ nativeId }) => !over.has(nativeId))
    .map((report) => ({
      ...report,
      yesPays: pays.get(report.nativeId) ?? null,
      settlementDetail: contradicted.get(report.nativeId) ?? null,
    }))
  reportContradictions(deps, account, markets, lastTold)
  tellOfDifferences(deps, account, markets, ledgers, before?.at ?? now, now)
  const report = { ...placeOf(account), at: now, completeTo, markets }
  // When the account was looked at last, its sync tells.
  if (before === null || saysMore(report, before, ledgers)) await deps.positions.saveReport(report, before)
  // What can be redeemed moves no more: the hourly look is enough for it. What an exchange pays by itself comes soon, and so does the
  // word of the exchange that it has heard of all fills.
  const isOwed = (ledger: PositionLedger): boolean =>
    ledger.yesPays !== null && !traitsOf(exchange.name).paysByItself && knowsAllFills(report, ledger)
  const untold = traitsOf(exchange.name).paysByItself ? [] : pays.keys()
  const owed = new Set([...ledgers.filter(isOwed).map(({ nativeId }) => nativeId), ...untold])
  const settling = isRough || ledgers.some(({ provisional }) => provisional > 0) || markets.some(isToConfirm(now))
  return { holds: settling || markets.some(({ nativeId }) => !owed.has(nativeId)), settling }
}

/** A difference is believed once it has lasted. One that lasts for good is looked at as all else. */
const isToConfirm =
  (now: Millis) =>
  ({ differsSince }: MarketReport): boolean =>
    differsSince !== null && now - differsSince < 2 * DIFFERS_FOR_LONG

const placeOf = ({ subaccountId, exchange }: Pick<AccountReport, 'subaccountId' | 'exchange'>) => ({
  subaccountId,
  exchange,
})

/** Counts anew what came out of order; answers whether any is left, because an index lags or a fill came in between. */
const recountRough = async (
  deps: ReconcilePositionsDeps,
  { subaccountId }: Pick<AccountReport, 'subaccountId'>,
  ledgers: readonly PositionLedger[],
  now: Millis,
): Promise<boolean> => {
  const rough = ledgers.filter((ledger) => ledger.rough).slice(0, RECOUNTED_AT_ONCE)
  if (rough.length === 0) return false
  const svcIds = rough.map(({ svcId }) => svcId)
  const fills = Map.groupBy(await deps.fills.inMarkets(subaccountId, svcIds), ({ svcId }) => svcId)
  let done = 0
  for (const ledger of rough) {
    const counted = recount(ledger, fills.get(ledger.svcId) ?? [], now)
    if (counted !== null && (await deps.positions.save(counted))) done += 1
  }
  return done < ledgers.filter((ledger) => ledger.rough).length
}

/** So that one look stays short; the rest is counted at the next. */
const RECOUNTED_AT_ONCE = 200

/** What one look has found. */
interface Look extends Pick<AccountReport, 'at' | 'completeTo'> {
  readonly account: Pick<AccountReport, 'subaccountId' | 'exchange'>
  readonly ledgers: readonly PositionLedger[]
  readonly quotes: ReadonlyMap<string, ExchangeQuote>
  readonly reports: readonly MarketReport[]
}

interface Settled {
  readonly over: ReadonlySet<string>
  readonly pays: ReadonlyMap<string, Price>
  /** Why no outcome is believed, by market. */
  readonly contradicted: ReadonlyMap<string, string>
}

/**
 * Markets that are not traded any more are asked for what they pay. Answers those of which nothing is awaited any more, and what
 * those pay that no ledger knows.
 */
const settleDecided = async (
  deps: ReconcilePositionsDeps,
  sources: PositionSources,
  { account, at, completeTo, ledgers, quotes, reports }: Look,
): Promise<Settled> => {
  const { exchange, signal } = sources
  const reportOn = new Map(reports.map((report) => [report.nativeId, report]))
  const closed = [...reportOn.keys()].filter((nativeId) => (quotes.get(nativeId)?.state ?? 'closed') === 'closed')
  const waiting = new Set<string>()
  let asked = 0
  const hasNothingToRedeem = async (ledger: PositionLedger, report: MarketReport, yesPays: Price): Promise<boolean> => {
    if (isWorthNothing({ ...report, position: ledger.held.position }, yesPays)) return true
    if (!seemsRedeemed(ledger, report, completeTo) || asked >= ASKED_AT_ONCE) return false
    asked += 1
    return !(await mayHold(sources, ledger.nativeId))
  }
  const pays = new Map<string, Price>()
  const answers = closed.length === 0 ? [] : await exchange.payouts(closed, signal)
  const told = answers.filter((one) => one.yesPays !== null)
  const contradicted = new Map(answers.flatMap((one) => (one.yesPays === null ? [[one.nativeId, one.detail]] : [])))
  // Each look begins at another place, so that those asked about in vain keep no others waiting.
  const first = Math.floor(at / SECOND) % Math.max(1, told.length)
  const payouts = [...told.slice(first), ...told.slice(0, first)]
  for (const { nativeId, yesPays, isFinal } of payouts) {
    const ledger = ledgers.find((one) => one.nativeId === nativeId)
    const report = reportOn.get(nativeId)
    if (report === undefined) continue
    if (ledger === undefined) {
      // Shares that were sent, split or merged: the exchange alone knows of them, and of their redemption.
      const isOver = isFinal && (traitsOf(exchange.name).paysByItself || isWorthNothing(report, yesPays))
      if (!isOver) pays.set(nativeId, yesPays)
      if (!isOver) waiting.add(nativeId)
      continue
    }
    const isPaid =
      isFinal && (traitsOf(exchange.name).paysByItself || (await hasNothingToRedeem(ledger, report, yesPays)))
    if (!isPaid) waiting.add(nativeId)
    const word = { ...placeOf(account), at, completeTo, markets: [report] }
    const changed = await changeSettlement(deps, ledger, word, (stored) => {
      if (stored.yesPaid !== null) return null
      if (isPaid) return settleAt(stored, yesPays, at)
      return stored.yesPays === yesPays ? null : decideAt(stored, yesPays, at)
    })
    if (changed) deps.log.info('a market is decided', { ...placeOf(account), market: nativeId, yesPays, isPaid })
  }
  const over = new Set(payouts.map(({ nativeId }) => nativeId).filter((nativeId) => !waiting.has(nativeId)))
  return { over, pays, contradicted }
}

const isWorthNothing = ({ position, pairs }: MarketReport, yesPays: Price): boolean =>
  marketValue({ ...NO_POSITION, position: position ?? 0 }, yesPays) === 0 && pairs === 0

/** Whether the exchange names nothing to redeem any more: its own operator or the owner has redeemed it, or its list lacks it. */
const seemsRedeemed = (ledger: PositionLedger, report: MarketReport, completeTo: Millis): boolean =>
  knowsAllFills({ completeTo }, ledger) && !report.position && report.pairs === 0

/** Once paid, a position is never looked at again. So the wallet itself is asked, and where it does not answer that is for the next look. */
const mayHold = ({ exchange, exchangeAccount, signal }: PositionSources, nativeId: string): Promise<boolean> =>
  exchange.holdsAny(exchangeAccount, nativeId, signal).catch(ifUnavailable(() => true))

/** So that one look stays short; the rest is asked about at the next. */
const ASKED_AT_ONCE = 10

const reportOf = (
  { exchange }: Pick<AccountReport, 'exchange'>,
  nativeId: string,
  reported: (Pick<MarketReport, 'position' | 'cost'> & Pick<PositionReport, 'pairs'>) | null,
  quote: ExchangeQuote | undefined,
  last: MarketReport | null,
  ours: number,
): MarketReport => {
  return {
    svcId: svcIdOf(exchange, nativeId),
    nativeId,
    position: reported?.position ?? null,
    cost: reported?.cost ?? money(0),
    // What is not reported now was reported before.
    mark: (quote === undefined ? null : valuation(quote, reported?.position ?? ours)) ?? last?.mark ?? null,
    closed: quote?.state === 'closed',
    differsSince: null,
    pairs: reported?.pairs ?? qty(0),
    yesPays: null,
    settlementDetail: null,
  }
}

/** In one line, however many there are: a list that is told in another form has none that can be read. */
const tellOfUnread = (
  { log }: Pick<ReconcilePositionsDeps, 'log'>,
  account: Pick<AccountReport, 'subaccountId' | 'exchange'>,
  { unread = [] }: PositionsReading,
): void => {
  const [first] = unread
  if (first === undefined) return
  log.error(RECONCILE_LOG.positionsUnread, {
    ...placeOf(account),
    markets: unread.map(({ nativeId }) => nativeId ?? 'one without a name').join(', '),
    error: first.reason,
  })
}

/** The exchange counts what no fill tells of: shares that were sent, split or merged. That, or we have lost a fill. */
const tellOfDifferences = (
  deps: ReconcilePositionsDeps,
  account: Pick<AccountReport, 'subaccountId' | 'exchange'>,
  markets: readonly MarketReport[],
  ledgers: readonly PositionLedger[],
  lookedBefore: Millis,
  now: Millis,
): void => {
  const lasting = markets.filter(({ differsSince }) => differsSince !== null && now - differsSince >= DIFFERS_FOR_LONG)
  for (const { nativeId, position, differsSince } of lasting) {
    // Told and counted once: some last for good, and the next one is to be told too. One since ever is never told.
    if (lookedBefore - (differsSince ?? now) >= DIFFERS_FOR_LONG) continue
    const ours = ledgers.find((ledger) => ledger.nativeId === nativeId)?.held.position ?? 0
    deps.log.warn(RECONCILE_LOG.positionMismatch, {
      ...placeOf(account),
      market: nativeId,
      theirs: position,
      ours,
    })
    deps.log.metric('PositionsDiffer', 1)
  }
}
