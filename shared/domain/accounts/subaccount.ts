/** A trading subaccount: belongs to one user, holds its own exchange credentials, orders and positions. */

import type { Millis } from '../kernel/time.ts'
import { NO_LIMITS, type RiskLimits } from '../risk/limits.ts'

export interface Subaccount {
  readonly subaccountId: string
  readonly userId: string
  readonly name: string
  readonly description: string | null
  /** An inactive subaccount accepts no new order; cancels still work. */
  readonly isActive: boolean
  readonly insertedAt: Millis
  /** Orders created at or before this instant are cancelled before they are sent (cancel-all's watermark). */
  readonly cancelBefore: Millis | null
  /** Why, as their `cancel_reason`; null if an earlier version cancelled them, which kept no reason. */
  readonly cancelReason: string | null
  /** The watermark for orders of fired exits, if a later cancel spared them; null: the same as `cancelBefore`. */
  readonly cancelExitsBefore: Millis | null
  /** The same for complex orders: those created up to it never fire. */
  readonly cancelComplexBefore: Millis | null
  readonly cancelComplexReason: string | null
  readonly limits: RiskLimits
  /** Its user has webhooks or follows the changes: changes are published. */
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
 * Time of acceptance for the subaccount as it was read: after every earlier cancel of all, even if the clock of another
 * machine is ahead.
 */
export const acceptedAt = (
  { cancelBefore, cancelComplexBefore }: Pick<Subaccount, 'cancelBefore' | 'cancelComplexBefore'>,
  now: Millis,
): Millis => Math.max(now, (cancelBefore ?? 0) + 1, (cancelComplexBefore ?? 0) + 1)
