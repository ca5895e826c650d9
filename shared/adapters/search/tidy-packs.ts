/** Makes new packs of those that are no good any more: filled in the order in which markets came, or left with many gaps. */

import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { packFiller, placeIn } from './pack-markets.ts'
import type { Packs } from './packs.ts'
import { PACK_SIZE } from './snapshot-format.ts'

/** With fewer markets a pack is made anew. */
const FULL_ENOUGH = PACK_SIZE * 0.75

/** All lines have to be in packs. */
export const tidyPacks = (database: DatabaseSync, packs: Packs): void => {
  const loose = v.parse(
    PACKS,
    database
      .prepare(
        `SELECT pack.id AS id FROM pack LEFT JOIN market ON market.pack = pack.id
         GROUP BY pack.id HAVING pack.tidy = 0 OR count(market.id) < ?`,
      )
      .all(FULL_ENOUGH),
  )
  // A database without a name is a temporary file of SQLite's own: all the lines need not fit into memory.
  const sorted = new DatabaseSync('')
  try {
    sorted.exec('CREATE TABLE line (id INTEGER PRIMARY KEY, place TEXT, line TEXT); BEGIN')
    const put = sorted.prepare('INSERT INTO line VALUES (?, ?, ?)')
    const byPack = groupedByPack(database)
    for (const { id: pack } of loose) {
      const lines = packs.read(pack)
      for (const { id, slot } of byPack.get(pack) ?? []) {
        const line = lines[slot] ?? ''
        put.run(id, placeIn(line), line)
      }
    }
    sorted.exec('COMMIT')
    database.exec('BEGIN')
    const drop = database.prepare('DELETE FROM pack WHERE id = ?')
    for (const { id } of loose) {
      drop.run(id)
      packs.drop(id)
    }
    const fill = packFiller(database, packs, true)
    const lineOf = sorted.prepare('SELECT id, line FROM line WHERE id = ?')
    for (const row of sorted.prepare('SELECT id FROM line ORDER BY place, id').iterate()) {
      const { id, line } = v.parse(LINE, lineOf.get(Number(row['id'])))
      fill.add(id, line)
    }
    fill.end()
    database.exec('COMMIT')
  } finally {
    sorted.close()
  }
}

/** No index tells which markets a pack holds: one look at all of them does. */
const groupedByPack = (database: DatabaseSync) => {
  const all = database.prepare('SELECT id, slot, pack FROM market WHERE pack IS NOT NULL').iterate()
  return Map.groupBy(
    Array.from(all, (row) => ({ id: Number(row['id']), slot: Number(row['slot']), pack: Number(row['pack']) })),
    ({ pack }) => pack,
  )
}

const PACKS = v.array(v.object({ id: v.number() }))
const LINE = v.object({ id: v.number(), line: v.string() })
