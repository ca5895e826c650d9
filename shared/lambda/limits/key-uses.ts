/** Stores uses of API keys: hourly for each key of this container, and each quarter of an hour for the service as a whole. */

import { isNewUse, type KeyUse } from '#domain/accounts/key-use.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { ANY_USE_EVERY } from '#domain/markets/sync-due.ts'
import type { KeyUseStore } from '#ports/accounts/api-key-store.ts'

export interface KeyUses {
  /** Throws if the use cannot be stored; the next request with the key tries again. */
  record(use: KeyUse): Promise<void>
}

/** Keys remembered at most; forgetting one costs a read. */
const KEPT = 10_000

export const keyUses = (store: Pick<KeyUseStore, 'record' | 'recordAnyUse'>): KeyUses => {
  let anyUseAt = Number.NEGATIVE_INFINITY
  const recorded = new Map<string, KeyUse>()
  return {
    record: async (use) => {
      if (use.at - anyUseAt >= ANY_USE_EVERY) {
        await store.recordAnyUse(use.at)
        anyUseAt = use.at
      }
      if (!isNewUse(recorded.get(use.keyId) ?? null, use)) return
      await store.record(use)
      keepNewest(recorded, use.keyId, use, KEPT)
    },
  }
}
