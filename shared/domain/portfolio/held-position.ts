/** Computes the positions of a subaccount and their gains, from its fills and the reports of the exchanges. */

import type { AccountSync } from '../accounts/sync/account-sync.ts'
import { traitsOf } from '../exchanges/traits-of.ts'
import type { ExchangeName } from '../kernel/exchange-name.ts'
import { type Money, money, ONE, type Price, type Qty, qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { type AccountReport, differs, isBelieved, knowsAllFills, type MarketReport } from './account-report.ts'
import { marketValue, NO_POSITION, type Position, realizedPnl, unrealizedPnl } from './position.ts'
import { heldNow, type PositionLedger } from './position-ledger.ts'

export interface HeldPosition {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly svcId: number
  readonly nativeId: string
  /** In millionths of a contract; above 0 holds YES, below 0 holds NO. */
  readonly position: number
  /** The position as computed from the stored fills, without reversed ones, and from the payout if the market has paid. */
  readonly fills: Position
  /** YES price at which it is valued; null when no price is known. */
  readonly mark: Price | null
  /** At the mark; null without one, unless there is nothing to value. */
  readonly marketValue: Money | null
  readonly unrealizedPnl: Money | null
  /** Fees taken off. */
  readonly realizedPnl: Money
  /**
   * Null while the market is open. `decided`: its outcome is known, and the exchange has not paid yet, or does not know yet what the
   * wallet holds. `redeemable`: it has to be redeemed. `paid`: it has paid.
   */
  readonly settlement: 'decided' | 'redeemable' | 'paid' | null
  /** Why it is not settled although the exchange names an outcome; null if there is nothing to say. */
  readonly settlementDetail: string | null
  /** Payout of the position at the market's end, in 1e-6 dollars; null before the market is decided. */
  readonly payout: Money | null
  /** Pairs of YES and NO beside the position. */
  readonly pairs: Qty
  /** True if trading is known to be over for good. */
  readonly closed: boolean
  readonly asOf: Millis
}

/** True if a position can still be sold, or is still to be paid. A position that has lost is worth nothing. */
export const isHeld = ({ position, pairs, settlement, payout }: HeldPosition): boolean =>
  (position !== 0 || pairs > 0) && settlement !== 'paid' && payout !== 0

/** The stored positions of a subaccount. */
export interface Holdings {
  readonly ledgers: readonly PositionLedger[]
  readonly reports: readonly AccountReport[]
  /** When each account was looked at last. Reports that say nothing new are not stored. */
  readonly accounts?: ReadonlyArray<Pick<AccountSync, 'exchange' | 'positionsReadAt'>>
}

/** Every market in which the subaccount ever traded, or holds something by the word of an exchange. */
export const heldPositions = ({ ledgers: all, reports: stored, accounts = [] }: Holdings): readonly HeldPosition[] => {
  // A market without a fill since its account began again is not shown.
  const ledgers = all.filter(({ countsFrom, fillsStored }) => countsFrom === 0 || fillsStored > 0)
  const positionsReadAt = new Map(accounts.map((one) => [one.exchange, one.positionsReadAt]))
  const reports = stored.map((one) => ({ ...one, at: Math.max(one.at, positionsReadAt.get(one.exchange) ?? 0) }))
  const known = new Set(ledgers.map(placeOf))
  const reported = new Map(reports.map((report) => [report.exchange, { report, markets: bySvcId(report) }]))
  return [
    ...ledgers.map((ledger) => {
      const { report, markets } = reported.get(ledger.exchange) ?? NOTHING_REPORTED
      return fromLedger(ledger, report, markets.get(ledger.svcId) ?? null)
    }),
    ...reports.flatMap((report) =>
      report.markets
        .filter(({ position }) => position !== null && position !== 0)
        .filter((market) => !known.has(placeOf({ ...report, ...market })))
        .map((market) => fromReport(report, market)),
    ),
  ]
}

const placeOf = ({ exchange, svcId }: { readonly exchange: ExchangeName; readonly svcId: number }): string =>
  `${exchange} ${svcId}`

const bySvcId = ({ markets }: AccountReport): ReadonlyMap<number, MarketReport> =>
  new Map(markets.map((market) => [market.svcId, market]))

const NOTHING_REPORTED = { report: null, markets: new Map<number, MarketReport>() }

const fromLedger = (
  ledger: PositionLedger,
  report: AccountReport | null,
  market: MarketReport | null,
): HeldPosition => {
  const fills = heldNow(ledger)
  const statements = report !== null && market !== null && ledger.yesPaid === null && isBelieved(report, market, ledger)
  const held =
    statements && market.position !== null && differs(market, fills.position) ? asReported(fills, market) : fills
  return {
    ...ofPlace(ledger),
    ...valued(held, ledger.yesPaid ?? ledger.yesPays ?? market?.mark ?? null),
    ...settled(ledger, held, report, market),
    settlementDetail: ledger.yesPays === null && ledger.yesPaid === null ? (market?.settlementDetail ?? null) : null,
    pairs: ledger.yesPaid === null ? (market?.pairs ?? qty(0)) : qty(0),
    position: held.position,
    fills,
    realizedPnl: realizedPnl(fills),
    closed: ledger.yesPaid !== null || ledger.yesPays !== null || market?.closed === true,
    asOf: report === null ? ledger.updatedAt : report.at,
  }
}

const fromReport = (report: AccountReport, market: MarketReport): HeldPosition => {
  const held = asReported(NO_POSITION, market)
  return {
    ...ofPlace({ ...report, ...market }),
    ...valued(held, market.yesPays ?? market.mark),
    position: held.position,
    fills: NO_POSITION,
    realizedPnl: money(0),
    ...decided(report, held, market),
    settlementDetail: market.settlementDetail,
    pairs: market.pairs,
    closed: market.closed || market.yesPays !== null,
    asOf: report.at,
  }
}

/** A decided position without fills, which is gone as soon as the exchange does not report it any more. */
const decided = (
  { exchange }: AccountReport,
  held: Position,
  { yesPays, pairs }: MarketReport,
): Pick<HeldPosition, 'settlement' | 'payout'> => {
  if (yesPays === null) return { settlement: null, payout: null }
  return {
    settlement: traitsOf(exchange).paysByItself ? 'decided' : 'redeemable',
    payout: money(marketValue(held, yesPays) + pairs),
  }
}

/** A decided position. The ledger keeps the position that was paid. */
const settled = (
  ledger: PositionLedger,
  held: Position,
  report: AccountReport | null,
  market: MarketReport | null,
): Pick<HeldPosition, 'settlement' | 'payout'> => {
  if (ledger.yesPaid !== null) return { settlement: 'paid', payout: marketValue(ledger.held, ledger.yesPaid) }
  if (ledger.yesPays === null) return { settlement: null, payout: null }
  // An exchange that pays automatically has no redemptions.
  const isCertain = !traitsOf(ledger.exchange).paysByItself && report !== null && knowsAllFills(report, ledger)
  return {
    settlement: isCertain ? 'redeemable' : 'decided',
    payout: money(marketValue(held, ledger.yesPays) + (market?.pairs ?? 0)),
  }
}

type Place = Pick<HeldPosition, 'subaccountId' | 'exchange' | 'svcId' | 'nativeId'>

const ofPlace = ({ subaccountId, exchange, svcId, nativeId }: Place): Place => ({
  subaccountId,
  exchange,
  svcId,
  nativeId,
})

/** The position and its cost as the exchange reports them: NO costs one minus its YES price. */
const asReported = (fills: Position, { position, cost }: MarketReport): Position => {
  const reported = position ?? 0
  return { ...fills, position: reported, openCost: BigInt(reported >= 0 ? cost : cost + reported) * BigInt(ONE) }
}

const valued = (held: Position, mark: Price | null): Pick<HeldPosition, 'mark' | 'marketValue' | 'unrealizedPnl'> => {
  if (held.position === 0) return { mark, marketValue: money(0), unrealizedPnl: money(0) }
  if (mark === null) return { mark, marketValue: null, unrealizedPnl: null }
  return { mark, marketValue: marketValue(held, mark), unrealizedPnl: unrealizedPnl(held, mark) }
}
