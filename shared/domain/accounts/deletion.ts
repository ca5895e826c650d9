/** A request to delete a subaccount: it lasts until nothing of it can be left half done. */

import { MINUTE, type Millis } from '../kernel/time.ts'

export interface Deletion {
  readonly userId: string
  readonly subaccountId: string
  /** True if the subaccount is to be active again where it cannot be deleted. */
  readonly wasActive: boolean
  /** True if the key of the request may remove credentials and risk limits. */
  readonly mayWipe: boolean
  /** Time at which the sweeper continues it. */
  readonly dueAt: Millis
  /** 0 before it is stored. */
  readonly version: number
}

/** How long the request itself has before the sweeper takes over. */
const ENDPOINT_GRACE = MINUTE

/** A new one takes the place of one that has died: that one has left the subaccount inactive. */
export const newDeletion = (
  requested: Pick<Deletion, 'userId' | 'subaccountId' | 'wasActive' | 'mayWipe'>,
  found: Pick<Deletion, 'wasActive' | 'version'> | null,
  now: Millis,
): Deletion => ({
  ...requested,
  wasActive: requested.wasActive || found?.wasActive === true,
  dueAt: now + ENDPOINT_GRACE,
  version: found?.version ?? 0,
})

/** Something has changed at the same moment: it is tried again. */
export const postponedDeletion = (one: Deletion, now: Millis): Deletion => ({ ...one, dueAt: now + MINUTE })
