/** An order on a custom asset: what the user asked for, how it was split over the members in rounds, and the sums over its legs. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { type Price, type Qty, qty, remaining, sumOf } from '../kernel/numbers.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import type { MarketLabel } from '../markets/market-label.ts'
import { NO_TRADES, type TradeSums } from '../orders/fills/reported-trades.ts'
import { nothingDone, type Order, SEND_WITHIN } from '../orders/order.ts'
import type { BasketOrigin } from '../orders/origin.ts'
import { NO_BOUNDS, type PriceBounds } from '../orders/price/price-bounds.ts'
import type { Allocation } from './plan.ts'

/** One order of the plan. It is stored here before it exists as an order, so it is never planned twice. */
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

/** A market of the basket as it was when the order was accepted, and what the first plan fixed for it. */
export interface BasketPart {
  readonly svcId: number
  /** EQUAL: its share in contracts; null before the first plan, and under BEST_PRICE. */
  readonly share: Qty | null
  /** Of a sale: how many YES contracts were held when the member could first be traded; null before that, and for a purchase. */
  readonly held: Qty | null
  /** No later round goes beyond this price; null before the member was first planned. */
  readonly worstPrice: Price | null
  /** Of an exit: how many contracts of it this order may sell; null for any other order. */
  readonly most: Qty | null
  /** What counts as filled over all its legs. */
  readonly filled: Qty
  /** How much of that was closed by other trades than those of the order's exits: by hand, or by other orders. */
  readonly closed: Qty
  /** Some of `filled` may still be reversed, and cannot be sold yet (EXCHANGE_B). */
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
    | 'heldBack'
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
  /** By `svcId`. */
  readonly parts: readonly BasketPart[]
  readonly rounds: readonly BasketRound[]
  readonly skipped: readonly SkippedMember[]
  /** What counts as filled over all legs. The exchanges' counts may run ahead of the stored fills. */
  readonly filledQty: Qty
  /** What the exchanges have told of the cost of fills that are not stored yet. */
  readonly awaited: TradeSums
  /** Every fill that the exchanges count is stored, and no leg is watched for. */
  readonly complete: boolean
}

/** How often an order on a custom asset is planned at most. */
export const MOST_ROUNDS = 3

/** How long a message may take before the sweeper steps in: short, because the order has to act now. */
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
  Partial<Pick<BasketOrder, 'label'> & PriceBounds> & { readonly members: readonly number[] }

/** A new order on a custom asset, stored as PENDING_SUBMISSION and due at once. */
export const newBasketOrder = ({ members, ...request }: BasketRequest, now: Millis): BasketOrder => ({
  label: null,
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

/** Of an exit: how much of what it was to sell the account no longer held when it was planned. 0 before that. */
export const notHeldOf = ({ origin, qty, parts }: Pick<BasketOrder, 'origin' | 'qty' | 'parts'>): Qty => {
  if (origin.kind !== 'exit' || parts.some(({ held, most }) => held === null && most !== 0)) return NONE
  return remaining(
    qty,
    sumOf(parts, ({ held }) => held ?? NONE),
  )
}

const NONE = qty(0)

/** Every order that was planned for it, oldest round first. */
export const legsOf = ({ rounds }: Pick<BasketOrder, 'rounds'>): readonly BasketLeg[] =>
  rounds.flatMap(({ legs }) => legs)
