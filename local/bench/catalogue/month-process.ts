/**
 * The sync of the catalogue through so many days of openings and settlements, in a process of its own, so that its memory is its own.
 * Prints what each sync took as a line of JSON.
 */

import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotStore } from '#adapters/search/snapshot/snapshot-store.ts'
import { catalogueStore } from '#adapters/search/stage/catalogue-store.ts'
import { DAY, HOUR, MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { MarketRowStore } from '#ports/markets/market-store.ts'
import { syncMarkets } from '#use-cases/markets/sync-markets.ts'
import { peakMemoryMb } from '../peak-memory.ts'
import { generatedCatalogue } from '../search/generated-catalogue.ts'
import { searchMonth } from './search-month.ts'
import { settlingExchanges } from './settling-exchange.ts'

const [folder = '', daysText = '', aDayText = '', openText = ''] = process.argv.slice(2)
const [DAYS, A_DAY, OPEN_DAYS] = [Number(daysText), Number(aDayText), Number(openText)]
const FROM = Date.parse('2026-11-21T00:00:00Z')

/** Of the markets that open, so many are named by an order, a position or a stop. */
const NAMED_OF = 200

const time = { now: FROM + OPEN_DAYS * DAY }
const clock = (): Millis => time.now
const settling = settlingExchanges({
  folder: join(folder, 'exchange'),
  from: FROM,
  aDay: A_DAY,
  openDays: OPEN_DAYS,
  clock,
})

/** The snapshot, as a file in place of an object in S3. */
const store: Pick<SnapshotStore, 'get' | 'put' | 'version'> = (() => {
  const file = join(folder, 'snapshot')
  let version = 0
  return {
    put: async (bytes) => {
      await writeFile(file, bytes)
      version += 1
      return String(version)
    },
    version: async () => (version === 0 ? null : String(version)),
    get: async () => ({ version: String(version), bytes: createReadStream(file) }),
  }
})()

/** The rows of markets that something names, and how many writes they took. */
const table = { rows: new Map<number, Market>(), writes: 0 }
const marketRows: MarketRowStore = {
  getMany: async (svcIds) => svcIds.flatMap((svcId) => table.rows.get(svcId) ?? []),
  namedAmong: async (svcIds) => svcIds.filter((svcId) => table.rows.has(svcId)),
  refresh: async (markets) => {
    for (const market of markets) {
      if (market.svcId % NAMED_OF === 0 && market.status === 'active') nameIt(market)
      const row = table.rows.get(market.svcId)
      if (row === undefined || row.status === market.status) continue
      table.rows.set(market.svcId, market)
      table.writes += 1
    }
  },
  activeRows: async (exchange) =>
    [...table.rows.values()].filter((row) => row.exchange === exchange && row.status === 'active'),
}
const nameIt = (market: Market): void => {
  if (table.rows.has(market.svcId)) return
  table.rows.set(market.svcId, market)
  table.writes += 1
}

const quiet = (): void => undefined
let indexed = { markets: 0, bytes: 0 }
const deps = {
  marketRows,
  catalogues: catalogueStore({ store, folder }),
  // The sync only lists.
  exchanges: (name: MarketDataSource['name']) => settling.listingOf(name) as MarketDataSource,
  clock,
  pause: async () => undefined,
  log: {
    info: (message: string, fields: object = {}) => {
      if (message === 'market index') indexed = { ...indexed, ...fields }
    },
    warn: quiet,
    error: (message: string) => console.error(message),
    metric: quiet,
  },
}

/** One sync at that moment. `kind` is why it is made. */
const sync = async (kind: 'first' | 'half' | 'changes' | 'walk', day: number): Promise<void> => {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await syncMarkets(deps, { listing: new AbortController().signal, all: new AbortController().signal })
  const { user, system } = process.cpuUsage(cpu)
  const { size } = await stat(join(folder, 'snapshot'))
  const figures = {
    kind,
    day,
    ms: performance.now() - began,
    cpuMs: (user + system) / 1_000,
    markets: indexed.markets,
    bytes: size,
    rssMb: peakMemoryMb(),
    writes: table.writes,
  }
  console.log(JSON.stringify(figures))
}

for (let day = 0; day <= OPEN_DAYS; day += 1) settling.makeDay(day)
await sync('first', 0)
const played = process.cpuUsage()
for (let day = 1; day <= DAYS; day += 1) {
  settling.makeDay(OPEN_DAYS + day)
  // What the syncs of five minutes take in during the day, in fewer and larger ones, and one of five minutes.
  const begins = time.now
  time.now = begins + 12 * HOUR
  await sync('half', day)
  time.now = begins + 12 * HOUR + 5 * MINUTE
  await sync('changes', day)
  time.now = begins + DAY - MINUTE
  await sync('half', day)
  time.now = begins + DAY
  await sync('walk', day)
}
settling.close()
const { user, system } = process.cpuUsage(played)
const last = generatedCatalogue(A_DAY, FROM + (OPEN_DAYS + DAYS) * DAY, OPEN_DAYS + DAYS + 1)
const found = await searchMonth({ file: join(folder, 'snapshot'), folder }, last, A_DAY, 40)
console.log(JSON.stringify({ kind: 'end', dayCpuMs: (user + system) / 1_000 / DAYS, ...found }))
await rm(join(folder, 'snapshot'))
process.exit(0)
