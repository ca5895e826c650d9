/** A snapshot opened for writing: what the sync works on. It lies on disk, not in memory, and every change is made in place. */

import { closeSync, createReadStream, mkdtempSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { constants, createZstdCompress } from 'node:zlib'
import type { Millis } from '#domain/kernel/time.ts'
import type { Catalogue } from '#ports/markets/catalogue.ts'
import { openPacks, type Packs } from '../snapshot/packs.ts'
import type { SnapshotFile } from '../snapshot/receive-snapshot.ts'
import { TABLES } from '../snapshot/snapshot-format.ts'
import { type PackedMarket, toBytes } from '../snapshot/snapshot-layout.ts'
import { StagedCatalogue } from './staged-catalogue.ts'
import { tendPacks, tidyPacks } from './tidy-packs.ts'

export interface Stage {
  readonly catalogue: Catalogue
  /** Puts markets of one kind beside each other again, and makes the index small and quick. Once a day is enough. */
  tidy(): void
  /** The snapshot as one file. */
  bytes(asOf: Millis | null): Promise<{ readonly markets: number; readonly bytes: Buffer }>
  close(): void
}

/** Of a snapshot that was received; without one it is empty. Its files have no names any more: nothing is left behind. */
export const openStage = (folder: string, received: SnapshotFile | null = null): Stage => {
  const own = received === null ? mkdtempSync(join(folder, 'making-')) : received.folder
  try {
    const name = join(own, 'markets.db')
    // No journal: a stage that fails in the middle of a change is not used again, and a journal in memory is as large as what changes.
    // SQLite allows that only where its defensive flag is off.
    const database = new DatabaseSync(name, { defensive: false })
    database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    // What is deleted is overwritten with zeros, because they compress to nothing.
    database.exec('PRAGMA cache_size = -65536; PRAGMA secure_delete = ON')
    if (received === null) database.exec(`${TABLES}; ${MERGE_LATER}`)
    const index = openSync(name, 'r')
    const packs = openPacks(
      openSync(join(own, 'snapshot'), received === null ? 'w+' : 'r+'),
      received?.layout.packs ?? [],
    )
    return stageOf(database, index, packs)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

const stageOf = (database: DatabaseSync, index: number, packs: Packs): Stage => {
  const catalogue = new StagedCatalogue(database, packs)
  return {
    catalogue,

    tidy: () => {
      catalogue.pack()
      tidyPacks(database, packs)
      tidyIndex(database)
      catalogue.takeWordChanges()
    },

    bytes: async (asOf) => {
      catalogue.pack()
      tendPacks(database, packs)
      tendIndex(database, catalogue.takeWordChanges())
      catalogue.sumEvents()
      const markets = packedMarkets(database)
      const parts = { asOf, markets, packs, index: await compressed(index) }
      return { markets: markets.length, bytes: toBytes(parts) }
    },

    close: () => {
      database.close()
      packs.close()
      closeSync(index)
    },
  }
}

const tidyIndex = (database: DatabaseSync): void =>
  database.exec(
    `INSERT INTO word (word) VALUES ('optimize'); ${MERGE_AT_ONCE}; VACUUM; ANALYZE; PRAGMA user_version = 0`,
  )

/** What is written into an empty word index is put in order as a whole before its first snapshot. To merge it at each step takes an eighth of that sync. */
const MERGE_LATER = `INSERT INTO word (word, rank) VALUES ('automerge', 0)`
/** As SQLite does by itself: each sync after the first finds little to merge. */
const MERGE_AT_ONCE = `INSERT INTO word (word, rank) VALUES ('automerge', 4)`

/** The word index keeps what was taken out of it until it is put in order. How much that is stays in the file, as its user version. */
const tendIndex = (database: DatabaseSync, changes: number): void => {
  const before = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  const markets = Number(database.prepare('SELECT count(*) AS count FROM market').get()?.['count'])
  if (before + changes > markets / MOST_CHANGED) tidyIndex(database)
  else if (changes > 0) database.exec(`PRAGMA user_version = ${before + changes}`)
}

/** The index is put in order when as many words were changed as this part of all markets has. */
const MOST_CHANGED = 12

const packedMarkets = (database: DatabaseSync): readonly PackedMarket[] => {
  const all = database.prepare('SELECT svc_id, pack, slot FROM market')
  return Array.from(all.iterate(), ({ svc_id, pack, slot }) => ({
    svcId: Number(svc_id),
    pack: Number(pack),
    slot: Number(slot),
  }))
}

const compressed = async (file: number): Promise<readonly Uint8Array[]> => {
  const read = createReadStream('', { fd: file, start: 0, autoClose: false })
  const chunks: Uint8Array[] = []
  for await (const chunk of read.pipe(createZstdCompress(COMPRESSION))) chunks.push(chunk)
  return chunks
}

/** A reader relies on the checksum over every byte of the index. Level 12 is one percent smaller and takes twice as long. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 10, [constants.ZSTD_c_checksumFlag]: 1 },
}
