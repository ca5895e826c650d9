/** A month (or two weeks) in which a quarter of all open markets settles each day. The catalogue keeps its size, and the table stays empty. */

import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { loadedSnapshot } from '#adapters/search/queries/loaded-snapshot.ts'
import { marketFinder } from '#adapters/search/snapshot/market-finder.ts'
import { catalogueStore } from '#adapters/search/stage/catalogue-store.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { marketRowStore } from '#adapters/store/markets/market-rows.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { DAY, HOUR } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { NOW, sampleMarket } from '#test/adapters/store/samples.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { memoryTable } from '#test/support/store.ts'
import { syncMarkets } from '#use-cases/markets/sync-markets.ts'

const OPEN = 400
const A_DAY = 100
const DAYS = inThisRun({ usual: 14, long: 30 })
const EVERY = 4 * HOUR
const PER_PAGE = 100

/** An exchange where each market settles `OPEN / A_DAY` days after it opened, and another opens then. Stale ones never close. */
const settlingExchange = (clock: () => number) => {
  const calls = { listed: 0, changes: 0, named: 0 }
  const lifetime = (OPEN / A_DAY) * DAY
  const step = DAY / A_DAY
  const marketAt = (n: number): Market => {
    const opensAt = NOW + (n - OPEN) * step
    const isStale = n % 1_000 === 7
    const isOver = !isStale && opensAt + lifetime <= clock()
    const expiresAt = opensAt + lifetime
    return sampleMarket(`KX${n}`, { opensAt, expiresAt, status: isOver ? 'closed' : 'active', name: `Question ${n}` })
  }
  const newest = (): number => OPEN + Math.floor((clock() - NOW) / step)
  const between = (from: number, to: number): Market[] =>
    Array.from({ length: Math.max(0, to - Math.max(0, from) + 1) }, (_, i) => marketAt(Math.max(0, from) + i))
  const source: Pick<MarketDataSource, 'name' | 'listMarkets' | 'changedMarkets' | 'marketsById'> = {
    name: 'EXCHANGE_A',
    listMarkets: async (cursor) => {
      calls.listed += 1
      const open = between(0, newest()).filter(({ status }) => status === 'active')
      const from = Number(cursor ?? 0)
      const next = from + PER_PAGE
      return { markets: open.slice(from, next), cursor: next < open.length ? String(next) : null }
    },
    changedMarkets: async (since, cursor) => {
      calls.changes += 1
      // The first page may be empty and have a cursor.
      if (cursor === null) return { markets: [], cursor: 'more' }
      const opened = Math.floor((since - NOW) / step) + OPEN
      return { markets: [...between(opened, newest()), ...between(opened - OPEN, newest() - OPEN)], cursor: null }
    },
    marketsById: async (ids) => {
      calls.named += ids.length
      return ids.map((id) => marketAt(Number(id.slice(2))))
    },
  }
  return { calls, source, marketAt, newest }
}

it(`${DAYS} days of settlements leave the catalogue as large as after a week, and write only rows of named markets`, async () => {
  const { reach } = await memoryTable()
  const written: string[] = []
  const table = openTable({
    ...reach,
    faults: (operation, send) => {
      if (operation === 'put' || operation === 'putAll') written.push(operation)
      return send()
    },
  })
  const time = { now: NOW }
  const clock = () => time.now
  const { calls, source, marketAt, newest } = settlingExchange(clock)
  const shelf = snapshotShelf()
  const deps = {
    marketRows: marketRowStore(table),
    catalogues: catalogueStore({ store: shelf, folder: tmpdir() }),
    exchanges: (name: string) => (name === 'EXCHANGE_A' ? (source as MarketDataSource) : null),
    clock,
    pause: async () => undefined,
    log: SILENT_LOG,
  }
  const never = new AbortController().signal
  const markets = marketStore(table, { find: marketFinder(shelf, clock) })
  const kept = marketAt(OPEN - 1)
  await marketStore(table).name([kept])
  const sizes: number[] = []
  for (; time.now <= NOW + DAYS * DAY; time.now += EVERY) {
    await syncMarkets(deps, { listing: never, all: never })
    sizes.push(shelf.stored()?.bytes.length ?? 0)
  }
  time.now -= EVERY

  const index = loadedSnapshot({ store: shelf, folder: tmpdir(), clock, log: SILENT_LOG })
  const count = async (status: Market['status']) => (await index.search({ status }, { limit: 0, offset: 0 })).total
  const stale = Math.floor(newest() / 1_000) + 1
  expect(await count('active')).toBeLessThanOrEqual(OPEN + stale)
  expect(await count('active')).toBeGreaterThanOrEqual(OPEN - 1)
  // Three days of settlements, the named market, and markets that the next run forgets.
  expect(await count('closed')).toBeGreaterThanOrEqual(3 * A_DAY - 1)
  expect(await count('closed')).toBeLessThanOrEqual(3 * A_DAY + A_DAY / 6 + 2)
  const afterAWeek = Math.max(...sizes.slice(36, 54))
  expect(Math.max(...sizes.slice(54))).toBeLessThan(afterAWeek * 1.15)
  // The market that was named, and its close.
  expect(written).toEqual(['put', 'putAll'])
  expect((await markets.get(kept.svcId))?.status).toBe('closed')
  // A walk of five pages a day; two pages of changes each time but the first.
  expect(calls.listed).toBeLessThanOrEqual((DAYS + 1) * 5)
  expect(calls.changes).toBeLessThanOrEqual(2 * sizes.length)
  // Each market once when it closes by the clock, and the named one each time while it is open.
  expect(calls.named).toBeLessThanOrEqual(DAYS * A_DAY * 1.1)
  const recent = marketAt(newest() - OPEN - A_DAY)
  expect(await markets.get(recent.svcId)).toEqual(recent)
  expect(await markets.get(marketAt(newest() - OPEN - 4 * A_DAY).svcId)).toBeNull()
}, 60_000)
