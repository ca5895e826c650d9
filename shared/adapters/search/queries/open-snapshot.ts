/** Answers searches from a snapshot file. */

import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import type { EventRef } from '#domain/markets/market-event.ts'
import type { Page } from '#ports/kernel/page.ts'
import type {
  EventFilter,
  EventWithMarkets,
  FoundEvents,
  FoundMarkets,
  MarketFilter,
  MarketPage,
} from '#ports/markets/market-index.ts'
import { readRange } from '../snapshot/packs.ts'
import type { SnapshotFile } from '../snapshot/receive-snapshot.ts'
import type { Layout } from '../snapshot/snapshot-layout.ts'
import { eventFinder } from './event-finder.ts'
import { marketSearcher } from './market-searcher.ts'
import { snapshotReads } from './snapshot-reads.ts'
import { spelling } from './spelling.ts'

export interface Snapshot {
  /** Number of markets. */
  readonly size: number
  search(filter: MarketFilter, page: MarketPage): FoundMarkets
  events(filter: EventFilter, page: Page): FoundEvents
  event(ref: EventRef): EventWithMarkets | null
  close(): void
}

/** Throws if the index is damaged. Keeps the files open; their names may disappear. */
export const openSnapshot = ({ file, index, layout }: Pick<SnapshotFile, 'file' | 'index' | 'layout'>): Snapshot => {
  const location = pathToFileURL(index)
  location.search = '?immutable=1'
  const database = new DatabaseSync(location, { readOnly: true })
  try {
    const packs = openSync(file, 'r')
    const reads = snapshotReads(database, (pack) => zstdDecompressSync(readRange(packs, layout.packs[pack])))
    check(database, reads.count('SELECT count(*) AS count FROM market', []), layout)
    const searched = { reads, asOf: layout.asOf, spelling: spelling(database) }
    const events = eventFinder(searched)
    return {
      size: layout.markets,
      search: marketSearcher(searched),
      events: events.search,
      event: events.find,
      close: () => {
        database.close()
        closeSync(packs)
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}

const check = (database: DatabaseSync, found: number, { markets }: Layout): void => {
  // Checks only one table: a check of the whole file takes a second, and its checksum has shown that it arrived complete.
  const { quick_check: verdict } = database.prepare('PRAGMA quick_check(market)').get() ?? {}
  if (verdict !== 'ok') throw new Error(`the market snapshot is damaged: ${String(verdict)}`)
  if (found !== markets) throw new Error(`the market snapshot holds ${found} markets instead of ${markets}`)
}
