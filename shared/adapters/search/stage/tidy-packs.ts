/**
 * Replaces packs that have become inefficient. A pack is lean if it has no gaps, which are lines of forgotten markets. It is tidy if its markets are
 * related.
 */

import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { Packs } from '../snapshot/packs.ts'
import { PACK_SIZE } from '../snapshot/snapshot-format.ts'
import { packFiller, placeIn } from './pack-markets.ts'
import { prepareWrite } from './prepare-write.ts'

/** A pack with fewer markets is made anew, together with others. */
const FULL_ENOUGH = PACK_SIZE / 2
/** A pack with so many gaps is made lean at once. */
const MANY_GAPS = PACK_SIZE / 8
/** Further packs that are made lean each time, beginning with the most gaps: each takes some milliseconds. */
const LEANED = 24
/** Each sync leaves a small pack of new markets. So many of them are joined. */
const SMALL_PACKS = 24

/** Once a day: replaces all packs that were filled in order of arrival, or have few markets. All lines have to be in packs. */
export const tidyPacks = (database: DatabaseSync, packs: Packs): void => {
  leanPacks(
    database,
    packs,
    packsOf(database).filter(({ gaps }) => gaps > 0),
  )
  const loose = packsOf(database).filter(({ tidy, lines }) => tidy === 0 || lines < FULL_ENOUGH)
  sortIntoPacks(database, packs, { loose, tidy: true })
}

/** With each sync: keeps the snapshot small until packs are tidied. All lines have to be in packs. */
export const tendPacks = (database: DatabaseSync, packs: Packs): void => {
  const gappy = packsOf(database)
    .filter(({ gaps }) => gaps > 0)
    .sort((one, other) => other.gaps - one.gaps)
  leanPacks(
    database,
    packs,
    gappy.filter(({ gaps }, place) => gaps >= MANY_GAPS || place < LEANED),
  )
  const small = packsOf(database).filter(({ tidy, lines }) => tidy === 0 && lines < FULL_ENOUGH)
  if (small.length >= SMALL_PACKS) sortIntoPacks(database, packs, { loose: small, tidy: false })
}

interface Pack {
  readonly id: number
  readonly tidy: number
  /** Lines of markets. */
  readonly lines: number
  /** Lines of no market before its last market. */
  readonly gaps: number
}

/** Reads all markets once, because no index names the markets of a pack. */
const packsOf = (database: DatabaseSync): readonly Pack[] =>
  v.parse(
    PACKS,
    database
      .prepare(
        `SELECT pack.id AS id, tidy, count(market.id) AS lines, coalesce(max(slot) + 1, 0) - count(market.id) AS gaps
         FROM pack LEFT JOIN market ON market.pack = pack.id GROUP BY pack.id`,
      )
      .all(),
  )

/** Removes the gaps, and keeps the order. */
const leanPacks = (database: DatabaseSync, packs: Packs, gappy: readonly Pack[]): void => {
  if (gappy.length === 0) return
  const marketsOf = marketsByPack(database, gappy)
  const move = prepareWrite(database, 'UPDATE market SET slot = ? WHERE id = ?')
  database.exec('BEGIN')
  for (const { id: pack } of gappy) {
    const lines = packs.read(pack)
    const kept = (marketsOf.get(pack) ?? []).sort((one, other) => one.slot - other.slot)
    packs.write(
      pack,
      kept.map(({ slot }) => lines[slot] ?? ''),
    )
    for (const [slot, market] of kept.entries()) if (market.slot !== slot) move.run(slot, market.id)
  }
  database.exec('COMMIT')
}

const sortIntoPacks = (
  database: DatabaseSync,
  packs: Packs,
  { loose, tidy }: { readonly loose: readonly Pack[]; readonly tidy: boolean },
): void => {
  // A database without a name is a temporary file of SQLite, so that the lines do not have to fit into memory.
  const sorted = new DatabaseSync('')
  try {
    sorted.exec('CREATE TABLE line (id INTEGER PRIMARY KEY, place TEXT, line TEXT); BEGIN')
    const put = sorted.prepare('INSERT INTO line VALUES (?, ?, ?)')
    const marketsOf = marketsByPack(database, loose)
    for (const { id: pack } of loose) {
      const lines = packs.read(pack)
      for (const { id, slot } of marketsOf.get(pack) ?? []) {
        const line = lines[slot] ?? ''
        put.run(id, placeIn(line), line)
      }
    }
    sorted.exec('COMMIT')
    database.exec('BEGIN')
    const drop = prepareWrite(database, 'DELETE FROM pack WHERE id = ?')
    for (const { id } of loose) {
      drop.run(id)
      packs.drop(id)
    }
    const fill = packFiller(database, packs, tidy)
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

const marketsByPack = (database: DatabaseSync, requested: readonly Pack[]) => {
  const ids = new Set(requested.map(({ id }) => id))
  const found = new Map<number, { readonly id: number; readonly slot: number }[]>()
  for (const row of database.prepare('SELECT id, slot, pack FROM market WHERE pack IS NOT NULL').iterate()) {
    const [id, slot, pack] = [Number(row['id']), Number(row['slot']), Number(row['pack'])]
    if (!ids.has(pack)) continue
    const markets = found.get(pack)
    if (markets === undefined) found.set(pack, [{ id, slot }])
    else markets.push({ id, slot })
  }
  return found
}

const PACKS = v.array(v.object({ id: v.number(), tidy: v.number(), lines: v.number(), gaps: v.number() }))
const LINE = v.object({ id: v.number(), line: v.string() })
