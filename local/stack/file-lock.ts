/** A lock that the kernel takes back however its holder ends, `kill -9` included: SQLite's, on a file that holds nothing else. */

import { DatabaseSync } from 'node:sqlite'
import { sqliteFailure } from '../sqlite-failure.ts'

/** Another process holds it (SQLite's SQLITE_BUSY). */
const BUSY = 5

/** Waits for so long, and blocks meanwhile. Answers how to give the lock back; null when another process still holds it. */
export const lockFile = (file: string, patienceMs: number): (() => void) | null => {
  const database = new DatabaseSync(file, { timeout: patienceMs })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    // A full disk, or a damaged file, is no other process.
    if (sqliteFailure(error) === BUSY) return null
    throw error
  }
  return () => database.close()
}
