/** Reports of an exchange about an account, in the service's own words: YES prices, integers, UTC milliseconds. */

import type { Money, Price, Qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'

/** A fill report: one trade of the account, in YES terms. */
export interface FillReport {
  /** Unique within the account at this exchange. */
  readonly fillId: string
  /** The exchange's id of the trade. Several fills may share it. */
  readonly tradeId: string
  readonly exchangeOrderId: string
  readonly nativeId: string
  /** When the exchange matched it. */
  readonly at: Millis
  /** The YES price, in 1e-6 dollars. */
  readonly price: Price
  /** In millionths of a contract, above 0. */
  readonly qty: Qty
  /** In 1e-6 dollars. If the exchange does not name it, its fee rule computes it. */
  readonly fee: Money
  /** True: bought YES, or sold NO. */
  readonly buyFlag: boolean
  readonly isMaker: boolean
  /** PROVISIONAL and REVERSED occur only where trades settle later. */
  readonly status: 'PROVISIONAL' | 'FINAL' | 'REVERSED'
}

/** A trade of the account that cannot be read. */
export interface UnreadTrade {
  readonly tradeId: string
  /** The orders it may belong to; empty if the exchange does not name even these. */
  readonly exchangeOrderIds: readonly string[]
  readonly reason: string
}

/** A position report: what the account holds in one market, netted, in YES terms. Trades made elsewhere count. */
export interface PositionReport {
  readonly nativeId: string
  /** In millionths of a contract; above 0 holds YES, below 0 holds NO. */
  readonly position: number
  /** Cost of the position, in 1e-6 dollars without fees: YES at its price, NO at one minus the YES price. */
  readonly cost: Money
  /** Profit (above 0) or loss of closed and paid out contracts in this market, in 1e-6 dollars, as the exchange counts it. */
  readonly realized: Money
  /** Pairs of YES and NO beside the position, if both can be held at once; else absent. */
  readonly pairs?: Qty
}

/** All positions of an account that the exchange reports. What is held in a market that is `unread` stays open: it is not nothing. */
export interface PositionsReading {
  readonly positions: readonly PositionReport[]
  readonly unread?: readonly UnreadPosition[]
}

/** A position of the account that cannot be read. */
export interface UnreadPosition {
  /** Null if the exchange does not name even its market: then it may be any that is not among the positions. */
  readonly nativeId: string | null
  readonly reason: string
}

/** Cash of the account in one shard. An exchange without shards reports one balance, of shard 0. */
export interface BalanceReport {
  /** Null if the exchange has shards, and does not say which of them holds the cash. */
  readonly shard: number | null
  /** In 1e-6 dollars. */
  readonly amount: Money
  /** When the exchange reported it; absent: just now. */
  readonly asOf?: Millis
}
