/** Snapshots of a few markets in a folder of their own, which goes with the test file. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll } from 'vitest'
import { openSnapshot, type Snapshot } from '#adapters/search/queries/open-snapshot.ts'
import { receiveSnapshot } from '#adapters/search/snapshot/receive-snapshot.ts'
import { openStage } from '#adapters/search/stage/stage.ts'
import { money } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import type { MarketFilter, MarketPage } from '#ports/markets/market-index.ts'
import { sampleMarket } from '#test/adapters/store/samples.ts'

export const snapshotDesk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  const opened: Snapshot[] = []
  let files = 0
  afterAll(() => {
    for (const snapshot of opened) snapshot.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const file = (): string => join(folder, `${files++}.db`)
  const snapshotOf = async (markets: readonly Market[]): Promise<Snapshot> => {
    const stage = openStage(folder)
    stage.catalogue.take(markets, { walk: 1, now: 0 })
    const { bytes } = await stage.bytes(0)
    stage.close()
    const stored = { version: '1', bytes: Readable.from([bytes]) }
    const snapshot = openSnapshot(await receiveSnapshot(stored, folder, AbortSignal.timeout(10_000)))
    opened.push(snapshot)
    return snapshot
  }
  return {
    folder,
    file,
    snapshotOf,
    /** Result of a search among these markets: their native ids in order, and the total. */
    finder: async (markets: readonly Market[]) => {
      const snapshot = await snapshotOf(markets)
      return (filter: MarketFilter, page: MarketPage = { limit: 1_000, offset: 0 }) => {
        const found = snapshot.search(filter, page)
        return [found.markets.map(({ nativeId }) => nativeId), found.total] as const
      }
    },
  }
}

export const dollars = (amount: number) => money(amount * 1_000_000)

/** A market of which nothing is said but what the test says. */
export const plainMarket = (nativeId: string, change: Partial<Market> = {}): Market =>
  sampleMarket(nativeId, { name: 'x', description: 'x', tags: [], volume24h: money(0), ...change })

/** The same on EXCHANGE_B, under its condition id. */
export const plainMarketB = (conditionId: string, change: Partial<Market> = {}): Market =>
  plainMarket(conditionId, { exchange: 'EXCHANGE_B', ticker: null, conditionId, ...change })
