/** Search snapshot of a story, in memory. */

import { Readable } from 'node:stream'
import type { SnapshotRanges } from '#adapters/search/snapshot/market-finder.ts'
import type { SnapshotStore } from '#adapters/search/snapshot/snapshot-store.ts'

interface Snapshot {
  readonly version: string
  readonly bytes: Uint8Array
}

export interface SnapshotShelf extends SnapshotStore, SnapshotRanges {
  readonly stored: () => Snapshot | null
}

/** Empty, or with a snapshot that was made before. */
export const snapshotShelf = (given: Snapshot | null = null): SnapshotShelf => {
  let stored = given
  return {
    stored: () => stored,
    put: async (bytes) => {
      stored = { version: String(Number(stored?.version ?? 0) + 1), bytes }
      return stored.version
    },
    version: async () => stored?.version ?? null,
    read: async ({ at, size }, version) =>
      stored === null || (version ?? stored.version) !== stored.version
        ? null
        : { version: stored.version, bytes: stored.bytes.subarray(at, at + size) },
    get: async (known) => {
      return stored === null || known === stored.version
        ? null
        : { version: stored.version, bytes: Readable.from([stored.bytes]) }
    },
  }
}
