/** Requests to leave everything that a subaccount has; see `domain/risk/flattening.ts`. */

import type { Flattening } from '#domain/risk/flattening.ts'

export interface FlatteningStore {
  /** Strongly consistent; null where none is under way. */
  get(subaccountId: string): Promise<Flattening | null>
  /** Creates (version 0) or replaces it, provided the stored version is the one given. */
  save(one: Flattening): Promise<boolean>
  /** Provided the stored version is the one given. */
  remove(one: Flattening): Promise<boolean>
}
