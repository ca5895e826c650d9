/** Makes snapshots of a catalogue of any size: the markets lie on disk, not in memory, and stay there for the next snapshot. */

import { DatabaseSync } from 'node:sqlite'
import { constants, zstdCompressSync } from 'node:zlib'
import * as v from 'valibot'
import type { Market } from '#domain/markets/market.ts'
import { columnsOf, docOf, marketOf } from './market-doc.ts'
import { FORMAT, identifierHash, identifiersOf, PACK_SIZE, TABLES } from './snapshot-format.ts'

export interface Stage {
  /** Takes markets in, in place of what it has of them. */
  put(markets: AsyncIterable<Market> | Iterable<Market>): Promise<void>
  /** Writes a snapshot of all it has; answers how many markets. Throws when SQLite finds it damaged. */
  write(file: string): number
  close(): void
}

/** A database without a name is a temporary file of SQLite's own: whatever becomes of this process, it leaves nothing behind. */
export const openStage = (): Stage => {
  const stage = open('')
  stage.exec(`
    CREATE TABLE market (
      svc_id INTEGER PRIMARY KEY, exchange TEXT, status TEXT, category TEXT, expires_at INTEGER, volume INTEGER,
      place TEXT, doc TEXT
    )`)
  const put = stage.prepare('INSERT OR REPLACE INTO market VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  return {
    put: async (markets) => {
      stage.exec('BEGIN')
      for await (const market of markets) put.run(...columnsOf(market), placeOf(market), docOf(market))
      stage.exec('COMMIT')
    },
    write: (file) => {
      const snapshot = open(file)
      try {
        return write(snapshot, stage)
      } finally {
        snapshot.close()
      }
    },
    close: () => stage.close(),
  }
}

const open = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536',
  )
  return database
}

/** Markets of one kind stand together: their texts are nearly the same, so that they compress to a tenth. */
const placeOf = (market: Market): string =>
  [market.exchange, market.tags.join(), market.ticker ?? market.slug ?? market.nativeId].join('\n')

const write = (snapshot: DatabaseSync, stage: DatabaseSync): number => {
  snapshot.exec(`${TABLES}; BEGIN`)
  const putMarket = snapshot.prepare('INSERT INTO market VALUES (?, ?, ?, ?, ?, ?, ?)')
  const putIdentifier = snapshot.prepare('INSERT INTO identifier VALUES (?, ?) ON CONFLICT DO NOTHING')
  const putWords = snapshot.prepare('INSERT INTO word (rowid, name, tags, description) VALUES (?, ?, ?, ?)')
  const putPack = snapshot.prepare('INSERT INTO pack VALUES (?, ?)')
  const one = stage.prepare('SELECT * FROM market WHERE svc_id = ?')
  let count = 0
  let docs: string[] = []
  const pack = (): void => {
    if (docs.length > 0) putPack.run(Math.floor((count - 1) / PACK_SIZE), zstdCompressSync(docs.join('\n'), PACKING))
    docs = []
  }
  for (const { svc_id } of stage.prepare('SELECT svc_id FROM market ORDER BY place, svc_id').iterate()) {
    const row = v.parse(stagedRow, one.get(svc_id ?? null))
    const market = marketOf(row, row.doc)
    putMarket.run(count, ...columnsOf(market))
    for (const identifier of identifiersOf(market)) putIdentifier.run(identifierHash(identifier), count)
    putWords.run(count, market.name, market.tags.join(' '), market.description)
    docs.push(row.doc)
    count += 1
    if (docs.length === PACK_SIZE) pack()
  }
  pack()
  snapshot.prepare('INSERT INTO header VALUES (?, ?)').run(FORMAT, count)
  snapshot.exec(`COMMIT; INSERT INTO word (word) VALUES ('optimize'); VACUUM; ANALYZE`)
  // All of it here, where nobody waits: whoever loads it checks only that it arrived whole.
  const { quick_check: verdict } = snapshot.prepare('PRAGMA quick_check(1)').get() ?? {}
  if (verdict !== 'ok') throw new Error(`the new market snapshot is damaged: ${String(verdict)}`)
  return count
}

const stagedRow = v.looseObject({ doc: v.string() })

const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 9 } }
