/** A sync of the catalogue reads changes, continues after an interruption, and closes no market without a check. */

import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { loadedSnapshot } from '#adapters/search/queries/loaded-snapshot.ts'
import { marketFinder } from '#adapters/search/snapshot/market-finder.ts'
import { catalogueStore } from '#adapters/search/stage/catalogue-store.ts'
import { marketRowStore } from '#adapters/store/markets/market-rows.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { DAY, HOUR, MINUTE } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { NOW, sampleMarket } from '#test/adapters/store/samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { memoryTable } from '#test/support/store.ts'
import { syncMarkets } from '#use-cases/markets/sync-markets.ts'

const PER_PAGE = 10
const NEVER = new AbortController().signal

/** Markets that end in a hundred days, unless it is said otherwise. */
const numbered = (count: number, change: Partial<Market> = {}): Market[] =>
  Array.from({ length: count }, (_, n) => sampleMarket(`KX${n}`, { expiresAt: NOW + 100 * DAY, ...change }))

/** One exchange under the test's control, a table, and processes that come and go. */
const startDesk = async (markets: Market[]) => {
  const { table } = await memoryTable()
  const time = { now: NOW }
  const clock = () => time.now
  const simulated = {
    /** Markets that the exchange knows. Active markets are listed. */
    known: markets,
    changed: [] as Market[],
    pages: [] as (string | null)[],
    since: [] as number[],
    asked: [] as string[],
    brokenAt: null as string | null,
    brokenNames: [] as string[],
    /** The exchange ignores the names and answers with its first markets, as if it does not know the filter. */
    ignoresNames: false,
  }
  const shelf = snapshotShelf()
  let stop = new AbortController()
  let stopAfter = Number.POSITIVE_INFINITY
  const exchange: Pick<MarketDataSource, 'name' | 'listMarkets' | 'changedMarkets' | 'marketsById'> = {
    name: 'EXCHANGE_A',
    listMarkets: async (cursor) => {
      simulated.pages.push(cursor)
      if (cursor !== null && cursor === simulated.brokenAt) throw new ExchangeUnavailable('EXCHANGE_A', 'no page')
      if (simulated.pages.length >= stopAfter) stop.abort()
      const listed = simulated.known.filter(({ status }) => status === 'active')
      const from = Number(cursor ?? 0)
      const more = from + PER_PAGE < listed.length
      return { markets: listed.slice(from, from + PER_PAGE), cursor: more ? String(from + PER_PAGE) : null }
    },
    changedMarkets: async (since) => {
      simulated.since.push(since)
      return { markets: simulated.changed, cursor: null }
    },
    marketsById: async (ids) => {
      if (ids.some((id) => simulated.brokenNames.includes(id))) throw new ExchangeUnavailable('EXCHANGE_A', '502')
      simulated.asked.push(...ids)
      if (simulated.ignoresNames) return simulated.known.slice(0, ids.length)
      return simulated.known.filter(({ nativeId }) => ids.includes(nativeId))
    },
  }
  const newProcess = () => {
    const deps = {
      marketRows: marketRowStore(table),
      catalogues: catalogueStore({ store: shelf, folder: tmpdir() }),
      // The sync calls nothing else of an exchange.
      exchanges: (name: string) => (name === 'EXCHANGE_A' ? (exchange as MarketDataSource) : null),
      clock,
      pause: async () => undefined,
      log: SILENT_LOG,
    }
    return async (pages = Number.POSITIVE_INFINITY) => {
      stop = new AbortController()
      for (const list of [simulated.pages, simulated.since, simulated.asked]) list.length = 0
      stopAfter = pages
      await syncMarkets(deps, { listing: stop.signal, all: NEVER })
    }
  }
  const everyMarket = () => marketStore(table, { find: marketFinder(shelf, clock) })
  const found = async () => {
    const index = loadedSnapshot({ store: shelf, folder: tmpdir(), clock, log: SILENT_LOG })
    return index.search({}, { limit: 1_000, offset: 0 })
  }
  return {
    time,
    simulated,
    newProcess,
    found,
    rows: marketStore(table),
    statusOf: async (market: Market) => (await everyMarket().get(market.svcId))?.status,
    /** The exchange reports the market in its present state. */
    tell: (market: Market) => {
      simulated.known = [...simulated.known.filter(({ svcId }) => svcId !== market.svcId), market]
      simulated.changed = [...simulated.changed, market]
    },
    size: async () => (await found()).total,
  }
}

const closed = (market: Market): Market => ({ ...market, status: 'closed' })

describe('a sync', () => {
  it('walks through the whole listing first, then reads changes with some minutes of overlap', async () => {
    const { simulated, newProcess, time, tell, size } = await startDesk(numbered(45))
    const run = newProcess()
    await run()
    expect(simulated.pages).toEqual([null, '10', '20', '30', '40'])
    expect(await size()).toBe(45)
    tell(sampleMarket('KXNEW'))
    time.now += 5 * MINUTE
    await run()
    expect(simulated.pages).toEqual([])
    expect(simulated.since).toEqual([NOW - 6 * MINUTE])
    expect(await size()).toBe(46)
    time.now += 5 * MINUTE
    await newProcess()()
    expect(simulated.since).toEqual([NOW - MINUTE])
  })

  it('walks again after a day, and asks by name for open markets that the listing lacks', async () => {
    const all = numbered(45)
    const { simulated, newProcess, statusOf, time } = await startDesk(all)
    await newProcess()()
    const [gone, lost, hidden] = all.slice(7, 10) as [Market, Market, Market]
    simulated.known = all
      .filter((market) => market !== lost)
      .map((market) => (market === gone ? closed(market) : market))
    time.now += DAY - 1
    await newProcess()()
    expect(await statusOf(gone)).toBe('active')
    time.now += 1
    await newProcess()()
    expect(simulated.asked).toEqual([gone.nativeId, lost.nativeId])
    expect([await statusOf(gone), await statusOf(lost), await statusOf(hidden)]).toEqual(['closed', 'closed', 'active'])
  })

  it('stores no row for a market that nothing names, and keeps the rows of the others up to date', async () => {
    const all = numbered(3)
    const { newProcess, statusOf, rows, tell, time } = await startDesk(all)
    const run = newProcess()
    await run()
    const [named, other] = all as [Market, Market]
    expect(await rows.get(named.svcId)).toBeNull()
    await rows.name([named])
    for (const market of [named, other]) tell(closed(market))
    time.now += 5 * MINUTE
    await run()
    expect((await rows.get(named.svcId))?.status).toBe('closed')
    expect(await rows.get(other.svcId)).toBeNull()
    expect(await statusOf(other)).toBe('closed')
  })

  it('corrects a row that was stored while its market closed', async () => {
    const [market] = numbered(1) as [Market]
    const { newProcess, rows, tell, time, simulated } = await startDesk([market])
    const run = newProcess()
    await run()
    tell(closed(market))
    time.now += 5 * MINUTE
    await run()
    simulated.changed = []
    await rows.name([market])
    time.now += 5 * MINUTE
    await run()
    expect((await rows.get(market.svcId))?.status).toBe('closed')
  })

  it('asks each hour for the active markets that are named', async () => {
    const all = numbered(3)
    const { newProcess, rows, time, simulated } = await startDesk(all)
    const run = newProcess()
    await rows.name([all[1] as Market])
    await run()
    expect(simulated.asked).toEqual(['KX1'])
    time.now += HOUR - 1
    await run()
    expect(simulated.asked).toEqual([])
    time.now += 1
    simulated.known = all.map((market) => ({ ...market, name: 'Another name' }))
    await run()
    expect(simulated.asked).toEqual(['KX1'])
    expect((await rows.get(all[1]?.svcId ?? 0))?.name).toBe('Another name')
  })

  it('asks for a market by name if the clock closes or opens it: its exchange reports no change then', async () => {
    const closing = sampleMarket('KXCLOSING', { expiresAt: NOW + HOUR })
    const opening = sampleMarket('KXOPENING', { status: 'closed', opensAt: NOW + HOUR, expiresAt: NOW + 9 * DAY })
    const { newProcess, statusOf, tell, time, simulated } = await startDesk([closing])
    const run = newProcess()
    await run()
    tell(opening)
    time.now += 5 * MINUTE
    await run()
    simulated.changed = []
    expect(await statusOf(opening)).toBe('closed')
    simulated.known = [closed(closing), { ...opening, status: 'active' }]
    time.now = NOW + HOUR + MINUTE
    await run()
    expect(simulated.asked.toSorted()).toEqual(['KXCLOSING', 'KXOPENING'])
    expect([await statusOf(closing), await statusOf(opening)]).toEqual(['closed', 'active'])
    time.now += 5 * MINUTE
    await run()
    expect(simulated.asked).toEqual([])
  })

  it('reports up to when the listing is complete, and nothing before the first walk has ended', async () => {
    const { newProcess, found, time } = await startDesk(numbered(45))
    const run = newProcess()
    await run(2)
    expect((await found()).asOf).toBeNull()
    time.now += 5 * MINUTE
    await run()
    expect((await found()).asOf).toBe(time.now)
  })
})

describe('a closed market', () => {
  it('can be found for three days, also by its svc_id', async () => {
    const all = numbered(3)
    const { newProcess, statusOf, size, tell, time, simulated } = await startDesk(all)
    const run = newProcess()
    await run()
    time.now += HOUR
    tell(closed(all[0] as Market))
    await run()
    simulated.changed = []
    time.now += 3 * DAY - 1
    await run()
    expect([await size(), await statusOf(all[0] as Market)]).toEqual([3, 'closed'])
    time.now += 1
    await run()
    expect([await size(), await statusOf(all[0] as Market)]).toEqual([3, 'closed'])
    time.now += 1
    await run()
    expect([await size(), await statusOf(all[0] as Market)]).toEqual([2, undefined])
  })

  it('stays when something names it', async () => {
    const all = numbered(3)
    const { newProcess, statusOf, size, tell, time, rows, simulated } = await startDesk(all)
    const run = newProcess()
    await run()
    await rows.name([all[0] as Market])
    for (const market of all) tell(closed(market))
    time.now += HOUR
    await run()
    simulated.changed = []
    for (let days = 0; days < 40; days += 4) {
      time.now += 4 * DAY
      await newProcess()()
    }
    expect([await size(), await statusOf(all[0] as Market), await statusOf(all[1] as Market)]).toEqual([
      1,
      'closed',
      undefined,
    ])
  })

  it('is not stored if it was over before it was first listed', async () => {
    const { newProcess, size, tell, time } = await startDesk(numbered(1))
    const run = newProcess()
    await run()
    time.now += HOUR
    tell(sampleMarket('KXOLD', { status: 'closed', expiresAt: NOW - 4 * DAY }))
    tell(sampleMarket('KXYESTERDAY', { status: 'closed', expiresAt: NOW - DAY }))
    await run()
    expect(await size()).toBe(2)
  })
})

describe('a walk without enough time or answers', () => {
  it('continues with the next page in the next run, also in another process', async () => {
    const { simulated, newProcess, size } = await startDesk(numbered(45))
    await newProcess()(2)
    expect(simulated.pages).toEqual([null, '10'])
    expect(await size()).toBe(20)
    await newProcess()(2)
    expect(simulated.pages).toEqual(['20', '30'])
    await newProcess()()
    expect(simulated.pages).toEqual(['40'])
    await newProcess()()
    expect(simulated.pages).toEqual([])
  })

  it('asks for no market by name before its end', async () => {
    const all = numbered(45)
    const { simulated, newProcess, statusOf, time } = await startDesk(all)
    await newProcess()()
    simulated.known = all.map((market, n) => (n === 7 ? closed(market) : market))
    time.now += DAY
    await newProcess()(2)
    expect(simulated.asked).toEqual([])
    expect(await statusOf(all[7] as Market)).toBe('active')
    await newProcess()()
    expect(simulated.asked).toEqual(['KX7'])
    expect(await statusOf(all[7] as Market)).toBe('closed')
  })

  it('asks twice for a page, then in the next run, and then begins anew', async () => {
    const { simulated, newProcess, size } = await startDesk(numbered(45))
    const run = newProcess()
    simulated.brokenAt = '20'
    await run()
    expect(simulated.pages).toEqual([null, '10', '20', '20'])
    expect(await size()).toBe(20)
    await run()
    expect(simulated.pages).toEqual(['20', '20'])
    simulated.brokenAt = null
    await run()
    expect(simulated.pages).toEqual([null, '10', '20', '30', '40'])
  })

  it('leaves names that cannot be asked for to the next run, and continues with the others', async () => {
    const all = numbered(90)
    const { simulated, newProcess, time } = await startDesk(all)
    const run = newProcess()
    await run()
    simulated.known = all.map((market) => closed(market))
    simulated.brokenNames = ['KX50']
    time.now += DAY
    await run()
    expect(simulated.asked.length).toBe(50)
    simulated.brokenNames = []
    await run()
    expect(simulated.asked.length).toBe(40)
    await run()
    expect(simulated.asked).toEqual([])
  })

  it('closes nothing after an answer about markets that were not asked for', async () => {
    const all = numbered(60)
    const { simulated, newProcess, time, statusOf } = await startDesk(all)
    const run = newProcess()
    await run()
    // No longer listed, and unknown by name.
    simulated.known = all.slice(0, 50)
    simulated.ignoresNames = true
    time.now += DAY
    await run()
    expect(simulated.asked).toEqual(all.slice(50).map(({ nativeId }) => nativeId))
    expect(await statusOf(all[55] as Market)).toBe('active')
    simulated.ignoresNames = false
    await run()
    expect(await statusOf(all[55] as Market)).toBe('closed')
  })
})
