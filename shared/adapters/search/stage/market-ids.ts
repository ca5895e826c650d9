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

export interface MarketIds {
  /** The id of a market that has none. */
  next(market: Market): number
  /** The market with that id is gone. */
  free(id: number): void
}

export const marketIds = (database: DatabaseSync): MarketIds => {
  const greatest = database.prepare('SELECT max(id) AS id FROM market WHERE id >= ? AND id < ?')
  const last = database.prepare('SELECT max(id) AS id FROM market')

  /** Ranges without room: with a million markets most are, and to ask the table about each takes longer than all else about a market. */
  const full = new Uint8Array(RANGES)

  /** The next range with room as far as is known, or -1. */
  const roomFrom = (first: number): number => {
    const after = full.indexOf(0, first)
    return after < 0 ? full.indexOf(0) : after
  }

  return {
    next: (market) => {
      const first = hash('sha256', kindOf(market), 'buffer').readUInt16BE(0) % RANGES
      for (let range = roomFrom(first); range >= 0; range = roomFrom(first)) {
        const begin = range * RANGE + 1
        const found = greatest.get(begin, begin + RANGE)?.['id'] ?? null
        const next = found === null ? begin : Number(found) + 1
        if (next < begin + RANGE) return next
        full[range] = 1
      }
      return Number(last.get()?.['id']) + 1
    },

    free: (id) => {
      const range = Math.floor((id - 1) / RANGE)
      if (range < RANGES) full[range] = 0
    },
  }
}
