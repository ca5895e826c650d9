/** An amend: a change of quantity, price or expiry of an order that its user has asked for, and how far it got. */

import type { Money, Price, Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'

/** Only the last amend of an order is kept. Asking for one more waits until it is DONE or REFUSED. */
export const AMEND_STATUSES = ['PENDING', 'DONE', 'REFUSED'] as const
export type AmendStatus = (typeof AMEND_STATUSES)[number]

/** What an amend can change. */
export interface OrderTerms {
  /** The total, what has filled included. */
  readonly qty: Qty
  readonly price: Price | null
  readonly expiresAt: Millis | null
}

export interface Amend {
  readonly amendId: string
  readonly status: AmendStatus
  /** Why it was refused, or is done in another way than asked for. */
  readonly reason: string | null
  readonly wanted: OrderTerms
  /**
   * Where the exchange has no amend: the terms of the order that was taken off the book, while the order that replaces it is on its
   * way. If that is refused, they are placed again. Null before and after.
   */
  readonly before: OrderTerms | null
  /** When it was last sent to the exchange: as the exchange's own amend, or as the cancel that begins the replacement. */
  readonly sentAt: Millis | null
  /** Whether the outcome of that send is unknown. */
  readonly open: boolean
  /** When the latest of the sends before it went out whose outcome was never known. */
  readonly unresolvedAt: Millis | null
  /** Until when a send of this or an earlier amend may still arrive: no other amend is sent before. */
  readonly quietAt: Millis | null
}

/** What the order had at the exchange before it was taken off its book and replaced, where the exchange has no amend. */
export interface ReplacedParts {
  readonly exchangeOrderIds: readonly string[]
  /** The number of the last attempt that was used up. */
  readonly attempts: number
  /** What was matched of all of them, in millionths of a contract; proven when they left the book. */
  readonly filledQty: Qty
  /** What that cost, in 1e-12 dollars, and its fees; null where the exchange had not told. */
  readonly cost: bigint | null
  readonly fees: Money | null
}
