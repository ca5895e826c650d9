/** An order on a custom asset: the request, its split over the members in rounds, and the sums over its legs. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { type Price, type Qty, qty, remaining, sumOf } from '../kernel/numbers.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import type { MarketLabel } from '../markets/market-label.ts'
import { NO_TRADES, type TradeSums } from '../orders/fills/reported-trades.ts'
import { nothingDone, type Order, SEND_WITHIN } from '../orders/order.ts'
import type { BasketOrigin } from '../orders/origin.ts'
import { NO_BOUNDS, type PriceBounds } from '../orders/price/price-bounds.ts'
import type { Allocation } from './plan/plan.ts'

/** One order of the plan. The leg is stored here before its order exists, so no leg is planned twice. */
export interface BasketLeg {
  readonly orderId: string
  readonly svcId: number
  readonly exchange: ExchangeName
  readonly nativeId: string
  readonly shard: number
  readonly qty: Qty
  /** The worst price it accepts. */
  readonly price: Price
}

export interface BasketRound {
  readonly plannedAt: Millis
  readonly legs: readonly BasketLeg[]
}

/** A market of the basket at acceptance, and the terms that the first plan fixed for it. */
export interface BasketPart {
  readonly svcId: number
  /** EQUAL: its share in contracts; null before the first plan, and under BEST_PRICE. */
  readonly share: Qty | null
  /** For a sale, the YES contracts held when the member could first be traded; null before, and for a purchase. */
  readonly held: Qty | null
  /** No later round goes beyond this price; null before the member was first planned. */
  readonly worstPrice: Price | null
  /** For an exit, the contracts that this order may sell; null for any other order. */
  readonly most: Qty | null
  /** Filled quantity over all legs of the member. */
  readonly filled: Qty
  /** The part of `filled` that other trades than those of the exits have closed: by hand, or by other orders. */
  readonly closed: Qty
  /** True if a part of `filled` may still be reversed, and cannot be sold yet (EXCHANGE_B). */
  readonly settling: boolean
}

/** Why a member gets no order, or no further one: a stable code and a sentence. */
export interface SkippedMember {
  readonly svcId: number
  readonly code: string
  readonly reason: string
}

export interface BasketOrder
  extends Pick<
    Order,
    | 'orderId'
    | 'userId'
    | 'subaccountId'
    | 'qty'
    | 'buyFlag'
    | 'clientOrderId'
    | 'tag'
    | 'createdAt'
    | 'status'
    | 'updatedAt'
    | 'cancelRequestedAt'
    | 'cancelReason'
    | 'lastError'
    | 'retries'
    | 'tradedQty'
    | 'reversedQty'
    | 'tradedCost'
    | 'feesPaid'
    | 'fillCount'
    | 'widened'
    | keyof PriceBounds
    | 'complexOrderIds'
    | 'guarded'
    | 'suspended'
    | 'notifiedState'
    | 'notifyDueAt'
    | 'subscriberState'
    | 'dueAt'
    | 'version'
  > {
  /** Null on every order on a custom asset; see `isBasketOrder`. */
  readonly svcId: null
  readonly customAssetId: string
  /** The name of the custom asset at acceptance; null for orders of earlier versions. */
  readonly label: MarketLabel | null
  readonly allocation: Allocation
  readonly timeInForce: 'IOC' | 'FOK'
  readonly origin: BasketOrigin
  /** After this instant nothing more is planned; null for an exit, which may come late. */
  readonly sendBy: Millis | null
  /** Ascending by `svcId`. */
  readonly parts: readonly BasketPart[]
  readonly rounds: readonly BasketRound[]
  readonly skipped: readonly SkippedMember[]
  /** Filled quantity over all legs. The counts of the exchanges may be ahead of the stored fills. */
  readonly filledQty: Qty
  /** Trades that the exchanges have reported without a stored fill. */
  readonly awaited: TradeSums
  /** True if every fill that the exchanges count is stored, and no send of a leg is watched. */
  readonly complete: boolean
}

/** Maximum number of rounds. */
export const MOST_ROUNDS = 3

/** Time until the sweeper replaces a lost message, in ms: short, because the order has to act now. */
export const BASKET_GRACE = 10 * SECOND

export type BasketRequest = Pick<
  BasketOrder,
  | 'orderId'
  | 'userId'
  | 'subaccountId'
  | 'customAssetId'
  | 'allocation'
  | 'timeInForce'
  | 'qty'
  | 'buyFlag'
  | 'clientOrderId'
  | 'subscriberState'
> &
  Partial<Pick<BasketOrder, 'label' | 'tag'> & PriceBounds> & { readonly members: readonly number[] }

/** Creates an order on a custom asset: PENDING_SUBMISSION and due at once. */
export const newBasketOrder = ({ members, ...request }: BasketRequest, now: Millis): BasketOrder => ({
  label: null,
  tag: null,
  ...NO_BOUNDS,
  ...request,
  ...nothingDone(),
  svcId: null,
  createdAt: now,
  updatedAt: now,
  sendBy: now + SEND_WITHIN,
  parts: [...members].sort((a, b) => a - b).map(newPart),
  rounds: [],
  skipped: [],
  filledQty: NONE,
  awaited: NO_TRADES,
  complete: true,
  dueAt: now + BASKET_GRACE,
})

const newPart = (svcId: number): BasketPart => ({
  svcId,
  share: null,
  held: null,
  worstPrice: null,
  most: null,
  filled: NONE,
  closed: NONE,
  settling: false,
})

/** For an exit, the quantity that the account no longer held when the exit was planned; 0 before. */
export const notHeldOf = ({ origin, qty, parts }: Pick<BasketOrder, 'origin' | 'qty' | 'parts'>): Qty => {
  if (origin.kind !== 'exit' || parts.some(({ held, most }) => held === null && most !== 0)) return NONE
  return remaining(
    qty,
    sumOf(parts, ({ held }) => held ?? NONE),
  )
}

const NONE = qty(0)

/** All legs, oldest round first. */
export const legsOf = ({ rounds }: Pick<BasketOrder, 'rounds'>): readonly BasketLeg[] =>
  rounds.flatMap(({ legs }) => legs)
