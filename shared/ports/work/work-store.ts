/** Work with a due date, of every kind. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'

/** A piece of work that is overdue. */
export type DueWork =
  | { readonly kind: 'order'; readonly orderId: string; readonly dueAt: Millis }
  | { readonly kind: 'complex_order'; readonly complexOrderId: string; readonly dueAt: Millis }
  | { readonly kind: 'trading_day'; readonly subaccountId: string; readonly dueAt: Millis }
  | { readonly kind: 'dead_mans_switch'; readonly subaccountId: string; readonly dueAt: Millis }
  | { readonly kind: 'flattening'; readonly subaccountId: string; readonly dueAt: Millis }
  /** The deletion of the subaccount has died. */
  | { readonly kind: 'deletion'; readonly subaccountId: string; readonly dueAt: Millis }
  | { readonly kind: 'event'; readonly objectId: string; readonly version: number; readonly dueAt: Millis }
  | {
      readonly kind: 'delivery'
      readonly webhookId: string
      readonly objectId: string
      readonly sequence: number
      readonly dueAt: Millis
    }
  /** No client has followed the changes of the user for long, or changes that the recording missed at first are to be marked. */
  | { readonly kind: 'following'; readonly userId: string; readonly dueAt: Millis }
  /** Keys of the user were revoked: their streams are to be ended. */
  | { readonly kind: 'revocation'; readonly userId: string; readonly dueAt: Millis }
  /** A connection whose key had not come in time, as versions before 1.0.0 stored it. */
  | { readonly kind: 'connection'; readonly streamId: string; readonly dueAt: Millis }
  | { readonly kind: 'account'; readonly subaccountId: string; readonly exchange: ExchangeName; readonly dueAt: Millis }
  /** A row of the work index that this version cannot read: written by another version, or damaged. */
  | { readonly kind: 'unknown'; readonly pk: string; readonly sk: string; readonly dueAt: Millis }

/** Moves the due date of a piece of work. False if it is due at another time, or its row has changed since it was read. */
export type Postponement = (until: Millis) => Promise<boolean>

export interface WorkStore {
  /**
   * Returns the work that is due at or before `until`, the most urgent first. Of each partition at most `share` of the oldest and as many
   * of the newest, by turns, so that no user's backlog hides the work of another. May lag by a moment.
   */
  take(until: Millis, share: number): Promise<readonly DueWork[]>
  /** Returns the due work that must act now, protect, expire or be cancelled: the first priority alone, which costs less to read. */
  takeUrgent(until: Millis, share: number): Promise<readonly DueWork[]>
  /** Moves the due date of a row without understanding the row; false when the row has changed meanwhile. */
  reschedule(work: DueWork, until: Millis): Promise<boolean>
  /** Removes the row of a piece of work that is done; false when the row has changed meanwhile. */
  finish(work: DueWork): Promise<boolean>
  /** Reads the rows of many in a few requests (strongly consistent), and returns how the due date of each is moved. Rows that are gone are missing. */
  readMany(work: readonly DueWork[]): Promise<ReadonlyMap<DueWork, Postponement>>
}
