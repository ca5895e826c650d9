/** An order: what the user asked for, what we did about it, and what the exchange said. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { largest, type Money, minus, money, type Price, type Qty, qty } from '../kernel/numbers.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import type { MarketLabel } from '../markets/market-label.ts'
import type { Amend, ReplacedParts } from './amend/amend.ts'
import type { ChildObservations } from './fills/child-observations.ts'
import type { ReportedTrades } from './fills/reported-trades.ts'
import { type Instructions, NO_INSTRUCTIONS } from './instructions.ts'
import { mayRest } from './may-rest.ts'
import { BY_USER, isExitOrder, isLeg, type Origin } from './origin.ts'
import { NO_BOUNDS, type PriceBounds } from './price/price-bounds.ts'
import type { OrderStatus } from './status.ts'
import type { SendStep } from './steps/send-step.ts'
import type { SubscriberState } from './subscriber-state.ts'

export const ORDER_TYPES = ['LIMIT', 'MARKET'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export const TIMES_IN_FORCE = ['FOK', 'GTC', 'GTD', 'IOC'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

/**
 * Progress of the order on its way to the exchange:
 * - `none`: not sent, or the exchange definitely did not accept it.
 * - `in_flight`: a consumer is sending, or died while sending.
 * - `unknown`: sent, with an unknown outcome.
 * - `acked`: the exchange has accepted or refused it.
 */
export type SendState = 'none' | 'in_flight' | 'unknown' | 'acked'

/** One identity at the exchange, stored before the first byte is sent; every re-send carries the same one. */
export interface Attempt {
  readonly number: number
  /** Name of the order at the exchange before it has an exchange id (Kalshi `client_order_id`). */
  readonly identity: string
  /** Data from which the adapter rebuilds the exact request, in its own format. */
  readonly payload: string
  /** The exchange's own order ids where they are known before anything is sent (EXCHANGE_B: hashes, one per part); else none. */
  readonly exchangeOrderIds: readonly string[]
  /** Sends with an unknown outcome, the current one included. With more than one, a refusal alone proves nothing. */
  readonly sends: number
  readonly firstSentAt: Millis
  readonly lastSentAt: Millis
  /** The exchange answered "already exists": an earlier send arrived. The order is looked up until it is found. */
  readonly arrived: boolean
  /** Refusal of a repeated send while an earlier send was unresolved. Final once the order is proven absent. */
  readonly refusal: { readonly code: string; readonly reason: string } | null
  /** Observations of its parts, if the exchange has an id for each. */
  readonly childObservations: ChildObservations
  /** The step of an order that is sent in steps; null for an order that is sent as a whole, and in older rows. */
  readonly step: SendStep | null
}

/** An attempt that is about to be sent; as a whole where it names no step. */
export type NextAttempt = Pick<Attempt, 'number' | 'identity' | 'payload' | 'exchangeOrderIds'> &
  Partial<Pick<Attempt, 'step'>>

export interface Order extends PriceBounds, Instructions {
  readonly orderId: string
  readonly userId: string
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly svcId: number
  /** The custom asset of a leg's basket order. */
  readonly customAssetId: string | null
  readonly origin: Origin
  /** How often its exit has failed before. Each time the order may trade further from the market. */
  readonly widened: number
  /** How much of what the exit was to sell the account no longer held when it went out. */
  readonly notHeld: Qty
  /** Quantity of the entry that trades outside its exits have closed. */
  readonly closedQty: Qty
  /** True if exits of it still work, so that they have to follow the position. */
  readonly guarded: boolean
  /** The exchange's own name of the instrument, frozen at acceptance. */
  readonly nativeId: string
  readonly shard: number
  /** Name of the market at acceptance; null for orders of earlier versions. */
  readonly label: MarketLabel | null

  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** The total as it stands: an amend changes it. */
  readonly qty: Qty
  /** The total that was asked for first; null until an amend has changed it. */
  readonly originalQty: Qty | null
  readonly buyFlag: boolean
  readonly price: Price | null
  readonly expiresAt: Millis | null
  /** The last change that was asked for; null without one. */
  readonly amend: Amend | null
  /** Orders that it has replaced at an exchange without an amend; null if there are none. */
  readonly replaced: ReplacedParts | null
  readonly clientOrderId: string | null
  /** The user's own label of a strategy, shared by orders; null without one. Never changes. */
  readonly tag: string | null
  readonly createdAt: Millis

  readonly status: OrderStatus
  readonly updatedAt: Millis
  readonly sendState: SendState
  readonly attempt: Attempt | null
  /** The consumer that is sending now. Others leave the order alone until `until`. */
  readonly lease: { readonly token: string; readonly until: Millis } | null
  /** After this instant an unsent order is no longer wanted (MARKET, IOC, FOK). */
  readonly sendBy: Millis | null
  readonly cancelRequestedAt: Millis | null
  readonly cancelReason: string | null
  readonly rejectCode: string | null
  readonly rejectReason: string | null
  readonly lastError: string | null
  /** How often in a row the work on it was put off; drives the back-off. */
  readonly retries: number
  /** When the exchange first refused it in words that may pass; null before that, and once the exchange has it. */
  readonly refusedSince: Millis | null

  readonly exchangeOrderId: string | null
  /** State at the exchange: on the book, or ended. An ended order is never on the book again. */
  readonly exchangeState: 'live' | 'ended' | null
  /** Filled quantity as the exchange reports it, which may be ahead of the stored fills. */
  readonly exchangeFilledQty: Qty
  /** Reported cost and fees; null without any, and once the stored fills cover them. */
  readonly reported: ReportedTrades | null

  /** Computed from the stored fills. */
  readonly tradedQty: Qty
  /** Quantity that was matched and did not settle (EXCHANGE_B). The exchange may still count it; we do not. */
  readonly reversedQty: Qty
  /** Fills that may still be reversed: how many, and the exchange's time of the oldest; null when there are none. */
  readonly provisional: { readonly count: number; readonly since: Millis } | null
  /** Σ price × qty over the stored fills, in exact 1e-12 dollars. */
  readonly tradedCost: bigint
  readonly feesPaid: Money
  readonly fillCount: number

  /** Until when a send that was given up is still watched for: nothing can prove that it never arrives (EXCHANGE_B). */
  readonly watchUntil: Millis | null

  /** Conditional orders attached to it, in the order they were asked for. */
  readonly complexOrderIds: readonly string[]
  /** Stored and not to be sent yet: an exit that waits for linked exits to leave the book. */
  readonly suspended: boolean
  /** The state that dependents know; see `dependents.ts`. */
  readonly notifiedState: string
  /** When dependents have to be notified at the latest; null while they know everything. */
  readonly notifyDueAt: Millis | null

  /** State that webhook subscribers know; null if the user has no webhook. */
  readonly subscriberState: SubscriberState<OrderStatus> | null

  /** Time at which the sweeper continues overdue work; null if none is due. */
  readonly dueAt: Millis | null
  readonly version: number
}

/** How long an order that must act now may stay unsent. */
export const SEND_WITHIN = 30 * SECOND

/** Longer than any request lives on its way to an exchange, in ms. */
export const ARRIVES_WITHIN: Millis = 60 * SECOND

/** How long the first message through the queue may take before the sweeper steps in. */
export const ENQUEUE_GRACE = 30 * SECOND

/** The same for an order that must act now: a lost message has to leave it time to. */
const ACT_GRACE = 10 * SECOND

/** The fields that a new order is made from. */
export type OrderRequest = Pick<
  Order,
  | 'orderId'
  | 'userId'
  | 'subaccountId'
  | 'exchange'
  | 'svcId'
  | 'nativeId'
  | 'shard'
  | 'orderType'
  | 'timeInForce'
  | 'qty'
  | 'buyFlag'
  | 'price'
  | 'expiresAt'
  | 'clientOrderId'
> &
  Partial<Pick<Order, 'label' | 'tag' | 'subscriberState'> & PriceBounds & Instructions>

/** A new order, stored as PENDING_SUBMISSION and due at once. */
export const newOrder = (request: OrderRequest, now: Millis): Order => {
  const timeInForce = effectiveTimeInForce(request.orderType, request.timeInForce)
  const actsNow = !mayRest({ timeInForce })
  return {
    subscriberState: null,
    label: null,
    tag: null,
    ...NO_BOUNDS,
    ...NO_INSTRUCTIONS,
    ...request,
    timeInForce,
    expiresAt: timeInForce === 'GTD' ? request.expiresAt : null,
    originalQty: null,
    amend: null,
    replaced: null,
    customAssetId: null,
    ...nothingDone(),
    notHeld: qty(0),
    closedQty: qty(0),
    createdAt: now,
    updatedAt: now,
    sendState: 'none',
    attempt: null,
    refusedSince: null,
    lease: null,
    sendBy: actsNow ? now + SEND_WITHIN : null,
    rejectCode: null,
    rejectReason: null,
    exchangeOrderId: null,
    exchangeState: null,
    exchangeFilledQty: qty(0),
    reported: null,
    provisional: null,
    watchUntil: null,
    dueAt: now + (actsNow ? ACT_GRACE : ENQUEUE_GRACE),
  }
}

/** The initial state of an order on a market or on a custom asset. */
export const nothingDone = () =>
  ({
    origin: BY_USER,
    widened: 0,
    guarded: false,
    status: 'PENDING_SUBMISSION',
    cancelRequestedAt: null,
    cancelReason: null,
    lastError: null,
    retries: 0,
    tradedQty: qty(0),
    reversedQty: qty(0),
    tradedCost: 0n,
    feesPaid: money(0),
    fillCount: 0,
    complexOrderIds: [],
    suspended: false,
    notifiedState: '',
    notifyDueAt: null,
    version: 0,
  }) satisfies Partial<Order>

/** The time in force that is stored: a MARKET order acts at once or not at all, so all but FOK reads back as IOC. */
const effectiveTimeInForce = (orderType: OrderType, requested: TimeInForce): TimeInForce =>
  orderType === 'MARKET' && requested !== 'FOK' ? 'IOC' : requested

/** The filled quantity: the exchange's count or our fills, whichever is more, less the reversed fills. */
export const filledOf = (order: Pick<Order, 'exchangeFilledQty' | 'reversedQty' | 'tradedQty'>): Qty =>
  largest(minus(order.exchangeFilledQty, order.reversedQty), order.tradedQty)

/**
 * True if an order may only make a position smaller: it is reduce-only, an exit, or a leg that sells shares of a custom
 * asset.
 */
export const closesOnly = (order: Pick<Order, 'origin' | 'buyFlag' | 'reduceOnly'>): boolean =>
  order.reduceOnly || isExitOrder(order) || (isLeg(order) && !order.buyFlag)
