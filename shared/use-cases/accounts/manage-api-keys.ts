/** Creates, lists and revokes the API keys of a user. */

import { type ApiKey, allows, type Scope } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { gatheredUnder, type KeyRing, mayRevoke, withDescendants } from '#domain/accounts/key-ring.ts'
import { overQuota, type QuotaLimits } from '#domain/accounts/quotas.ts'
import { chunked } from '#domain/kernel/chunked.ts'
import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { type ApiKeyStore, MAX_REVOKED } from '#ports/accounts/api-key-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'

export interface KeepApiKeysDeps {
  readonly apiKeys: ApiKeyStore
  readonly clock: Clock
  readonly ids: Ids
}

export interface CreateApiKeyDeps extends KeepApiKeysDeps {
  readonly quotas: Pick<QuotaLimits, 'api_keys'>
}

/** `secret` is the whole key as the caller will send it: shown once; null when the request is a repeat of one that ran before. */
export interface CreatedApiKey {
  readonly key: ApiKey
  readonly secret: string | null
}

/** The key that a request came with. */
export interface CallingKey {
  readonly keyId: string
  readonly scope: Scope
}

const RING = 'the key ring'

/**
 * Creates a key. `by` is the calling key; null for the operator, for whom no quota counts. Refuses with 403 if the new
 * key may do more than the calling key, 401 if the calling key was revoked meanwhile, and 409 `too_many_keys` beyond
 * the quota.
 */
export const createApiKey = async (
  deps: CreateApiKeyDeps,
  input: Pick<ApiKey, 'keyId' | 'userId' | 'name' | 'scope'>,
  by: CallingKey | null,
): Promise<CreatedApiKey | Problem> => {
  if (by !== null && !allows(by.scope, input.scope)) {
    return problem(403, 'scope_missing', `A key with scope ${by.scope} cannot create one with scope ${input.scope}.`)
  }
  const secret = newSecret(input.keyId, deps.ids.random)
  const madeBy = by === null ? null : by.keyId
  const key: ApiKey = { ...input, secretHash: secret.hash, insertedAt: deps.clock(), revokedAt: null, madeBy }
  return retryOnConflict(RING, async () => {
    const ring = await ringWith(deps, input.userId, by?.keyId ?? null)
    const refusal = by === null ? null : refusalOf(ring, by, deps.quotas.api_keys)
    if (refusal !== null) return refusal
    const done = await deps.apiKeys.create(key, ring)
    if (done === 'changed') return AGAIN
    if (done === 'created') return { key, secret: secret.text }
    return { key: (await deps.apiKeys.get(input.keyId)) ?? key, secret: null }
  })
}

/** The ring with a key that works but is not on it: one that an earlier version of the service created beside the ring. */
const ringWith = async (deps: KeepApiKeysDeps, userId: string, keyId: string | null): Promise<KeyRing> => {
  const ring = await deps.apiKeys.ring(userId)
  return keyId === null ? ring : withKey(deps, ring, keyId, ({ revokedAt }) => revokedAt === null)
}

/** The same for a key that is to be revoked, also with one whose revocation has left others that exist because of it. */
const ringToRevoke = async (deps: KeepApiKeysDeps, userId: string, keyId: string): Promise<KeyRing> => {
  const ring = await deps.apiKeys.ring(userId)
  const isMaker = ring.keys.some(({ madeBy }) => madeBy === keyId)
  return withKey(deps, ring, keyId, ({ revokedAt }) => revokedAt === null || isMaker)
}

const withKey = async (
  { apiKeys }: KeepApiKeysDeps,
  ring: KeyRing,
  keyId: string,
  belongs: (key: ApiKey) => boolean,
): Promise<KeyRing> => {
  if (ring.keys.some((key) => key.keyId === keyId)) return ring
  const key = await apiKeys.get(keyId)
  if (key === null || key.userId !== ring.userId || !belongs(key)) return ring
  return { ...ring, keys: [...ring.keys, { keyId, madeBy: key.madeBy }] }
}

const refusalOf = (ring: KeyRing, by: CallingKey, most: number): Problem | null => {
  if (!ring.keys.some(({ keyId }) => keyId === by.keyId)) return problem(401, 'unauthenticated', REVOKED)
  return ring.keys.length < most ? null : overQuota('api_keys', most)
}

const REVOKED = 'This API key has been revoked.'

/** The keys that still work, oldest first. */
export const listApiKeys = async (deps: KeepApiKeysDeps, userId: string): Promise<readonly ApiKey[]> =>
  (await deps.apiKeys.onRing(await deps.apiKeys.ring(userId))).filter((key) => key.revokedAt === null)

/**
 * Revokes a key and all its descendants. Returns null when done. 404 for a key of another user or a revoked one; 403
 * for a key that the calling key may not revoke. Many keys are revoked in parts: the repeat of a request that died
 * continues.
 */
export const revokeApiKey = async (
  deps: KeepApiKeysDeps,
  userId: string,
  keyId: string,
  by: Pick<CallingKey, 'keyId'> | null,
): Promise<null | Problem> =>
  retryOnConflict(RING, async () => {
    const ring = await ringToRevoke(deps, userId, keyId)
    const revoked = withDescendants(ring, keyId)
    if (revoked.length === 0) return notFound('API key')
    if (by !== null && !mayRevoke(ring, by.keyId, keyId)) return problem(403, 'not_its_maker', NOT_ITS_MAKER)
    return (await revokeAll(deps, gatheredUnder(ring, keyId), revoked)) ? null : AGAIN
  })

const NOT_ITS_MAKER = 'A key that another key created can revoke itself and the keys that it created, no others.'

/** Ends all keys of a user at once, for the operator. Answers how many. */
export const revokeUser = async (deps: KeepApiKeysDeps, userId: string): Promise<number> =>
  retryOnConflict(RING, async () => {
    const ring = await deps.apiKeys.ring(userId)
    const all = ring.keys.map(({ keyId }) => keyId)
    return (await revokeAll(deps, ring, all)) ? all.length : AGAIN
  })

/**
 * Returns false if the ring has changed before all were revoked. Creators are revoked first, so that a cut-off run
 * leaves none that can create keys.
 */
const revokeAll = async (deps: KeepApiKeysDeps, ring: KeyRing, keyIds: readonly string[]): Promise<boolean> => {
  let current: KeyRing | null = ring
  for (const some of chunked(keyIds, MAX_REVOKED)) {
    current = await deps.apiKeys.revoke(some, current, deps.clock())
    if (current === null) return false
  }
  return true
}
