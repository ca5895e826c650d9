/**
 * The exits of one parent order, and the steps of their plan. All exits share the bought quantity, so they reduce and block one another.
 * `plan-exits.ts` computes the plan.
 */

import type { Qty } from '../../kernel/numbers.ts'
import { type Millis, SECOND } from '../../kernel/time.ts'
import type { LotSize } from '../../markets/lot-size.ts'
import type { EntryView } from '../../orders/dependents/entry-view.ts'
import type { ExitOrder } from '../../orders/dependents/exit-order.ts'

/** The order that entered the position. */
export interface Entry extends EntryView, LotSize {
  /** True if an exit keeps its last quantity while nothing is left. A protect stop recognizes by this quantity that a position existed. */
  readonly showsLast: boolean
  /** The share of the rest in closed markets, in which no order can sell. `some` is possible on a custom asset only. */
  readonly closedMarkets: 'none' | 'some' | 'all'
}

export interface Exit {
  readonly exitId: string
  /** `rests`: its order waits at the exchange. `watches`: the price watch waits for its price. */
  readonly way: 'rests' | 'watches'
  /** True for an exit that stops a loss: it is never given up. False for an exit that takes a profit. */
  readonly stopsLoss: boolean
  /** True if its orders trade at once; false if they may rest. */
  readonly actsNow: boolean
  /** True if the first fill of the parent arms it; false if the end of the parent does. */
  readonly early: boolean
  readonly status: 'PENDING' | 'ACTIVE' | 'TRIGGERED' | 'CANCELLED'
  readonly requested: Qty
  readonly armedQty: Qty | null
  readonly firedAt: Millis | null
  /** True once it is reported as incomplete. */
  readonly givenUp: boolean
  /** True if no order is possible for any part of the rest (custom assets). */
  readonly hopeless: boolean
  /** True if it was cancelled because nothing was left to exit. A new exit replaces it when a rest appears later. */
  readonly replaceable: boolean
  /** Time of the last change. */
  readonly changedAt: Millis
  /** Oldest first. */
  readonly orders: readonly ExitOrder[]
}

export type ExitStep =
  /** The exit starts to wait for its price, or gets another quantity. */
  | { readonly kind: 'arm' | 'resize'; readonly exitId: string; readonly qty: Qty }
  /** Sends a new order. `again`: how many orders of the exit have failed before. */
  | { readonly kind: 'place'; readonly exitId: string; readonly qty: Qty; readonly again: number }
  /** Sends the held order with this quantity. */
  | { readonly kind: 'release'; readonly exitId: string; readonly orderId: string; readonly qty: Qty }
  /** Requests the cancel of an order on the book, and ends a held order. */
  | { readonly kind: 'withdraw'; readonly orderId: string; readonly reason: 'sibling' | ExitEnd }
  | { readonly kind: 'cancel'; readonly exitId: string; readonly reason: ExitEnd }
  | { readonly kind: 'give_up'; readonly exitId: string }
  /** Replaces an ended exit, because a late or reversed fill left a rest. */
  | { readonly kind: 'replace'; readonly exitId: string }

/** Reasons why an exit ends without a cancel request: nothing is left to exit. */
export const EXIT_ENDS = ['parent_not_filled', 'sibling', 'below_minimum', 'position_closed'] as const

/** The reason of exits that end with their market, whatever is left. */
export const MARKET_CLOSED = 'market_closed'

export type ExitEnd = (typeof EXIT_ENDS)[number] | typeof MARKET_CLOSED

export interface ExitPlan {
  readonly steps: readonly ExitStep[]
  /** Time of the next plan if nothing changes before. */
  readonly recheckAt: Millis | null
  /** Ids of fired exits that have waited too long for other orders to leave the book. */
  readonly overdue: readonly string[]
}

/** Time from the end of the last order until an exit counts as incomplete, in ms: another order may close the position meanwhile. */
export const UNTIL_INCOMPLETE = 15 * SECOND
