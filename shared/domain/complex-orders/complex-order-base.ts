/** The fields of every complex order. */

import type { Millis } from '../kernel/time.ts'
import type { SubscriberState } from '../orders/subscriber-state.ts'
import type { ComplexOrderStatus } from './status.ts'
import type { Target } from './target.ts'

export interface ComplexOrderBase {
  readonly complexOrderId: string
  readonly userId: string
  readonly subaccountId: string
  readonly target: Target
  /** The tag of all orders that it places; null without one. */
  readonly tag: string | null
  readonly createdAt: Millis

  readonly status: ComplexOrderStatus
  readonly updatedAt: Millis
  readonly cancelReason: string | null

  /** The state that webhook subscribers know; null if the user has no webhook. */
  readonly subscriberState: SubscriberState<ComplexOrderStatus> | null

  /** Time at which the sweeper advances it; null if no work is due. */
  readonly dueAt: Millis | null
  readonly version: number
}
