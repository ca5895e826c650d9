/** Creates, lists and revokes the API keys of a user. */

import { type ApiKey, allows, type Scope } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { ApiKeyStore } from '#ports/api-key-store.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'

export interface KeepApiKeysDeps {
  readonly apiKeys: ApiKeyStore
  readonly clock: Clock
  readonly ids: Ids
}

/** `secret` is the whole key as the caller will send it: shown once; null when the request is a repeat of one that ran before. */
export interface CreatedApiKey {
  readonly key: ApiKey
  readonly secret: string | null
}

/** `held` is the scope of the calling key. A key cannot create one that may do more than itself: 403. */
export const createApiKey = async (
  deps: KeepApiKeysDeps,
  input: Pick<ApiKey, 'keyId' | 'userId' | 'name' | 'scope'>,
  held: Scope,
): Promise<CreatedApiKey | Problem> => {
  if (!allows(held, input.scope)) {
    return problem(403, 'scope_missing', `A key with scope ${held} cannot create one with scope ${input.scope}.`)
  }
  const secret = newSecret(input.keyId, deps.ids.random)
  const key = { ...input, secretHash: secret.hash, insertedAt: deps.clock(), revokedAt: null }
  if (await deps.apiKeys.create(key)) return { key, secret: secret.text }
  const stored = await deps.apiKeys.get(input.keyId)
  return { key: stored ?? key, secret: null }
}

/** The keys that still work; revoked ones are left out. */
export const listApiKeys = async (deps: KeepApiKeysDeps, userId: string): Promise<readonly ApiKey[]> =>
  (await deps.apiKeys.list(userId)).filter((key) => key.revokedAt === null)

/** Null when revoked. A key of another user, and one revoked before, is not found: 404. */
export const revokeApiKey = async (deps: KeepApiKeysDeps, userId: string, keyId: string): Promise<null | Problem> => {
  const key = await deps.apiKeys.get(keyId)
  if (key === null || key.userId !== userId || key.revokedAt !== null) return notFound('API key')
  await deps.apiKeys.revoke(keyId, deps.clock())
  return null
}
