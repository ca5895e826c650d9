/** When an API key was last used, and from where. Kept to the hour: a key in constant use costs one write an hour. */

import { HOUR, type Millis } from '../kernel/time.ts'

export interface KeyUse {
  readonly keyId: string
  readonly at: Millis
  /** Address of the request; empty if the gateway does not give it. */
  readonly from: string
}

/** True if a use is news after the one that is kept. */
export const isNewUse = (kept: Pick<KeyUse, 'at'> | null, use: Pick<KeyUse, 'at'>): boolean =>
  kept === null || use.at - kept.at >= HOUR
