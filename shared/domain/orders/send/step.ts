/** The next step of an order on its way to its exchange. */

import type { Subaccount } from '../../accounts/subaccount.ts'
import type { AccountSync } from '../../accounts/sync/account-sync.ts'
import type { Price } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { NextAttempt, Order } from '../order.ts'
import type { ReadableFact } from './facts.ts'

/** Reads a fact that is missing or too old. */
export interface ReadStep {
  readonly kind: 'read'
  readonly fact: ReadableFact
}

/** Requests a poll of the account: for missing trades with its sync state, or else (null) for what the account holds. */
export interface RequestPollStep {
  readonly kind: 'requestPoll'
  readonly behind: AccountSync | null
}

/** Merges an outcome into the order, whatever has changed it meanwhile. */
export interface RecordStep {
  readonly kind: 'record'
  readonly change: (current: Order, now: Millis) => Order
}

export type Step =
  | ReadStep
  | RequestPollStep
  | RecordStep
  /** Waits for the order's turn within its account, or requeues its message. */
  | { readonly kind: 'awaitTurn' }
  /** Ensures that the account is polled, before anything is sent for it. */
  | { readonly kind: 'activate' }
  /** Checks the risk limits. `isLast`: right before the send. */
  | {
      readonly kind: 'checkRisk'
      readonly order: Order
      readonly price: Price | null
      readonly subaccount: Subaccount | null
      readonly isLast: boolean
    }
  /** Builds the request. Sends nothing. */
  | { readonly kind: 'prepare'; readonly order: Order; readonly limit: Price; readonly number: number }
  /** Claims the order, sends it and stores the outcome. */
  | { readonly kind: 'send'; readonly order: Order; readonly attempt: NextAttempt }
  /** Claims an order of unknown outcome. */
  | { readonly kind: 'lease' }
  | { readonly kind: 'lookUp' }
  /** Makes the identity of the order unusable, so that a send still under way can never become an order. */
  | { readonly kind: 'invalidate'; readonly order: Order }
  /** Claims the order, sends its amend and stores the outcome. */
  | { readonly kind: 'amend' }
  /** Stores an order whose new expiry has passed, and requests its cancel. */
  | { readonly kind: 'expire'; readonly order: Order }
  /** Stores the order if it is unchanged since it was read. */
  | { readonly kind: 'store'; readonly order: Order }
  /** Stores the order for a later try. */
  | { readonly kind: 'requeue'; readonly order: Order; readonly reason: string }
  /** Leaves the order as it is. */
  | { readonly kind: 'done' }

/** The order in the quantity that is sent, or the step that comes first. */
export type Sized = { readonly kind: 'sized'; readonly order: Order } | Step

/** Steps that end a run of decisions without a call to the exchange. */
export type LastStep = Extract<Step, { readonly kind: 'record' | 'expire' | 'store' | 'requeue' | 'done' }>

/** Reads a fact. */
export const read = (fact: ReadableFact): ReadStep => ({ kind: 'read', fact })

/** Stores the order as it is. */
export const store = (order: Order): Step => ({ kind: 'store', order })

/** Stores the order, which is due again later for that reason. */
export const requeue = (order: Order, reason: string): Step => ({ kind: 'requeue', order, reason })

export const DONE: LastStep = { kind: 'done' }
