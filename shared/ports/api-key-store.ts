/** What the use cases need stored of API keys. */

import type { ApiKey } from '#domain/accounts/api-key.ts'
import type { Millis } from '#domain/kernel/time.ts'

export interface ApiKeyStore {
  /** Null when there is none with that id; also answers revoked keys. */
  get(keyId: string): Promise<ApiKey | null>
  /** All keys of a user, revoked ones included. */
  list(userId: string): Promise<readonly ApiKey[]>
  /** False when that id exists already. */
  create(key: ApiKey): Promise<boolean>
  /** Marks it revoked; false when it is not there. */
  revoke(keyId: string, at: Millis): Promise<boolean>
}
