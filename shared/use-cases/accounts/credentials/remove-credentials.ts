/** Removes the exchange credentials of a subaccount. */

import type { Problem } from '#domain/kernel/problem.ts'
import {
  CREDENTIALS_CHANGED,
  type CredentialsNeededDeps,
  MOST_TRIES,
  whyCredentialsNeeded,
} from './credentials-needed.ts'
import { type CredentialsPlace, getCredentials, type ReadCredentialsDeps } from './get-credentials.ts'
import { type PrepareRemovalDeps, prepareRemoval } from './prepare-removal.ts'

export interface RemoveCredentialsDeps extends ReadCredentialsDeps, PrepareRemovalDeps, CredentialsNeededDeps {}

/** Null when removed; 404 when there are none, 409 while live orders or complex orders need them. */
export const removeCredentials = async (
  deps: RemoveCredentialsDeps,
  where: CredentialsPlace,
): Promise<null | Problem> => {
  // A poll that comes in between is no reason to refuse.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const record = await getCredentials(deps, where)
    if ('problem' in record) return record
    const sync = await prepareRemoval(deps, where)
    const needed = await whyCredentialsNeeded(deps, where)
    if (needed !== null) return needed
    if (await deps.credentials.remove(record, sync)) return null
  }
  return CREDENTIALS_CHANGED
}
