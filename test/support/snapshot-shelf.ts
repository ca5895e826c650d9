/** Where a story keeps its search snapshot: in memory. */

import { Readable } from 'node:stream'
import type { SnapshotStore } from '#adapters/search/snapshot-store.ts'

export const snapshotShelf = (): SnapshotStore => {
  let stored: { readonly version: string; readonly bytes: Uint8Array } | null = null
  return {
    put: async (bytes) => {
      stored = { version: String(Number(stored?.version ?? 0) + 1), bytes }
      return stored.version
    },
    version: async () => stored?.version ?? null,
    get: async (known) => {
      if (stored === null) throw new Error('there is no snapshot')
      return known === stored.version ? null : { version: stored.version, bytes: Readable.from([stored.bytes]) }
    },
  }
}
