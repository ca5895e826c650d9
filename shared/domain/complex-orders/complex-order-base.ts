/** What every complex order has. */

import type { Millis } from '../kernel/time.ts'
import type { SubscriberState } from '../orders/subscriber-state.ts'
import type { ComplexOrderStatus } from './status.ts'
import type { Target } from './target.ts'

export interface ComplexOrderBase {
  readonly complexOrderId: string
  readonly userId: string
  readonly subaccountId: string
  readonly target: Target
  readonly createdAt: Millis

  readonly status: ComplexOrderStatus
  readonly updatedAt: Millis
  readonly cancelReason: string | null

  /** What webhook subscribers know of it; null: the user has no webhook. */
  readonly subscriberState: SubscriberState<ComplexOrderStatus> | null

  /** When the sweeper takes it up if nothing else has; null when nothing is owed. */
  readonly dueAt: Millis | null
  readonly version: number
}
