/** The event of a subaccount that is halted, or whose halt ends. */

import type { Subaccount } from '../accounts/subaccount.ts'
import { numbered, type WebhookEvent } from './event.ts'

/**
 * Returns the event of the change of `before` into `after`. Returns none without a new value of `halted`, or without webhooks.
 * `apiKeyId` is null for a dead man's switch.
 */
export const haltEvents = (before: Subaccount, after: Subaccount, apiKeyId: string | null): readonly WebhookEvent[] => {
  const { subaccountId, userId, name, limits } = after
  const { halted, updatedAt } = limits
  if (!after.hasWebhooks || halted === before.limits.halted || updatedAt === null) return []
  const event = {
    objectId: subaccountId,
    userId,
    at: updatedAt,
    type: halted ? ('subaccount.halted' as const) : ('subaccount.resumed' as const),
    previousStatus: before.limits.halted ? 'halted' : null,
    subject: { kind: 'subaccount' as const, halt: { subaccountId, name, halted, apiKeyId } },
  }
  return numbered([event], before.version + 1)
}
