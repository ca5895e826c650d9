/** The latest report of an exchange on an account: its position in each market, and the value of each. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { type Money, ONE, type Price, type Qty } from '../kernel/numbers.ts'
import { MINUTE, type Millis } from '../kernel/time.ts'
import type { PositionLedger } from './position-ledger.ts'

export interface AccountReport {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  /** When it was asked. */
  readonly at: Millis
  /** Up to when its answers were complete, by its own word. */
  readonly completeTo: Millis
  readonly markets: readonly MarketReport[]
}

export interface MarketReport {
  readonly svcId: number
  readonly nativeId: string
  /** In millionths of a contract; above 0 holds YES, below 0 holds NO. Null when it does not name the market at all. */
  readonly position: number | null
  /** Cost of the position: YES at its price, NO at one minus the YES price. */
  readonly cost: Money
  /** YES price at which it is valued; null when no price is known. */
  readonly mark: Price | null
  /** Trading is over for good. */
  readonly closed: boolean
  /** Since when this is not what our fills make; null while they agree, `SINCE_EVER` while the past is still being read. */
  readonly differsSince: Millis | null
  /** Pairs of YES and NO that are held, and could be merged into a dollar each. */
  readonly pairs: Qty
  /**
   * Payout of a YES contract in a decided market whose position has no fills; null before, and if a ledger has the
   * payout.
   */
  readonly yesPays: Price | null
  /** Why the market is not settled although the exchange names an outcome; null if there is nothing to say. */
  readonly settlementDetail: string | null
}

/** True if the exchange had heard of every fill we hold, and none of them is still on its way to the wallet. */
export const knowsAllFills = (
  report: Pick<AccountReport, 'completeTo'>,
  ledger: Pick<PositionLedger, 'held' | 'provisional'>,
): boolean =>
  ledger.provisional === 0 && (ledger.held.lastFillAt === null || report.completeTo > ledger.held.lastFillAt)

/**
 * True if it is another position than our fills make; less than the smallest lot is dust of the exchange's own
 * rounding.
 */
export const differs = ({ position }: Pick<MarketReport, 'position'>, ours: number): boolean =>
  Math.abs((position ?? 0) - ours) >= DUST

const DUST = ONE / 100

/** A difference that has lasted this long is no matter of who reads what first, nor of an exchange whose pages lag. */
export const DIFFERS_FOR_LONG = 2 * MINUTE

/** Before the past fills are all stored, only the exchange knows the position. */
export const SINCE_EVER = 0

/**
 * True if the reported position counts instead of our fills: the exchange also counts shares that were sent to the
 * wallet.
 */
export const isBelieved = (
  report: Pick<AccountReport, 'at' | 'completeTo'>,
  { differsSince }: Pick<MarketReport, 'differsSince'>,
  ledger: Pick<PositionLedger, 'held' | 'provisional'>,
): boolean => {
  if (differsSince === null) return false
  return differsSince === SINCE_EVER || (report.at - differsSince >= DIFFERS_FOR_LONG && knowsAllFills(report, ledger))
}

/**
 * True if a report says more than the one before, which is all there is to store. With a difference it does: until when
 * the exchange knew all decides whether it is believed. So does the first one that knows all fills of a position.
 */
export const saysMore = (
  report: AccountReport,
  before: AccountReport,
  ledgers: ReadonlyArray<Pick<PositionLedger, 'held' | 'provisional'>>,
): boolean => {
  const known = new Map(before.markets.map((market) => [market.svcId, market]))
  return (
    ledgers.some((ledger) => knowsAllFills(report, ledger) !== knowsAllFills(before, ledger)) ||
    report.markets.some(({ differsSince }) => differsSince !== null) ||
    report.markets.length !== before.markets.length ||
    report.markets.some((market) => !isSame(market, known.get(market.svcId)))
  )
}

const isSame = (one: MarketReport, other: MarketReport | undefined): boolean =>
  other !== undefined &&
  one.svcId === other.svcId &&
  one.position === other.position &&
  one.cost === other.cost &&
  one.mark === other.mark &&
  one.closed === other.closed &&
  one.differsSince === other.differsSince &&
  one.pairs === other.pairs &&
  one.yesPays === other.yesPays &&
  one.settlementDetail === other.settlementDetail
