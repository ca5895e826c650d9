/** The trades of an order as its exchange reports them, before their fills are stored. */

import { type Money, minus, money, ONE, type Qty, qty, remaining } from '../../kernel/numbers.ts'

/** The trades of an order as the exchange's answers sum them up, in YES terms. */
export interface ReportedTrades {
  readonly qty: Qty
  /** In 1e-12 dollars; null when the exchange has not said. The exchange may round it. */
  readonly cost: bigint | null
  /** Null when the exchange has not said. The exchange may round them. */
  readonly fees: Money | null
}

/** Quantity, cost in 1e-12 dollars, and fees. */
export interface TradeSums {
  /** The quantity that has a cost. */
  readonly qty: Qty
  readonly cost: bigint
  readonly fees: Money
}

/** The sums over the stored fills of an order. */
export interface StoredSums {
  readonly tradedQty: Qty
  readonly reversedQty: Qty
  readonly tradedCost: bigint
  readonly feesPaid: Money
}

export const NO_TRADES: TradeSums = { qty: qty(0), cost: 0n, fees: money(0) }

/** Returns the report with more facts. Later answers of an exchange may leave out facts of the first one. */
export const fullerReport = (known: ReportedTrades | null, reports: ReportedTrades | null): ReportedTrades | null => {
  if (known === null || reports === null) return reports ?? known
  return reports.qty >= known.qty && (reports.cost !== null || known.cost === null) ? reports : known
}

/** True if the stored fills cover the whole report. */
export const isCovered = (report: ReportedTrades, order: Pick<StoredSums, 'tradedQty' | 'reversedQty'>): boolean =>
  report.qty <= order.tradedQty + order.reversedQty

/**
 * Returns the reported trades that no stored fill covers yet; zero while a reversed fill may be among the reported
 * ones.
 */
export const awaitedTrades = (order: StoredSums & { readonly reported: ReportedTrades | null }): TradeSums => {
  const { reported, tradedQty, tradedCost, feesPaid } = order
  if (reported === null || order.reversedQty > 0 || isCovered(reported, order)) return NO_TRADES
  const fees = money(Math.max(0, minus(reported.fees ?? feesPaid, feesPaid)))
  if (reported.cost === null) return { ...NO_TRADES, fees }
  const rest = remaining(reported.qty, tradedQty)
  return { qty: rest, cost: costOfRest(reported.qty, reported.cost, rest, tradedCost), fees }
}

/**
 * The stored fills need not be among the reported ones. If the difference is no possible cost, the reported average is
 * used.
 */
const costOfRest = (all: Qty, cost: bigint, rest: Qty, tradedCost: bigint): bigint => {
  const difference = cost - tradedCost
  const isPossible = difference >= 0n && difference <= BigInt(rest) * BigInt(ONE)
  return isPossible ? difference : (cost * BigInt(rest)) / BigInt(all)
}
