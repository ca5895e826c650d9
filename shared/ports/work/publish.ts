/** Publishing of what was stored, to followers of orders and to webhooks. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'

/** What one write has stored, for those who are told of it. */
export interface StoredChanges {
  /** All that was written, each with the version it now has. */
  readonly stored: ReadonlyArray<PlacedOrder | ComplexOrder>
  /** As they were committed with the change. */
  readonly events: readonly WebhookEvent[]
  /** Orders whose followers may have to be notified. */
  readonly changedOrders: readonly PlacedOrder[]
}

/** Called by a store after each write that succeeded. Never throws: what is lost here, the sweeper finds by its date. */
export type Publish = (stored: StoredChanges) => Promise<void>
