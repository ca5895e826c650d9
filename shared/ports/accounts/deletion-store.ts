/** Requests to delete a subaccount; see `domain/accounts/deletion.ts`. */

import type { Deletion } from '#domain/accounts/deletion.ts'

export interface DeletionStore {
  /** Returns the request (strongly consistent); null if none is under way. */
  get(subaccountId: string): Promise<Deletion | null>
  /** Creates (version 0) or replaces it, provided the stored version is the one given. */
  save(one: Deletion): Promise<boolean>
  /** Removes the request, provided the stored version is the one given. */
  remove(one: Deletion): Promise<boolean>
}
