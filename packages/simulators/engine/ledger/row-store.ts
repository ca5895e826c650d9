/** Keeps rows in one SQLite table of a file: what `write` has returned from survives the death of the process. */

import { DatabaseSync } from 'node:sqlite'

export interface StoredRow {
  readonly kind: string
  readonly key: string
  /** Null takes the row away. */
  readonly row: unknown
}

export interface RowStore {
  readonly write: (rows: readonly StoredRow[]) => void
  readonly rows: () => StoredRow[]
  readonly close: () => void
}

/**
 * Opens or creates the file; without one the rows are kept for the life of the process. `outlivesPowerCuts` makes each write wait for the
 * disk.
 */
export const openRowStore = (file?: string, outlivesPowerCuts = false): RowStore =>
  file === undefined ? memoryRows() : fileRows(file, outlivesPowerCuts)

const memoryRows = (): RowStore => {
  const kept = new Map<string, StoredRow>()
  return {
    write: (rows) => {
      for (const one of rows) {
        const place = `${one.kind} ${one.key}`
        if (one.row === null) kept.delete(place)
        else kept.set(place, one)
      }
    },
    // A copy, as a file gives one.
    rows: () => structuredClone([...kept.values()]),
    close: () => kept.clear(),
  }
}

/** On macOS only `fullfsync` empties the cache of the disk. */
const FULL = 'PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON'

const fileRows = (file: string, outlivesPowerCuts: boolean): RowStore => {
  const database = new DatabaseSync(file)
  // A committed page is in the operating system's hands: it outlives kill -9, which is all a simulator promises.
  database.exec(`PRAGMA journal_mode = WAL; ${outlivesPowerCuts ? FULL : 'PRAGMA synchronous = OFF'}`)
  database.exec(
    'CREATE TABLE IF NOT EXISTS row (kind TEXT, key TEXT, body TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID',
  )
  const put = database.prepare('INSERT OR REPLACE INTO row (kind, key, body) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM row WHERE kind = ? AND key = ?')
  const all = database.prepare('SELECT kind, key, body FROM row')
  return {
    write: (rows) => {
      if (rows.length === 0) return
      database.exec('BEGIN')
      for (const { kind, key, row } of rows) {
        if (row === null) remove.run(kind, key)
        else put.run(kind, key, JSON.stringify(row))
      }
      database.exec('COMMIT')
    },
    rows: () =>
      all.all().map(({ kind, key, body }) => ({
        kind: String(kind),
        key: String(key),
        row: JSON.parse(String(body)),
      })),
    close: () => database.close(),
  }
}
