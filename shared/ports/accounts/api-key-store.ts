/** Stores API keys. */

import type { ApiKey } from '#domain/accounts/api-key.ts'
import type { KeyRing } from '#domain/accounts/key-ring.ts'
import type { KeyUse } from '#domain/accounts/key-use.ts'
import type { Millis } from '#domain/kernel/time.ts'

export interface ApiKeyStore {
  /** Returns the key, also if it is revoked. Null if there is none with that id. */
  get(keyId: string): Promise<ApiKey | null>
  /** All keys of a user, revoked ones included. A key of the last second may be missing. */
  list(userId: string): Promise<readonly ApiKey[]>
  /** The keys of a user that work, as of now; empty for an unknown user. */
  ring(userId: string): Promise<KeyRing>
  /** The stored keys of a ring, in its order. */
  onRing(ring: KeyRing): Promise<readonly ApiKey[]>
  /** Stores a key and puts it on the ring. `exists`: that id was stored before. `changed`: the ring is not as it was read. */
  create(key: ApiKey, ring: KeyRing): Promise<'created' | 'exists' | 'changed'>
  /** Revokes keys and takes them off the ring, all or none, at most `MAX_REVOKED` at once. Null when the ring is not as it was read. */
  revoke(keyIds: readonly string[], ring: KeyRing, at: Millis): Promise<KeyRing | null>
}

/** Most keys revoked at once: a DynamoDB transaction changes at most 100 rows, and the user's key ring takes one. */
export const MAX_REVOKED = 50

export interface KeyUseStore {
  /** Stores a use, unless one within the hour is stored. */
  record(use: KeyUse): Promise<void>
  /** The last use of each of these keys that was ever used, by its id. */
  lastUses(keyIds: readonly string[]): Promise<ReadonlyMap<string, KeyUse>>
  /** Stores that the service is used, unless a use within a quarter of an hour is stored. */
  recordAnyUse(at: Millis): Promise<void>
}
