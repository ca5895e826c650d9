/** Lets a service wait with new orders until it knows what happened at the exchanges meanwhile. */

import type { Table } from '#adapters/store/engine/table.ts'
import type { AccountRef } from '#domain/accounts/account-ref.ts'

export interface OrderGuard {
  /** Reason that new orders wait; null once they are accepted. */
  readonly reason: () => string | null
  /** Runs while the interface answers, before any queue or schedule works. */
  readonly settle: (reached: GuardReach) => Promise<void>
}

export interface GuardReach {
  readonly table: Table
  /** Runs the poll of that number. False if the exchange does not answer. */
  readonly poll: (account: AccountRef, number: number) => Promise<boolean>
}

/** Endpoints that store orders to be sent. Cancels, halts and `flatten` are accepted at any time. */
export const GUARDED: ReadonlySet<string> = new Set([
  'place-order',
  'place-orders',
  'place-complex-order',
  'amend-order',
  'close-positions',
])
