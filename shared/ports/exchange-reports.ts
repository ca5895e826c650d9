/** What an exchange reports of an account, in the service's own words: YES prices, integers, UTC milliseconds. */

import type { Money, Price, Qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'

/** What the exchange says of one order of ours. */
export interface OrderReport {
  /** The exchange's id; where an order went out in two parts (EXCHANGE_B), the ids of both joined by `+`. */
  readonly exchangeOrderId: string
  /** The identity it was sent under, where the exchange tells it. */
  readonly identity: string | null
  readonly state: 'live' | 'ended'
  readonly filledQty: Qty
  /** Why a part of the order was refused although another part was taken (EXCHANGE_B); absent when none was. */
  readonly partRefusal?: string | undefined
}

/** Enough to ask the exchange for one order of ours. */
export interface OrderRef {
  readonly exchangeOrderId: string
  readonly nativeId: string
  /** No trade of it is older. */
  readonly since: Millis
}

/** A trade of the account as the exchange tells it, in YES terms. */
export interface FillReport {
  readonly fillId: string
  readonly tradeId: string
  readonly exchangeOrderId: string
  readonly nativeId: string
  readonly at: Millis
  readonly price: Price
  readonly qty: Qty
  readonly fee: Money
  readonly buyFlag: boolean
  readonly isMaker: boolean
  readonly status: 'PROVISIONAL' | 'FINAL' | 'REVERSED'
}

/** What the account holds of one market, netted, in YES terms, as the exchange tells it: trades made elsewhere count. */
export interface PositionReport {
  readonly nativeId: string
  /** In millionths of a contract; above 0 holds YES, below 0 holds NO. */
  readonly position: number
  /** What that was bought for, without fees: YES at its price, NO at one minus the YES price. */
  readonly cost: Money
  /** Gained or lost by what was closed or paid out since the account knows the market, as the exchange counts it. */
  readonly realized: Money
}

/** Cash of the account. An exchange that keeps money apart (EXCHANGE_A) tells one for each of its shards. */
export interface BalanceReport {
  readonly shard: number
  readonly amount: Money
}
