/** Stores the limits of a subaccount, together with the event of a halt or its end. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { RiskLimits } from '#domain/risk/limits.ts'
import { haltEvents } from '#domain/webhooks/halt-events.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type EnqueueDeps, enqueueEvents } from '../work/enqueue.ts'

export interface ChangeLimitsDeps extends EnqueueDeps {
  readonly subaccounts: Pick<SubaccountStore, 'get' | 'save'>
}

/** The subaccount, and the key that changes it; null for a dead man's switch. */
export interface LimitsPlace {
  readonly userId: string
  readonly subaccountId: string
  readonly apiKeyId: string | null
}

/** Returns the subaccount as changed; null if the user has none of that id. The same object of `change` is not written. */
export const changeLimits = (
  deps: ChangeLimitsDeps,
  { userId, subaccountId, apiKeyId }: LimitsPlace,
  change: (limits: RiskLimits) => RiskLimits,
): Promise<Subaccount | null> =>
  retryOnConflict(`subaccount ${subaccountId}`, async () => {
    const before = await deps.subaccounts.get(userId, subaccountId)
    if (before === null) return null
    const limits = change(before.limits)
    if (limits === before.limits) return before
    const after = { ...before, limits }
    const events = haltEvents(before, after, apiKeyId)
    if (!(await deps.subaccounts.save(after, events))) return AGAIN
    const [first] = events
    if (first !== undefined) await enqueueEvents(deps, first)
    return after
  })
