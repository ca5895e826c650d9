/** Requests for an order, and their outcomes. */

import type { Money, Price, Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Market } from '../../markets/market.ts'
import type { ChildObservations } from '../fills/child-observations.ts'
import type { ReportedTrades } from '../fills/reported-trades.ts'
import type { Instructions } from '../instructions.ts'
import type { Attempt, Order } from '../order.ts'
import type { Refusing } from '../refusals/refusing.ts'
import type { OrderRef, OrderReport } from './order-report.ts'

/** A request for an order. The request is decided and stored before the send. */
export type Preparation =
  | {
      readonly kind: 'ready'
      /** Unique for each attempt of each order. */
      readonly identity: string
      /** All that the adapter needs beside the order to build the same request again. Only the adapter reads it. */
      readonly payload: string
      /** The exchange's own ids where they are known in advance; see `Attempt`. */
      readonly exchangeOrderIds: readonly string[]
      /** The parts it is sent in, one after another; absent where an order always goes as one. */
      readonly parts?: readonly OrderPart[]
      /** How long the market holds it back if it would trade at once, in ms; absent: not at all. No cancel is taken meanwhile. */
      readonly holdsBackMs?: Millis
      /** Offers of other open orders for the same shares; absent if the exchange lets orders offer the same shares together. */
      readonly offeredBeside?: Qty
    }
  /** An IOC or FOK of which nothing can trade now: it ends without being sent. */
  | { readonly kind: 'unfillable' }
  /** Something that has to be read first cannot be read now, or is not there yet: try again. `refusing` as in `SubmitOutcome`. */
  | { readonly kind: 'later'; readonly reason: string; readonly refusing?: Refusing }
  /** The exchange's protocol cannot express the order (too many decimals, below the lot): a definite refusal of ours. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }

/** One part of an order. `opens`: the part costs cash, because it does not close a position. */
export interface OrderPart {
  readonly qty: Qty
  readonly opens: boolean
}

/** The expected refusal of an order: a stable code, and a sentence for a person. */
export interface ExpectedRefusal {
  readonly code: string
  readonly reason: string
}

/** The market and the account before an order is sent. Money is in 1e-6 dollars; null if the exchange did not report it. */
export interface OrderPreconditions {
  /** The limit price it would be sent with. */
  readonly limit: Price
  readonly market: Market
  /** Cost at the limit of the part that opens or adds to a position; 0 if the order only closes. */
  readonly stake: Money
  /** The stake and the fees of what it takes from the book. */
  readonly cashNeeded: Money
  /** The order would trade at once. */
  readonly takes: boolean
  /** Free cash in the shard of its market. */
  readonly cashFree: Money | null
}

/** A prepared order on its way: the immutable order and the stored attempt. */
export type OutboundOrder = Pick<
  Order,
  | 'orderId'
  | 'nativeId'
  | 'shard'
  | 'buyFlag'
  | 'qty'
  | 'timeInForce'
  | 'expiresAt'
  | keyof Instructions
  | 'origin'
  | 'createdAt'
> & {
  readonly attempt: Pick<
    Attempt,
    | 'identity'
    | 'payload'
    | 'exchangeOrderIds'
    | 'sends'
    | 'firstSentAt'
    | 'lastSentAt'
    | 'arrived'
    | 'refusal'
    | 'childObservations'
  >
}

/** Parts of an order as a call saw them, added to the stored child observations; absent if the exchange has no parts. */
interface Learned {
  readonly childObservations?: ChildObservations
}

/**
 * The outcome of a send.
 *
 * - `accepted`: The exchange has the order. `order` is its answer.
 * - `rejected`: This send was definitely refused. `reason` is a sentence that a person can act on.
 * - `killed`: The exchange took an IOC or FOK and ended it at once without a trade.
 * - `duplicate`: An earlier send under this identity arrived.
 * - `later`: Definitely not taken, and not the order's fault (pause, rate limit, refused connection). The send is repeated.
 *   `refusing` names the part that takes no orders now. The field is absent if the cause is ours (our request rate, our clock).
 *   An outcome that `isUnproven` ends no order.
 * - `unknown`: The order may exist or not (time-out, connection lost after the request left, 5xx). The order is looked up.
 */
export type SubmitOutcome = Learned & Submitted

type Submitted =
  | { readonly kind: 'accepted'; readonly order: OrderReport }
  | { readonly kind: 'rejected'; readonly code: string; readonly reason: string }
  | { readonly kind: 'killed'; readonly reason: string }
  | { readonly kind: 'duplicate' }
  | Later
  | { readonly kind: 'unknown'; readonly error: string }

interface Later {
  readonly kind: 'later'
  readonly reason: string
  readonly retryAfterMs: number | null
  readonly refusing?: Refusing
  /** The exchange says so, and no read has confirmed it yet: another try decides before the order may end. */
  readonly isUnproven?: boolean
}

/**
 * The outcome of a search for an order by its identity.
 *
 * - `found`: The exchange shows every part. On EXCHANGE_B another part may be missing, and is watched for during `watchMs`.
 * - `absent`: The order does not exist. With `watchMs` 0 the exchange's own consistency rule proves that. Otherwise absence is
 *   only likely, and the order is watched for that long.
 * - `not_seen`: The answers do not contain the order. That proves no absence, because reads lag writes. A search after
 *   `retryAfterMs` can prove more.
 */
export type LookUpOutcome = Learned & LookedUp

type LookedUp =
  | { readonly kind: 'found'; readonly order: OrderReport; readonly watchMs?: number }
  | { readonly kind: 'absent'; readonly watchMs: number }
  | { readonly kind: 'not_seen'; readonly retryAfterMs?: number }

/**
 * The outcome of invalidating an identity, so that a send still under way can never become an order.
 *
 * - `dead`: No send arrived, and none can arrive any more (`watchMs` as with `absent`).
 * - `arrived`: An earlier send arrived first. The order is looked up.
 * - `unknown`: The call is repeated, after `retryAfterMs` if that is known.
 */
export type InvalidateOutcome = Learned & Invalidated

type Invalidated =
  | { readonly kind: 'dead'; readonly watchMs: number }
  | { readonly kind: 'arrived' }
  | { readonly kind: 'unknown'; readonly error: string; readonly retryAfterMs?: number }

/**
 * The outcome of a cancel request.
 *
 * - `cancelled`: The exchange took the order off the book.
 * - `gone`: The order is not on the book (filled, cancelled before, or unknown there). Reads show which.
 * - `later`, `unknown`: The request is repeated. Cancelling twice is safe.
 */
export type CancelOutcome = Learned & Cancelled

type Cancelled =
  | {
      readonly kind: 'cancelled'
      /** Quantity taken off, in millionths of a contract; null if the exchange does not report it. */
      readonly removedQty: Qty | null
    }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'later'
      readonly reason: string
      /** The exchange takes no cancels now, whatever they are for. */
      readonly refusing?: Extract<Refusing, 'exchange_refuses' | 'exchange_paused'>
      readonly retryAfterMs?: number | null
    }
  | { readonly kind: 'unknown'; readonly error: string }

/** The name of an order that is to be changed on its book. */
export type AmendTarget = Pick<Order, 'nativeId' | 'shard' | 'buyFlag'> & Pick<OrderRef, 'exchangeOrderId'>

/**
 * The outcome of an amend.
 *
 * - `amended`: The order has the requested terms. `order` is its state by the answer, and `traded` the trades of the amend itself.
 *   Each is null if the answer does not contain it.
 * - `refused`: This amend was definitely not done, and the order is as before. `reason` is a sentence that a person can act on.
 * - `gone`: The order is not on the book. Reads show how it ended.
 * - `later`: Definitely not done, for a cause beside the terms (pause, rate limit). The amend is sent again.
 * - `unknown`: The amend may be done or not. The same amend is sent again.
 */
export type AmendOutcome =
  | { readonly kind: 'amended'; readonly order: OrderReport | null; readonly traded: ReportedTrades | null }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
  | { readonly kind: 'gone' }
  | Later
  | { readonly kind: 'unknown'; readonly error: string }

/** Returns why the exchange did not do as requested, or undefined if the outcome needs no reason. The text never holds a secret. */
export const whyOf = (outcome: SubmitOutcome | CancelOutcome | AmendOutcome): string | undefined => {
  if ('error' in outcome) return outcome.error
  return 'reason' in outcome ? outcome.reason : undefined
}
