/** An accepted order: the signed fields, and fields that the matching engine does not know. */

import type { EngineOrder } from '../../../engine/ledger/engine-state.ts'

export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK'

/** Prices, quantities and money are millionths; instants are milliseconds. */
export interface ClobOrder {
  /** The EIP-712 hash. */
  readonly id: string
  readonly account: string
  /** The API key it came with. */
  readonly owner: string
  readonly maker: string
  readonly market: string
  readonly token: string
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
  /** Price of its own token. */
  readonly price: number
  readonly size: number
  /** Dollars to spend, for a FOK or FAK that buys; null counts shares. */
  readonly spend: number | null
  readonly type: OrderType
  /** Unix seconds as sent; 0 for none. */
  readonly expiration: number
  readonly createdAt: number
  /** Its place among all orders. */
  readonly sequence: number
  /** While the market's delay holds it back. */
  heldUntil: number | null
  tradeIds: string[]
}

type ClobStatus = 'LIVE' | 'MATCHED' | 'CANCELED' | 'CANCELED_MARKET_RESOLVED'

/** In YES terms: buying NO is selling YES. */
export const buysYes = ({ side, outcome }: { readonly side: 'BUY' | 'SELL'; readonly outcome: 0 | 1 }): boolean =>
  (side === 'BUY') === (outcome === 0)

/** The same price for the other token; twice gives the first again. */
export const inOutcome = (price: number, outcome: 0 | 1): number => (outcome === 0 ? price : 1_000_000 - price)

/** The exchange's view of the order; `booked` is the matching engine's. */
export const statusOf = (order: ClobOrder, booked: EngineOrder | undefined, endedWithMarket: boolean): ClobStatus => {
  if (order.heldUntil !== null || booked?.status === 'resting') return 'LIVE'
  if (booked === undefined) return 'CANCELED'
  if (booked.status === 'executed') return 'MATCHED'
  if (booked.filled > 0 && order.type === 'FAK') return 'MATCHED'
  return endedWithMarket ? 'CANCELED_MARKET_RESOLVED' : 'CANCELED'
}
