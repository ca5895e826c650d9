/** Watch entries: markets with armed stops, and when a stop was armed last. */

import { chunked } from '#domain/kernel/chunked.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { exchangeValue, text, whole } from '../engine/codecs.ts'
import { BEFORE_MARKETS, type Key, OLD_MARK_PARTITIONS, OLD_SPLIT_KEY, watchedMarketKey } from '../engine/keys.ts'
import { type Row, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'

export const markRow = (market: WatchedMarket): Row & Key => ({
  ...WATCHED_MARKET.write(market),
  ...watchedMarketKey(market.svcId),
})

/** True if a row under the key of watched markets is a watch entry. */
export const isMark = ({ sk }: Row): boolean => String(sk) >= BEFORE_MARKETS

export const rowToWatchedMarket = (row: Row): WatchedMarket => ({
  ...readRow(row, WATCHED_MARKET.read),
  svcId: Number(row['sk']),
})

const WATCHED_MARKET = rowOf({ exchange: ['x', exchangeValue], nativeId: ['n', text], armedAt: ['at', whole] })

const MOVES_AT_ONCE = 32

/** While a deployment is updated, functions of the earlier version may store entries under the old keys for this long. */
const OLD_WRITERS_LAST = 10 * MINUTE

/**
 * Moves the entries that versions before 1.0.0 split over 64 keys back under the one key. `split` is the row that marks them as split; it is removed
 * once the old keys have been empty for long enough. A process may die at any moment: the next poll of the watch continues.
 */
export const joinSplitMarks = async (table: Table, split: Row): Promise<void> => {
  const found = await Promise.all(OLD_MARK_PARTITIONS.map((partition) => table.query({ partition })))
  const rows = found.flat()
  for (const some of chunked(rows, MOVES_AT_ONCE)) await Promise.all(some.map((row) => join(table, row)))
  const [now, same] = [Date.now(), { on: split['on'] ?? null, at: split['at'] ?? null }]
  // From then on, functions of the earlier version store entries under the one key again.
  if (split['on'] === true) await putIf(table, { ...OLD_SPLIT_KEY, on: false, at: now }, { same })
  else if (rows.length === 0 && now - Number(split['at']) >= OLD_WRITERS_LAST)
    await table.write([{ remove: OLD_SPLIT_KEY, expect: { same } }])
}

/** The entry is first in both places, then only in the right one. An entry must not become older. */
const join = async (table: Table, old: Row): Promise<void> => {
  const market = rowToWatchedMarket(old)
  const put = markRow(market)
  if (!(await putIf(table, put, 'absent'))) {
    const there = await table.get(put)
    if (there === null) return
    const { armedAt } = rowToWatchedMarket(there)
    if (armedAt < market.armedAt && !(await putIf(table, put, { same: { at: armedAt } }))) return
  }
  await table.write([{ remove: { pk: String(old['pk']), sk: put.sk }, expect: { same: { at: market.armedAt } } }])
}
