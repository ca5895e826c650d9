/** The catalogue between two walks: markets come and are forgotten with each sync, and the snapshot stays about as small as a new one. */

import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSnapshot, type Snapshot } from '#adapters/search/queries/open-snapshot.ts'
import { marketFinder } from '#adapters/search/snapshot/market-finder.ts'
import { receiveSnapshot } from '#adapters/search/snapshot/receive-snapshot.ts'
import { catalogueStore } from '#adapters/search/stage/catalogue-store.ts'
import { openStage } from '#adapters/search/stage/stage.ts'
import type { Market } from '#domain/markets/market.ts'
import { generatedCatalogue } from '#local/bench/search/generated-catalogue.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { plainMarket, snapshotDesk } from '../snapshot-desk.ts'

const { folder } = snapshotDesk()
const { signal } = new AbortController()
const NOW = Date.parse('2026-11-21T00:00:00Z')
const AT_FIRST = inThisRun({ usual: 1_000, long: 3_000 })
const SYNCS = inThisRun({ usual: 12, long: 30 })
/** Six in ten of those at first are gone in the end. */
const EACH_SYNC = (AT_FIRST * 0.6) / SYNCS

const all: readonly Market[] = [...generatedCatalogue(AT_FIRST + SYNCS * EACH_SYNC, NOW)].map((market) => ({
  ...market,
  status: 'active',
}))
const some = (markets: readonly Market[]) => markets.filter((_, place) => place % 40 === 0)

/** Shuffled: a sync forgets markets in an order that is unrelated to their arrival. */
const shuffled = (markets: readonly Market[]) => [...markets].sort((one, other) => one.svcId - other.svcId)

describe('a snapshot after many syncs without a walk', () => {
  const shelf = snapshotShelf()
  const kept = new Map(all.slice(0, AT_FIRST).map((market) => [market.svcId, market]))
  const forgotten: Market[] = []
  const sizes: number[] = []
  let snapshot: Snapshot

  beforeAll(async () => {
    const store = catalogueStore({ store: shelf, folder })
    const first = await store.open(signal)
    first.take([...kept.values()], { walk: 1, now: NOW })
    await store.publish({ asOf: NOW, tidy: true })
    for (let sync = 0; sync < SYNCS; sync += 1) {
      const catalogue = await store.open(signal)
      const begin = AT_FIRST + sync * EACH_SYNC
      const added = all.slice(begin, begin + EACH_SYNC)
      const gone = shuffled([...kept.values()]).slice(0, EACH_SYNC)
      catalogue.take(added, { walk: 1, now: NOW })
      catalogue.forget(gone.map(({ svcId }) => svcId))
      for (const market of added) kept.set(market.svcId, market)
      for (const market of gone) kept.delete(market.svcId)
      forgotten.push(...gone)
      const made = await store.publish({ asOf: NOW, tidy: false })
      sizes.push(made?.bytes ?? Number.POSITIVE_INFINITY)
    }
    const stored = { version: '1', bytes: Readable.from([shelf.stored()?.bytes ?? Buffer.alloc(0)]) }
    snapshot = openSnapshot(await receiveSnapshot(stored, folder, signal))
  }, 60_000)

  it('was at no moment much larger than one that is made of the same markets at once', async () => {
    const stage = openStage(folder)
    stage.catalogue.take([...kept.values()], { walk: 1, now: NOW })
    stage.tidy()
    const fresh = await stage.bytes(NOW)
    stage.close()
    expect(Math.max(...sizes) / fresh.bytes.length).toBeLessThan(1.3)
  })

  it('shows each of its markets as it was listed', async () => {
    const find = marketFinder(shelf, () => NOW)
    for (const market of some([...kept.values()])) expect(await find(market.svcId)).toEqual(market)
    expect(snapshot.size).toBe(kept.size)
  })

  it('finds each by its words, and none that is forgotten', () => {
    const named = ({ name }: Market) => snapshot.search({ text: name }, { limit: 50, offset: 0 }).markets
    for (const market of some([...kept.values()])) expect(named(market)).toContainEqual(market)
    for (const market of some(forgotten)) expect(named(market)).not.toContainEqual(market)
  })
})

it('keeps more markets of one kind than stand together, all under ids of their own', async () => {
  const markets = Array.from({ length: 1_000 }, (_, n) => plainMarket(`KXONE-26-${n}`, { name: `n${n} market` }))
  const shelf = snapshotShelf()
  const store = catalogueStore({ store: shelf, folder })
  const catalogue = await store.open(signal)
  catalogue.take(markets, { walk: 1, now: 0 })
  await store.publish({ asOf: 0, tidy: false })
  const again = await store.open(signal)
  again.forget(markets.slice(200, 400).map(({ svcId }) => svcId))
  again.take(markets.slice(200, 400), { walk: 1, now: 0 })
  await store.publish({ asOf: 0, tidy: false })
  const stored = { version: '1', bytes: Readable.from([shelf.stored()?.bytes ?? Buffer.alloc(0)]) }
  const snapshot = openSnapshot(await receiveSnapshot(stored, folder, signal))
  for (const market of markets.filter((_, place) => place % 7 === 0))
    expect(snapshot.search({ text: market.name }, { limit: 5, offset: 0 }).markets).toEqual([market])
  snapshot.close()
})
