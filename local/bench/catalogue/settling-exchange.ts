/**
 * An exchange whose markets come and go: each opens at its moment, is open for some days and is over. What it lists lies in a file, so
 * that it takes no memory from the sync that is measured beside it, and next to none of its time.
 */

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { DAY, type Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { MarketDataSource, MarketPage } from '#ports/exchanges/market-data-source.ts'
import { generatedCatalogue } from '../search/generated-catalogue.ts'

export interface Settling {
  /** Where its file lies. */
  readonly folder: string
  /** When the first market opens. */
  readonly from: Millis
  /** So many open a day, and as many are over. */
  readonly aDay: number
  /** For how long each is open. */
  readonly openDays: number
  readonly clock: () => Millis
}

export type Listing = Pick<MarketDataSource, 'name' | 'listMarkets' | 'changedMarkets' | 'marketsById'>

/** As many as an answer of EXCHANGE_A lists. */
const PAGE = 1_000
const FORGOTTEN_AFTER = 3 * DAY

/** Both exchanges, of one stream of markets. Each day has to be made before it begins. */
export const settlingExchanges = ({ folder, from, aDay, openDays, clock }: Settling) => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'exchanges.db')
  rmSync(file, { force: true })
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 16384; ${TABLE}`)
  const insert = database.prepare('INSERT INTO market VALUES (NULL, ?, ?, ?, ?, ?)')
  const listed = database.prepare(LISTED)
  const news = database.prepare(NEWS)
  const named = database.prepare('SELECT seq, market FROM market WHERE native_id = ? AND exchange = ?')
  const forget = database.prepare('DELETE FROM market WHERE closes_at < ?')

  const pageOf = (found: unknown): MarketPage => {
    const rows = v.parse(ROWS, found)
    return { markets: rows.map(toMarket), cursor: rows.length < PAGE ? null : String(rows.at(-1)?.seq) }
  }
  const toMarket = ({ market: text }: Row): Market => {
    // It was written from a market below.
    const market = JSON.parse(text) as Market
    return { ...market, status: (market.expiresAt ?? 0) <= clock() ? 'closed' : 'active' }
  }

  const listingOf = (name: ExchangeName): Listing => ({
    name,
    listMarkets: async (cursor) => pageOf(listed.all({ name, after: Number(cursor ?? 0), now: clock(), most: PAGE })),
    changedMarkets: async (since, cursor) =>
      pageOf(news.all({ name, after: Number(cursor ?? 0), since, now: clock(), most: PAGE })),
    marketsById: async (nativeIds) =>
      nativeIds.flatMap((nativeId) => v.parse(ROWS, named.all(nativeId, name)).map(toMarket)),
  })

  return {
    listingOf,

    /** Invents the markets that open on that day, and throws away those that were over three days before. */
    makeDay: (day: number): void => {
      const begins = from + day * DAY
      database.exec('BEGIN')
      let n = 0
      for (const market of generatedCatalogue(aDay, begins, day + 1)) {
        const startsAt = begins + Math.floor((n / aDay) * DAY)
        const expiresAt = startsAt + openDays * DAY
        const text = JSON.stringify({ ...market, startsAt, opensAt: null, expiresAt })
        insert.run(market.exchange, startsAt, expiresAt, market.nativeId, text)
        n += 1
      }
      forget.run(begins - FORGOTTEN_AFTER)
      database.exec('COMMIT')
    },

    close: (): void => {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const TABLE = `
  CREATE TABLE market (seq INTEGER PRIMARY KEY, exchange TEXT, starts_at INTEGER, closes_at INTEGER, native_id TEXT, market TEXT);
  CREATE INDEX by_exchange ON market (exchange, seq, starts_at, closes_at);
  CREATE INDEX by_start ON market (starts_at, exchange);
  CREATE INDEX by_close ON market (closes_at, exchange);
  CREATE INDEX by_name ON market (native_id);`

const LISTED = `
  SELECT seq, market FROM market INDEXED BY by_exchange
  WHERE exchange = :name AND seq > :after AND starts_at <= :now AND closes_at > :now ORDER BY seq LIMIT :most`

/** What opened or was over since then. */
const NEWS = `
  SELECT seq, market FROM market WHERE seq IN (
    SELECT seq FROM market INDEXED BY by_start WHERE starts_at > :since AND starts_at <= :now AND exchange = :name
    UNION
    SELECT seq FROM market INDEXED BY by_close WHERE closes_at > :since AND closes_at <= :now AND exchange = :name
  ) AND seq > :after ORDER BY seq LIMIT :most`

const ROW = v.object({ seq: v.number(), market: v.string() })
const ROWS = v.array(ROW)
type Row = v.InferOutput<typeof ROW>
