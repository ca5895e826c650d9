/** The rules of one exchange that a paper account keeps: how its orders are prepared, and the words of its refusals. */

import type { Price, Qty } from '#domain/kernel/numbers.ts'
import type { Depth } from '#domain/markets/depth.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import type {
  ExpectedRefusal,
  OrderPreconditions,
  OutboundOrder,
  Preparation,
} from '#domain/orders/send/send-outcome.ts'
import type { PaperRefusal } from '#domain/paper/enter-book.ts'
import type { Reducible } from '#domain/paper/held-cash.ts'
import type { Clock } from '#ports/kernel/clock.ts'

/** Facts that the preparation of an order may read. */
export interface PreparedFacts {
  readonly clock: Clock
  /** Contracts that the order could close. */
  readonly reducible: () => Promise<Reducible>
  /** Null if our catalogue does not have it. */
  readonly market: () => Promise<Market | null>
  /** The live book. Throws `ExchangeUnavailable`. */
  readonly book: () => Promise<Depth>
}

export interface PaperRules {
  /** As `prepare` of the exchange's own adapter. The payload holds the limit. */
  prepare(order: Order, limit: Price, attemptNumber: number, facts: PreparedFacts): Promise<Preparation>
  expectedRefusals(
    order: Pick<Order, 'nativeId' | 'shard' | 'qty' | 'price' | 'postOnly'>,
    known: OrderPreconditions,
  ): readonly ExpectedRefusal[]
  /** Quantity that the exchange takes as an order of its own before the rest; 0 if it takes the order as one. */
  firstPart(order: Pick<OutboundOrder, 'attempt'>): Qty
  /** True if the exchange itself keeps the order from opening a position. */
  onlyCloses(order: Pick<OutboundOrder, 'origin' | 'buyFlag' | 'reduceOnly' | 'timeInForce'>): boolean
  /** The refusal in the exchange's words. */
  refusal(refusal: WordedRefusal, order: Pick<OutboundOrder, 'nativeId' | 'shard' | 'qty'>): ExpectedRefusal
}

/** Refusals that end an order. A closed or a paused market has the words of this service. */
export type WordedRefusal = Exclude<PaperRefusal, 'market_closed' | 'market_paused'> | 'market_not_found'

/** Refusal of an order that costs more than the account has. The exchange's own words would send its owner to the exchange. */
export const NOT_ENOUGH_CASH: ExpectedRefusal = {
  code: 'insufficient_balance',
  reason:
    'The paper account has too little free cash for the order: cancel open orders, lower quantity or price, or reset the account with more cash.',
}
