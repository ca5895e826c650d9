/** What is sent for an order, and what became of it. */

import type { Money, Price, Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Market } from '../../markets/market.ts'
import type { ReportedTrades } from '../fills/reported-trades.ts'
import type { Sightings } from '../fills/sightings.ts'
import type { Instructions } from '../instructions.ts'
import type { Attempt, Order } from '../order.ts'
import type { Refusing } from '../refusals/refusing.ts'
import type { OrderRef, OrderReport } from './order-report.ts'

/** What to send for an order. It is decided and stored before anything is sent. */
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
      /** What other open orders offer of what it sells; absent where the exchange lets orders offer the same together. */
      readonly offeredBeside?: Qty
    }
  /** An IOC or FOK of which nothing can trade now: it ends without being sent. */
  | { readonly kind: 'unfillable' }
  /** Something that has to be read first cannot be read now, or is not there yet: try again. `refusing` as in `SubmitOutcome`. */
  | { readonly kind: 'later'; readonly reason: string; readonly refusing?: Refusing }
  /** The exchange's protocol cannot express the order (too many decimals, below the lot): a definite refusal of ours. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }

/** One part of an order. `opens`: it costs cash, because it does not close what is held. */
export interface OrderPart {
  readonly qty: Qty
  readonly opens: boolean
}

/** What an exchange would say of an order that cannot be taken: a stable code, and a sentence for a person. */
export interface ExpectedRefusal {
  readonly code: string
  readonly reason: string
}

/** What is known of market and account before an order is sent. Money in 1e-6 dollars; null where the exchange did not tell it. */
export interface OrderPreconditions {
  /** The limit price it would be sent with. */
  readonly limit: Price
  readonly market: Market
  /** What the part of it costs at the limit that opens or adds to a position; 0 where it only closes. */
  readonly stake: Money
  /** The stake and the fees of what it takes from the book. */
  readonly cashNeeded: Money
  /** It would trade at once. */
  readonly takes: boolean
  /** What is free for it where its market trades. */
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
    | 'sightings'
  >
}

/** What a call has learned of an order's parts, added to what was stored; absent where the exchange has no parts. */
interface Learned {
  readonly sightings?: Sightings
}

/**
 * The outcome of a send.
 * - `accepted`: the exchange has it; `order` is its answer.
 * - `rejected`: this send was definitely refused; `reason` is a sentence a person can act on.
 * - `killed`: an IOC or FOK the exchange took and ended at once without a trade.
 * - `duplicate`: an earlier send under this identity arrived.
 * - `later`: definitely not taken, and not the order's fault (paused, rate limit, connection refused): try again. `refusing` names
 *   what takes no orders at all now; it is absent where the cause is ours (our request rate, our clock).
 * - `unknown`: the order may exist or not (time-out, connection lost after the request left, 5xx): look it up.
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
}

/**
 * The outcome of a search for an order by its identity.
 * - `found`: every part of it, or (EXCHANGE_B) a part while another does not show, which is watched for during `watchMs`.
 * - `absent`: it does not exist. Proven by the exchange's own consistency rule when `watchMs` is 0; else only as likely as it
 *   gets, so that the order is watched for that long.
 * - `not_seen`: not in the answers, which proves nothing because reads lag writes. `retryAfterMs` is when another look can prove more.
 */
export type LookUpOutcome = Learned & LookedUp

type LookedUp =
  | { readonly kind: 'found'; readonly order: OrderReport; readonly watchMs?: number }
  | { readonly kind: 'absent'; readonly watchMs: number }
  | { readonly kind: 'not_seen'; readonly retryAfterMs?: number }

/**
 * The outcome of invalidating an identity, so that a send still under way can never become an order.
 * - `dead`: nothing arrived, and nothing can arrive any more (`watchMs` as with `absent`).
 * - `arrived`: an earlier send arrived first: look it up.
 * - `unknown`: try again, after `retryAfterMs` where that is known.
 */
export type InvalidateOutcome = Learned & Invalidated

type Invalidated =
  | { readonly kind: 'dead'; readonly watchMs: number }
  | { readonly kind: 'arrived' }
  | { readonly kind: 'unknown'; readonly error: string; readonly retryAfterMs?: number }

/**
 * The outcome of a cancel request.
 * - `cancelled`: the exchange took it off the book.
 * - `gone`: it is not on the book (filled, cancelled before, or unknown there); reads tell which.
 * - `later`, `unknown`: ask again. Cancelling twice is safe.
 */
export type CancelOutcome = Learned & Cancelled

type Cancelled =
  | {
      readonly kind: 'cancelled'
      /** What was taken off, in millionths of a contract; null when the exchange does not say. */
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

/** What names an order that is to be changed on its book. */
export type AmendTarget = Pick<Order, 'nativeId' | 'shard' | 'buyFlag'> & Pick<OrderRef, 'exchangeOrderId'>

/**
 * The outcome of an amend.
 * - `amended`: the order has the terms asked for; `order` is its state as the answer tells it, `traded` what this amend itself has traded;
 *   each null when the answer does not tell.
 * - `refused`: this amend was definitely not done, and the order is as it was; `reason` is a sentence a person can act on.
 * - `gone`: the order is not on the book; reads tell how it ended.
 * - `later`: definitely not done, and not for what was asked for (paused, rate limit): try again.
 * - `unknown`: done or not: the same amend is sent again.
 */
export type AmendOutcome =
  | { readonly kind: 'amended'; readonly order: OrderReport | null; readonly traded: ReportedTrades | null }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
  | { readonly kind: 'gone' }
  | Later
  | { readonly kind: 'unknown'; readonly error: string }

/** Why the exchange did not do what it was asked for; undefined where the outcome needs no reason. It never holds a secret. */
export const whyOf = (outcome: SubmitOutcome | CancelOutcome | AmendOutcome): string | undefined => {
  if ('error' in outcome) return outcome.error
  return 'reason' in outcome ? outcome.reason : undefined
}
