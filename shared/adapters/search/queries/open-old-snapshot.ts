/**
 * Searches a snapshot that a version before stored: after an upgrade it serves until the first sync has stored a new one. It is one
 * compressed SQLite file with the same index, and with the texts of the markets inside.
 */

import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import { marketIn } from '../snapshot/market-line.ts'
import { eventFinder } from './event-finder.ts'
import { marketSearcher } from './market-searcher.ts'
import type { Snapshot } from './open-snapshot.ts'
import { type SnapshotReads, snapshotReads } from './snapshot-reads.ts'
import { spelling } from './spelling.ts'

/** Whether a stored file begins like one. */
export const isOldSnapshot = (begin: Uint8Array): boolean => Buffer.from(begin).subarray(0, 4).equals(ZSTD)

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Unpacks it into the folder and opens it. Throws when it is damaged. */
export const openOldSnapshot = async (file: string, folder: string, signal: AbortSignal): Promise<Snapshot> => {
  const index = join(folder, 'old.db')
  await pipeline(createReadStream(file), createZstdDecompress(), createWriteStream(index), { signal })
  const database = new DatabaseSync(index, { readOnly: true })
  try {
    const { format, markets } = v.parse(HEADER, database.prepare('SELECT format, markets FROM header').get())
    if (format !== 1) throw new Error(`a market snapshot of the unknown format ${format}`)
    // Nobody knows any more when it was made.
    const reads = { ...snapshotReads(database, () => Buffer.alloc(0)), markets: marketReader(database) }
    const searched = { reads, hasEvents: false, spelling: spelling(database), asOf: null }
    const { search: events, find: event } = eventFinder(searched)
    return { size: markets, search: marketSearcher(searched), events, event, close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

const PACK_SIZE = 64

const marketReader = (database: DatabaseSync): SnapshotReads['markets'] => {
  const rowOf = database.prepare('SELECT exchange, status, category, expires_at, volume FROM market WHERE id = ?')
  const packOf = database.prepare('SELECT docs FROM pack WHERE id = ?')
  return (ids) =>
    ids.map((id) => {
      const { volume, expires_at: expiresAt, ...columns } = v.parse(COLUMNS, rowOf.get(id))
      const { docs } = v.parse(PACK, packOf.get(Math.floor(id / PACK_SIZE)))
      const text = zstdDecompressSync(docs).toString().split('\n')[id % PACK_SIZE] ?? ''
      const doc = v.parse(v.looseObject({}), JSON.parse(text))
      return marketIn(`${volume} ${JSON.stringify({ ...doc, ...columns, expiresAt })}`)
    })
}

const HEADER = v.object({ format: v.number(), markets: v.number() })
const PACK = v.object({ docs: v.instance(Uint8Array) })
const COLUMNS = v.object({
  exchange: v.string(),
  status: v.string(),
  category: v.string(),
  expires_at: v.nullable(v.number()),
  volume: v.number(),
})
