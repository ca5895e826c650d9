/**
 * The marks of watched markets: where something is armed, and when something was last. Few stand under one key, beside all else that the
 * watch reads each second; many are split over keys of which a run reads its own (`watch-split.ts`).
 */

import { chunked } from '#domain/kernel/chunked.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { splitsOf, WATCH_SPLITS, type WatchPart } from '#domain/price-watch/watch-part.ts'
import {
  isMarkedApart,
  isSplitOver,
  MARK_STANDS_FOR,
  SPLIT_KNOWN_FOR,
  type WatchSplit,
} from '#domain/price-watch/watch-split.ts'
import type { WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import { exchangeValue, text, whole, yesNo } from '../engine/codecs.ts'
import {
  AFTER_MARKETS,
  BEFORE_MARKETS,
  type Key,
  WATCH_SPLIT_KEY,
  WATCHED_MARKETS,
  watchedMarketKey,
  watchSplitPartition,
} from '../engine/keys.ts'
import { type Row, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'

export interface WatchMarks extends Pick<WatchStore, 'unwatch' | 'keepSplit' | 'moveMarks'> {
  /** The rows that mark these markets; none for those that this process has marked a moment ago. */
  marksOf(markets: readonly WatchedMarket[]): Promise<ReadonlyArray<Row & Key>>
  /** Those rows are stored now. */
  marked(markets: readonly WatchedMarket[]): void
  /** The marks of that part, from the rows under the one key (those of other parts among them) and from the part's own keys. */
  among(rows: readonly Row[], part: WatchPart): Promise<Pick<Marks, 'markets' | 'split'>>
}

interface Marks {
  readonly markets: readonly WatchedMarket[]
  readonly split: WatchSplit | null
}

const MOST_REMEMBERED = 10_000

/** Marks that one look moves; the next one goes on. */
const MOST_MOVED = 4_000
const MOVES_AT_ONCE = 32

export const watchMarks = (table: Table): WatchMarks => {
  const standing = new Map<number, Moment>()
  let known: { readonly split: WatchSplit | null; readonly moment: Moment } | null = null

  /** As of a minute ago at most. */
  const splitAt = async (now: Millis): Promise<WatchSplit | null> => {
    if (known === null || !isWithin(known.moment, now, SPLIT_KNOWN_FOR))
      known = { split: await readSplit(table, false), moment: momentAt(now) }
    return known.split
  }

  return {
    marksOf: async (markets) => {
      const wanted = markets.filter(({ svcId, armedAt }) => {
        const last = standing.get(svcId)
        return last === undefined || !isWithin(last, armedAt, MARK_STANDS_FOR)
      })
      if (wanted.length === 0) return []
      const split = await splitAt(Math.max(...wanted.map(({ armedAt }) => armedAt)))
      return wanted.map((market) => markRow(market, isMarkedApart(split, market.armedAt)))
    },

    marked: (markets) => {
      if (standing.size >= MOST_REMEMBERED) standing.clear()
      for (const { svcId, armedAt } of markets) {
        const last = standing.get(svcId)
        if (last === undefined || !isWithin(last, armedAt, MARK_STANDS_FOR)) standing.set(svcId, momentAt(armedAt))
      }
    },

    among: async (rows, part) => {
      const found = rows.find(({ sk }) => sk === WATCH_SPLIT_KEY.sk)
      const split = found === undefined ? null : readRow(found, SPLIT.read)
      const keys = split === null ? [] : splitsOf(part)
      const apart = await Promise.all(keys.map((one) => table.query({ partition: watchSplitPartition(one) })))
      const latest = new Map<number, WatchedMarket>()
      for (const market of table.readable([...rows.filter(isMark), ...apart.flat()], rowToWatchedMarket)) {
        // A mark that is being moved stands in both places.
        if (market.armedAt >= (latest.get(market.svcId)?.armedAt ?? 0)) latest.set(market.svcId, market)
      }
      return { split, markets: [...latest.values()] }
    },

    unwatch: async ({ svcId, armedAt, isApart = false }) => {
      standing.delete(svcId)
      await table.write([{ remove: watchedMarketKey(svcId, isApart), expect: { same: { at: armedAt } } }])
    },

    keepSplit: async (split, before) => {
      const row = { ...SPLIT.write(split), ...WATCH_SPLIT_KEY }
      await table.write([{ put: row, expect: before === null ? 'absent' : { same: stored(before) } }])
    },

    moveMarks: async (now) => {
      const split = await readSplit(table, true)
      if (split === null || (split.isSplit && !isMarkedApart(split, now))) return 0
      const places = split.isSplit ? [WATCHED_MARKETS] : SPLIT_PARTITIONS
      const rows = (await Promise.all(places.map((partition) => marksUnder(table, partition)))).flat()
      const markets = table.readable(rows, rowToWatchedMarket).slice(0, MOST_MOVED)
      for (const some of chunked(markets, MOVES_AT_ONCE)) await Promise.all(some.map((market) => move(table, market)))
      if (rows.length === 0 && isSplitOver(split, now))
        await table.write([{ remove: WATCH_SPLIT_KEY, expect: { same: stored(split) } }])
      return markets.length
    },
  }
}

/** By the clock of the caller that arms, and by that of this process: the first may stand still or jump. */
interface Moment {
  readonly at: Millis
  readonly elapsed: number
}

const momentAt = (at: Millis): Moment => ({ at, elapsed: performance.now() })

const isWithin = (moment: Moment, now: Millis, ms: number): boolean =>
  Math.abs(now - moment.at) < ms && performance.now() - moment.elapsed < ms

const readSplit = async (table: Table, consistent: boolean): Promise<WatchSplit | null> => {
  const row = await table.get(WATCH_SPLIT_KEY, { consistent })
  return row === null ? null : readRow(row, SPLIT.read)
}

const marksUnder = (table: Table, partition: string): Promise<readonly Row[]> =>
  table.query({ partition, sort: { from: BEFORE_MARKETS, upTo: AFTER_MARKETS }, limit: MOST_MOVED })

/**
 * First it stands in both places, then in the right one alone. What is there already counts if something was armed as late there; a mark
 * must not become older. Where somebody else is at it, the next look goes on.
 */
const move = async (table: Table, market: WatchedMarket): Promise<void> => {
  const { svcId, armedAt, isApart = false } = market
  if (!(await isThere(table, market, !isApart))) return
  await table.write([{ remove: watchedMarketKey(svcId, isApart), expect: { same: { at: armedAt } } }])
}

const isThere = async (table: Table, market: WatchedMarket, isApart: boolean): Promise<boolean> => {
  const put = markRow(market, isApart)
  if (await putIf(table, put, 'absent')) return true
  const row = await table.get(put)
  if (row === null) return false
  const { armedAt } = readRow(row, WATCHED_MARKET.read)
  return armedAt >= market.armedAt || (await putIf(table, put, { same: { at: armedAt } }))
}

const markRow = (market: MarketRef & { readonly armedAt: Millis }, isApart: boolean): Row & Key => ({
  ...WATCHED_MARKET.write(market),
  ...watchedMarketKey(market.svcId, isApart),
})

const isMark = ({ sk }: Row): boolean => String(sk) >= BEFORE_MARKETS

const rowToWatchedMarket = (row: Row): WatchedMarket => ({
  ...readRow(row, WATCHED_MARKET.read),
  svcId: Number(row['sk']),
  ...(row['pk'] === WATCHED_MARKETS ? {} : { isApart: true }),
})

const SPLIT_PARTITIONS = Array.from({ length: WATCH_SPLITS }, (_, split) => watchSplitPartition(split))

const WATCHED_MARKET = rowOf({ exchange: ['x', exchangeValue], nativeId: ['n', text], armedAt: ['at', whole] })

const stored = ({ isSplit, at }: WatchSplit) => ({ on: isSplit, at })

const SPLIT = rowOf({ isSplit: ['on', yesNo], at: ['at', whole] })
