/** An amend: a change of quantity, price or expiry of an order that its user has asked for, and how far it got. */

import type { Money, Price, Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'

/** Only the last amend of an order is kept. Asking for one more waits until it is DONE or REFUSED. */
export const AMEND_STATUSES = ['PENDING', 'DONE', 'REFUSED'] as const
export type AmendStatus = (typeof AMEND_STATUSES)[number]

/** The terms of an order that an amend can change. */
export interface OrderTerms {
  /** The total, including the filled quantity. */
  readonly qty: Qty
  readonly price: Price | null
  readonly expiresAt: Millis | null
}

export interface Amend {
  readonly amendId: string
  readonly status: AmendStatus
  /** Why it was refused, or is done in another way than asked for. */
  readonly reason: string | null
  readonly requested: OrderTerms
  /**
   * The terms of the order that was taken off the book, while the order that replaces it is on its way. Only for
   * exchanges without an amend. If the replacement is refused, these terms are placed again.
   */
  readonly before: OrderTerms | null
  /** When it was last sent to the exchange: as the exchange's own amend, or as the cancel that begins the replacement. */
  readonly sentAt: Millis | null
  /** True if the outcome of that send is unknown. */
  readonly open: boolean
  /** When the latest of the sends before it went out whose outcome was never known. */
  readonly unresolvedAt: Millis | null
  /** Until when a send of this or an earlier amend may still arrive: no other amend is sent before. */
  readonly quietAt: Millis | null
}

/** The facts about orders that this order has replaced, at an exchange without an amend. */
export interface ReplacedParts {
  readonly exchangeOrderIds: readonly string[]
  /** The number of the last attempt that was used up. */
  readonly attempts: number
  /** Matched quantity of all of them, in millionths of a contract; proven when they left the book. */
  readonly filledQty: Qty
  /** Cost of that quantity, in 1e-12 dollars, and its fees; null if the exchange had not reported them. */
  readonly cost: bigint | null
  readonly fees: Money | null
}
