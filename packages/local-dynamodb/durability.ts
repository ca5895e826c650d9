/** Failures that an acknowledged write outlives. */

import type { DatabaseSync } from 'node:sqlite'

/**
 * - `process`: the death of the process. A committed page is in the memory of the operating system.
 * - `power`: a power cut too. Each commit waits until the disk has the page.
 */
export type Durability = 'process' | 'power'

/**
 * Sets the write-ahead log of a file and its durability (https://www.sqlite.org/pragma.html#pragma_synchronous). On macOS `fsync` does
 * not empty the cache of the disk; `fullfsync` does.
 */
export const makeDurable = (database: DatabaseSync, durability: Durability): void =>
  database.exec(
    durability === 'power'
      ? `${WAL}; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON`
      : `${WAL}; PRAGMA synchronous = NORMAL`,
  )

const WAL = 'PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 16777216'

/** Reads from SQLite itself what its writes outlive. */
export const durabilityOf = (database: DatabaseSync): Durability => {
  const { synchronous } = { ...database.prepare('PRAGMA synchronous').get() }
  return Number(synchronous) >= FULL ? 'power' : 'process'
}

/** The number of FULL; EXTRA is one more. */
const FULL = 2
