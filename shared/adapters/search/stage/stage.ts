/** Snapshot opened for writing, for the sync. It is on disk, not in memory, and every change is made in place. */

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
  /** Orders related markets beside each other again, and makes the index small and quick. Once a day is enough. */
  tidy(): void
  /** Snapshot as one file. */
  bytes(asOf: Millis | null): Promise<{ readonly markets: number; readonly bytes: Buffer }>
  close(): void
}

/** Opens a received snapshot, or an empty one. The files have no names any more, so that none is left behind. */
export const openStage = (folder: string, received: SnapshotFile | null = null): Stage => {
  const own = received === null ? mkdtempSync(join(folder, 'making-')) : received.folder
  try {
    const name = join(own, 'markets.db')
    // No journal: a stage that fails in the middle of a change is not used again, and a journal in memory is as large as the changes. SQLite allows
    // this only without its defensive flag.
    const database = new DatabaseSync(name, { defensive: false })
    database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    // Deleted bytes are overwritten with zeros, because zeros compress to nothing.
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

/** The first words of an empty index are merged as a whole before its first snapshot. Merging them step by step takes an eighth of that sync. */
const MERGE_LATER = `INSERT INTO word (word, rank) VALUES ('automerge', 0)`
/** The default of SQLite: each sync after the first has little to merge. */
const MERGE_AT_ONCE = `INSERT INTO word (word, rank) VALUES ('automerge', 4)`

/** The word index keeps removed words until it is optimized. The number of changes is stored in the file, as its user version. */
const tendIndex = (database: DatabaseSync, changes: number): void => {
  const before = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  const markets = Number(database.prepare('SELECT count(*) AS count FROM market').get()?.['count'])
  if (before + changes > markets / MOST_CHANGED) tidyIndex(database)
  else if (changes > 0) database.exec(`PRAGMA user_version = ${before + changes}`)
}

/** The index is optimized once this share of all markets has changed words. */
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
