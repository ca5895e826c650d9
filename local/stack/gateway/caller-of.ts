/** Finds whose key a request carries, so that a user has one share of the machine, however many keys. */

import { createHash } from 'node:crypto'
import { matches, parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { sentKey } from '#lambda/steps/authenticate.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'

/** Answers the user's id; `NOBODY` for all who have no key that is right. */
export type CallerOf = (headers: Readonly<Record<string, string>>) => Promise<string>

export const NOBODY = 'nobody'

/** Keys that are remembered; the oldest are forgotten first. */
const REMEMBERED = 1_000

export const callerOf = (keys: Pick<ApiKeyStore, 'get'>): CallerOf => {
  /** Users by the fingerprint of their key. */
  const known = new Map<string, string>()
  return async (headers) => {
    const sent = sentKey(headers)
    const parsed = parseApiKey(sent)
    if (parsed === null) return NOBODY
    const fingerprint = createHash('sha256').update(sent).digest('base64')
    const before = known.get(fingerprint)
    if (before !== undefined) return before
    const key = await keys.get(parsed.keyId).catch(() => null)
    if (key === null || !matches(parsed.secret, key.secretHash)) return NOBODY
    keepNewest(known, fingerprint, key.userId, REMEMBERED)
    return key.userId
  }
}
