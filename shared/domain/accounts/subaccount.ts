/** A trading subaccount: belongs to one user, holds its own exchange credentials, orders and positions. */

import type { Millis } from '../kernel/time.ts'
import { NO_LIMITS, type RiskLimits } from '../risk/limits.ts'

export interface Subaccount {
  readonly subaccountId: string
  readonly userId: string
  readonly name: string
  readonly description: string | null
  /** An inactive subaccount accepts no new order; cancels go on working. */
  readonly isActive: boolean
  readonly insertedAt: Millis
  /** Orders created at or before this instant are cancelled before they are sent (cancel-all's watermark). */
  readonly cancelBefore: Millis | null
  /** Why, as their `cancel_reason`; null where an earlier version cancelled them, which kept no reason. */
  readonly cancelReason: string | null
  /** The watermark for orders of fired exits, if a later cancel spared them; null: the same as `cancelBefore`. */
  readonly cancelExitsBefore: Millis | null
  /** The same for complex orders: those created up to it never fire. */
  readonly cancelComplexBefore: Millis | null
  readonly cancelComplexReason: string | null
  readonly limits: RiskLimits
  /** Its user has webhooks, or follows the changes: what is new in it is told. */
  readonly hasWebhooks: boolean
  readonly version: number
}

/** One in which nothing has happened yet. */
export const newSubaccount = (
  about: Pick<Subaccount, 'subaccountId' | 'userId' | 'name' | 'description' | 'insertedAt' | 'hasWebhooks'>,
): Subaccount => ({
  ...about,
  isActive: true,
  cancelBefore: null,
  cancelReason: null,
  cancelExitsBefore: null,
  cancelComplexBefore: null,
  cancelComplexReason: null,
  limits: NO_LIMITS,
  version: 0,
})

/**
 * When something is accepted for the subaccount as it was read: after all that was cancelled of it before, also where another machine whose
 * clock is ahead did that.
 */
export const acceptedAt = (
  { cancelBefore, cancelComplexBefore }: Pick<Subaccount, 'cancelBefore' | 'cancelComplexBefore'>,
  now: Millis,
): Millis => Math.max(now, (cancelBefore ?? 0) + 1, (cancelComplexBefore ?? 0) + 1)
