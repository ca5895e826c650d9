/** How a running search comes to a newer snapshot, and what it does when there is none, or a damaged one. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SEARCH_LOG } from '#adapters/search/log-messages.ts'
import { loadedSnapshot } from '#adapters/search/queries/loaded-snapshot.ts'
import { FORMAT } from '#adapters/search/snapshot/snapshot-format.ts'
import { layoutBytes, readLayout, toBytes } from '#adapters/search/snapshot/snapshot-layout.ts'
import type { StoredSnapshot } from '#adapters/search/snapshot/snapshot-store.ts'
import { openStage } from '#adapters/search/stage/stage.ts'
import type { Log } from '#ports/kernel/log.ts'
import { IndexUnavailable } from '#ports/markets/market-index.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { plainMarket, snapshotDesk } from '../snapshot-desk.ts'

const { folder, file } = snapshotDesk()
const PAGE = { limit: 10, offset: 0 }

/** A store a test can damage and stop, and a search over it on a clock of its own. */
const startSearch = () => {
  const time = { now: 1_000_000 }
  const shelf = { version: 0, bytes: null as Uint8Array | null, looks: 0, gate: Promise.resolve() }
  const errors: string[] = []
  const log: Log = { ...SILENT_LOG, error: (message) => void errors.push(message) }
  const store = {
    put: async (bytes: Uint8Array) => {
      shelf.bytes = bytes
      shelf.version += 1
      return String(shelf.version)
    },
    version: async () => String(shelf.version),
    get: async (known: string | null): Promise<StoredSnapshot | null> => {
      shelf.looks += 1
      await shelf.gate
      if (shelf.bytes === null) throw new Error('no such object')
      if (known === String(shelf.version)) return null
      return { version: String(shelf.version), bytes: Readable.from([shelf.bytes]) }
    },
  }
  const index = loadedSnapshot({ store, folder, clock: () => time.now, log })
  return {
    index,
    time,
    shelf,
    errors,
    store,
    publish: async (...names: string[]) => {
      const stage = openStage(folder)
      stage.catalogue.take(
        names.map((name) => plainMarket(name)),
        { walk: 1, now: 0 },
      )
      await store.put((await stage.bytes(null)).bytes)
      stage.close()
    },
    names: async () => (await index.search({}, PAGE)).markets.map(({ nativeId }) => nativeId).sort(),
  }
}

/** Lets background work end. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 100))

describe('a search over the stored snapshot', () => {
  it('loads it with the first question, once for all that ask at the same time', async () => {
    const { publish, names, shelf } = startSearch()
    await publish('A', 'B')
    expect(await Promise.all([names(), names(), names()])).toEqual([
      ['A', 'B'],
      ['A', 'B'],
      ['A', 'B'],
    ])
    expect(shelf.looks).toBe(1)
  })

  it('looks for a newer one after 20 s, answers from the old one meanwhile, and has it later', async () => {
    const { publish, names, shelf, time } = startSearch()
    await publish('A')
    await names()
    await publish('B')
    time.now += 20_000
    expect(await names()).toEqual(['A'])
    expect(shelf.looks).toBe(1)
    time.now += 1
    const gate = Promise.withResolvers<void>()
    shelf.gate = gate.promise
    expect(await names()).toEqual(['A'])
    expect(await names()).toEqual(['A'])
    expect(shelf.looks).toBe(2)
    gate.resolve()
    await expect.poll(names).toEqual(['B'])
  })

  it('does not transfer what it has', async () => {
    const { publish, names, shelf, time } = startSearch()
    await publish('A')
    await names()
    shelf.bytes = Buffer.from('would not do')
    time.now += 30_000
    await names()
    await rest()
    expect(shelf.looks).toBe(2)
    expect(await names()).toEqual(['A'])
  })

  it('waits for the check if the last one is 50 s old: no result is older than a minute', async () => {
    const { publish, names, time } = startSearch()
    await publish('A')
    await names()
    await publish('B')
    time.now += 50_001
    expect(await names()).toEqual(['B'])
  })

  it.each([1_000, 600_000])(
    'takes it for no failure that a look broke off for which nobody waited: AWS stops it with its function (%i ms)',
    async (pause) => {
      const { publish, names, shelf, time, errors } = startSearch()
      await publish('A')
      await names()
      time.now += 30_000
      const gate = Promise.withResolvers<void>()
      shelf.gate = gate.promise
      expect(await names()).toEqual(['A'])
      // The connection is lost when the function continues.
      time.now += pause
      shelf.gate = Promise.resolve()
      gate.reject(new Error('socket hang up'))
      await rest()
      await publish('B')
      await expect.poll(names).toEqual(['B'])
      expect(errors).toEqual([])
    },
  )

  it('reports that it cannot be loaded once a search waits for it, however many checks came before', async () => {
    const { publish, names, shelf, time, errors } = startSearch()
    await publish('A')
    await names()
    shelf.bytes = null
    for (const _ of [1, 2]) {
      time.now += 25_000
      expect(await names()).toEqual(['A'])
      await rest()
      expect(errors).toEqual([])
    }
    time.now += 1_000
    expect(await names()).toEqual(['A'])
    expect(errors[0]).toBe(SEARCH_LOG.snapshotNotLoaded)
  })

  it('says so when there is none, and finds the first one with the next question', async () => {
    const { publish, names } = startSearch()
    await expect(names()).rejects.toThrow(IndexUnavailable)
    await publish('A')
    expect(await names()).toEqual(['A'])
  })

  it('leaves no file behind', async () => {
    const { publish, names, time } = startSearch()
    await publish('A')
    await names()
    await publish('B')
    time.now += 60_000
    await names()
    expect(readdirSync(folder).filter((name) => /^(searched|making)-/.test(name))).toEqual([])
  })
})

describe('a damaged snapshot', () => {
  const damages: Readonly<Record<string, (good: Buffer) => Buffer | null>> = {
    'that is missing': () => null,
    'that is empty': () => Buffer.alloc(0),
    'that is cut off': (good) => good.subarray(0, good.length - 100),
    'that is cut off in its middle': (good) => good.subarray(0, good.length / 2),
    'with one wrong bit in its index': (good) =>
      Buffer.from(good.map((byte, at) => (at === good.length - 50 ? byte ^ 1 : byte))),
    'that is no snapshot': () => Buffer.from('<html>'),
    'of the format of earlier versions': () => zstdCompressSync(Buffer.from('SQLite format 3')),
    'that holds another database': (good) => repacked(good, 'DROP TABLE market'),
    'of another format': (good) =>
      Buffer.from(good.toString('latin1').replace(`"format":${FORMAT}`, '"format":9'), 'latin1'),
    'that lacks markets': (good) => repacked(good, 'DELETE FROM market WHERE id = (SELECT min(id) FROM market)'),
    'with broken pages': (good) => {
      const bytes = indexOf(good)
      for (let page = 8_192; page < bytes.length; page += 8_192) bytes.fill(0xff, page, page + 64)
      return withIndex(good, bytes)
    },
  }

  const layoutOf = (good: Buffer) => readLayout(good.subarray(0, layoutBytes(good)))
  const indexOf = (good: Buffer): Buffer => zstdDecompressSync(good.subarray(layoutOf(good).index.at))
  /** The index alone, for as many markets: nobody comes as far as the packs. */
  const withIndex = (good: Buffer, index: Buffer): Buffer => {
    const markets = Array.from({ length: layoutOf(good).markets }, (_, n) => ({ svcId: n, pack: 0, slot: n }))
    return toBytes({
      asOf: null,
      markets,
      packs: { sizes: () => [], copyInto: () => undefined },
      index: [zstdCompressSync(index)],
    })
  }

  /** A well packed snapshot with something changed inside. */
  const repacked = (good: Buffer, sql: string): Buffer => {
    const name = file()
    writeFileSync(name, indexOf(good))
    const database = new DatabaseSync(name)
    database.exec(sql)
    database.close()
    return withIndex(good, readFileSync(name))
  }

  it.each(Object.entries(damages))(
    '%s leaves the last good one serving, until there is a better one',
    async (_, damage) => {
      const { publish, names, shelf, store, time, errors } = startSearch()
      await publish('A', 'B', 'C')
      await names()
      const bad = damage(Buffer.from(shelf.bytes ?? []))
      if (bad === null) shelf.bytes = null
      else await store.put(bad)
      time.now += 60_000
      expect(await names()).toEqual(['A', 'B', 'C'])
      expect(errors[0]).toBe(SEARCH_LOG.snapshotNotLoaded)
      await publish('D')
      time.now += 60_000
      expect(await names()).toEqual(['D'])
    },
  )

  it.each(Object.entries(damages))('%s and nothing before it is no answer at all', async (_, damage) => {
    const { publish, names, shelf, store } = startSearch()
    await publish('A', 'B', 'C')
    const bad = damage(Buffer.from(shelf.bytes ?? []))
    if (bad === null) shelf.bytes = null
    else await store.put(bad)
    await expect(names()).rejects.toThrow(IndexUnavailable)
  })
})
