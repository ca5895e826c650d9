/** Publishes stored changes to dependents of orders and to webhooks. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'

/** The objects that one write has stored. */
export interface StoredChanges {
  /** All that was written, each with the version it now has. */
  readonly stored: ReadonlyArray<PlacedOrder | ComplexOrder>
  /** As they were committed with the change. */
  readonly events: readonly WebhookEvent[]
  /** Orders whose dependents may have to be notified. */
  readonly changedOrders: readonly PlacedOrder[]
}

/** Called by a store after each write that succeeded. Never throws: the sweeper finds lost messages by their due date. */
export type Publish = (stored: StoredChanges) => Promise<void>
