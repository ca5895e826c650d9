/**
 * Gives new markets their ids: those of one kind have ids that follow one another. The word index keeps the differences between the ids that
 * have a word, and markets of one kind have nearly the same words.
 */

import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Market } from '#domain/markets/market.ts'
import { kindOf } from './pack-markets.ts'

/** So many ids stand together. Two kinds may share them, and a kind of more markets goes on in the next range. */
const RANGE = 2 ** 8
/** Four times as many ids as there are markets: with more of them the differences grow, with fewer the kinds mix. */
const RANGES = 2 ** 12

export const marketIds = (database: DatabaseSync) => {
  const greatest = database.prepare('SELECT max(id) AS id FROM market WHERE id >= ? AND id < ?')
  const last = database.prepare('SELECT max(id) AS id FROM market')

  return (market: Market): number => {
    const first = hash('sha256', kindOf(market), 'buffer').readUInt16BE(0) % RANGES
    for (let tried = 0; tried < RANGES; tried += 1) {
      const begin = ((first + tried) % RANGES) * RANGE + 1
      const found = greatest.get(begin, begin + RANGE)?.['id'] ?? null
      const next = found === null ? begin : Number(found) + 1
      if (next < begin + RANGE) return next
    }
    return Number(last.get()?.['id']) + 1
  }
}
