/** A lock that the kernel takes back however its holder ends, `kill -9` included: SQLite's, on a file that holds nothing else. */

import { DatabaseSync } from 'node:sqlite'

/** Waits for so long, and blocks meanwhile. Answers how to give the lock back; null when another process still holds it. */
export const lockFile = (file: string, patienceMs: number): (() => void) | null => {
  const database = new DatabaseSync(file, { timeout: patienceMs })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch {
    database.close()
    return null
  }
  return () => database.close()
}
