/** Finds markets whose ticker begins with a text, by the tickers of their events: tickers of markets are stored as hashes only. */

import type { Condition, SnapshotReads } from './snapshot-reads.ts'

/** Shorter texts are the beginning of too many tickers. */
const SHORTEST = 3

/** Null for a text that cannot begin a ticker. Tickers are in upper case. */
export const tickerPrefix = (reads: SnapshotReads, text: string): Condition | null => {
  if (text.length < SHORTEST || !/^[a-z0-9][a-z0-9.-]*$/i.test(text)) return null
  const requested = text.toUpperCase()
  const values = [requested, `${requested}\u{10FFFF}`]
  const named = reads.count(`SELECT EXISTS (SELECT 1 FROM event WHERE ${NAMED}) AS count`, values)
  if (named > 0) return { sql: `market.event IN (SELECT id FROM event WHERE ${NAMED})`, values }
  const markets = marketsOf(reads, requested)
  return markets.length === 0
    ? null
    : { sql: 'market.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(markets)] }
}

const NAMED = 'native_id >= ? AND native_id < ?'

/** The text is longer than the ticker of an event: then the tickers of its markets are read. */
const marketsOf = (reads: SnapshotReads, needed: string): readonly number[] => {
  const ends = [...needed.matchAll(/-/g)].map(({ index }) => needed.slice(0, index))
  const ids = ends.flatMap((name) =>
    reads.ids('SELECT market.id AS id FROM event JOIN market ON market.event = event.id WHERE native_id = ?', [name]),
  )
  const markets = reads.markets(ids)
  return ids.filter((_, place) => markets[place]?.ticker?.startsWith(needed))
}
