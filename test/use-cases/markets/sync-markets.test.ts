/** A sync of the catalogue that is cut short anywhere goes on in the next run, and never takes for gone what it has not looked for. */

import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { snapshotPublisher } from '#adapters/search/publish-snapshot.ts'
import { listingPassStore } from '#adapters/store/markets/listing-passes.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Exchange } from '#ports/exchange.ts'
import { ExchangeUnavailable } from '#ports/exchange-unavailable.ts'
import type { Log } from '#ports/log.ts'
import { sampleMarket } from '#test/adapters/store/samples.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { freshTable } from '#test/support/store.ts'
import { syncMarkets } from '#use-cases/markets/sync-markets.ts'

const PER_PAGE = 10
const NEVER = new AbortController().signal
const ignore = () => undefined
const LOG: Log = { info: ignore, warn: ignore, error: ignore, metric: ignore }

const numbered = (count: number): Market[] => Array.from({ length: count }, (_, n) => sampleMarket(`KX${n}`))

/** One exchange under the test's control, a table, and processes that come and go. */
const startDesk = async (listed: Market[]) => {
  const { table } = await freshTable()
  const simulated = {
    listed,
    known: listed,
    pages: [] as (string | null)[],
    asked: [] as string[],
    brokenAt: null as string | null,
  }
  const published: unknown[] = []
  const shelf = snapshotShelf()
  const log: Log = {
    ...LOG,
    info: (message, fields) => message === 'market index' && void published.push(fields?.markets),
  }
  let stop = new AbortController()
  let stopAfter = Number.POSITIVE_INFINITY
  const exchange: Pick<Exchange, 'name' | 'listMarkets' | 'marketsById'> = {
    name: 'EXCHANGE_A',
    listMarkets: async (cursor) => {
      if (cursor !== null && cursor === simulated.brokenAt)
        throw new ExchangeUnavailable('EXCHANGE_A', 'no such cursor')
      simulated.pages.push(cursor)
      if (simulated.pages.length >= stopAfter) stop.abort()
      const from = Number(cursor ?? 0)
      const more = from + PER_PAGE < simulated.listed.length
      return { markets: simulated.listed.slice(from, from + PER_PAGE), cursor: more ? String(from + PER_PAGE) : null }
    },
    marketsById: async (ids) => {
      simulated.asked.push(...ids)
      return simulated.known.filter(({ nativeId }) => ids.includes(nativeId))
    },
  }
  const newProcess = () => {
    const deps = {
      markets: marketStore(table),
      listingPasses: listingPassStore(table),
      marketIndexWriter: snapshotPublisher({ store: shelf, folder: tmpdir() }),
      // The sync calls nothing else of an exchange.
      exchanges: (name: string) => (name === 'EXCHANGE_A' ? (exchange as Exchange) : null),
      log,
    }
    return async (pages = Number.POSITIVE_INFINITY) => {
      stop = new AbortController()
      simulated.pages.length = 0
      stopAfter = pages
      await syncMarkets(deps, { listing: stop.signal, all: NEVER })
    }
  }
  const statusOf = async (market: Market) => (await marketStore(table).get(market.svcId))?.status
  return { simulated, published, newProcess, statusOf, passes: listingPassStore(table) }
}

describe('a sync that runs out of time', () => {
  it('goes on with the next page in the next run, also in another process', async () => {
    const { simulated, newProcess } = await startDesk(numbered(45))
    await newProcess()(2)
    expect(simulated.pages).toEqual([null, '10'])
    await newProcess()(2)
    expect(simulated.pages).toEqual(['20', '30'])
    await newProcess()()
    expect(simulated.pages).toEqual(['40'])
    await newProcess()()
    expect(simulated.pages).toEqual([null, '10', '20', '30', '40'])
  })

  it('asks for no market by name before the listing was read to its end, and then only for what was nowhere in it', async () => {
    const all = numbered(45)
    const { simulated, newProcess, statusOf } = await startDesk(all)
    await newProcess()()
    const gone = all[7] as Market
    simulated.listed = all.filter((market) => market !== gone)
    simulated.known = all.map((market) => (market === gone ? { ...gone, status: 'closed' as const } : market))
    await newProcess()(2)
    await newProcess()(2)
    expect(simulated.asked).toEqual([])
    expect(await statusOf(gone)).toBe('active')
    await newProcess()()
    expect(simulated.asked).toEqual([gone.nativeId])
    expect(await statusOf(gone)).toBe('closed')
  })

  it('begins anew after a cursor the exchange takes no more', async () => {
    const { simulated, newProcess, passes } = await startDesk(numbered(45))
    const run = newProcess()
    await run(2)
    simulated.brokenAt = '20'
    await run()
    expect(simulated.pages).toEqual([])
    expect(await passes.get('EXCHANGE_A')).toBeNull()
    simulated.brokenAt = null
    await run()
    expect(simulated.pages).toHaveLength(5)
  })

  it('still has what it read searchable', async () => {
    const { published, newProcess } = await startDesk(numbered(45))
    await newProcess()(2)
    expect(published).toEqual([20])
  })
})

describe('the search index', () => {
  it('is made when something changed, by one process only then', async () => {
    const { simulated, published, newProcess } = await startDesk(numbered(5))
    const run = newProcess()
    await run()
    await run()
    expect(published).toEqual([5])
    simulated.listed = [...simulated.listed, sampleMarket('KXNEW')]
    await run()
    await run()
    expect(published).toEqual([5, 6])
  })

  it('is made by every new process once: the one before it may have ended before it had made it', async () => {
    const { published, newProcess } = await startDesk(numbered(5))
    await newProcess()()
    await newProcess()()
    expect(published).toEqual([5, 5])
  })
})

it('a market its exchange knows no more is closed', async () => {
  const [kept, lost] = numbered(2) as [Market, Market]
  const { simulated, newProcess, statusOf } = await startDesk([kept, lost])
  await newProcess()()
  simulated.listed = [kept]
  simulated.known = [kept]
  await newProcess()()
  expect([await statusOf(kept), await statusOf(lost)]).toEqual(['active', 'closed'])
})
