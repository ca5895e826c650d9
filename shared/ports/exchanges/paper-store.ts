/** Stores paper accounts with their orders and fills. */

import type { Money } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { PaperAccount, PaperAccountRef, PaperChange, PaperFill } from '#domain/paper/paper-account.ts'
import type { PaperOrder } from '#domain/paper/paper-order.ts'

export interface PaperStore {
  /** Null before the first order. The account then has the cash of its credentials. */
  account(ref: PaperAccountRef): Promise<PaperAccount | null>
  /** Null if the account has no such order. */
  order(ref: PaperAccountRef, paperId: string): Promise<PaperOrder | null>
  /** Existing orders, in the order of their names. */
  orders(ref: PaperAccountRef, paperIds: readonly string[]): Promise<readonly PaperOrder[]>
  /** Stores the account, its changed orders and its fills together. False if one of them has changed since it was read. */
  save(change: PaperChange<PaperOrder>): Promise<boolean>
  /** Fills at or after that time, oldest first. */
  fillsSince(ref: PaperAccountRef, since: Millis): Promise<readonly PaperFill[]>
  /** One page of fills before that time, newest first. `cursor` names the next page; null after the last. */
  fillsBefore(
    ref: PaperAccountRef,
    before: Millis,
    cursor: string | null,
  ): Promise<{ readonly fills: readonly PaperFill[]; readonly cursor: string | null }>
  /**
   * Begins the account again with that cash: no position, no order on the book, and no earlier fill in its lists. Orders that were on the
   * book end. The same `resetId` again changes nothing, so that a reset that died is repeated.
   */
  reset(ref: PaperAccountRef, reset: { readonly resetId: string; readonly cash: Money }, now: Millis): Promise<void>
}
