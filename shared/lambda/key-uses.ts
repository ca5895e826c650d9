/** Stores uses of API keys: hourly for each key of this container, and each quarter of an hour for the service as a whole. */

import { isNewUse, type KeyUse } from '#domain/accounts/key-use.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { ANY_USE_EVERY } from '#domain/markets/sync-due.ts'
import type { KeyUseStore } from '#ports/accounts/api-key-store.ts'

export interface KeyUses {
  /** Throws if the use cannot be stored; the next request with the key tries again. */
  note(use: KeyUse): Promise<void>
}

/** Keys remembered at most; forgetting one costs a read. */
const KEPT = 10_000

export const keyUses = (store: Pick<KeyUseStore, 'note' | 'noteAnyUse'>): KeyUses => {
  let anyUseAt = Number.NEGATIVE_INFINITY
  const noted = new Map<string, KeyUse>()
  return {
    note: async (use) => {
      if (use.at - anyUseAt >= ANY_USE_EVERY) {
        await store.noteAnyUse(use.at)
        anyUseAt = use.at
      }
      if (!isNewUse(noted.get(use.keyId) ?? null, use)) return
      await store.note(use)
      keepNewest(noted, use.keyId, use, KEPT)
    },
  }
}
