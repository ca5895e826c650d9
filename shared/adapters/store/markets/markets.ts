/** Markets that are named by stored objects, as rows of the table. All others are found in the search snapshot. */

import type { Market } from '#domain/markets/market.ts'
import type { ReadOptions } from '#ports/kernel/unreadable-row.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import { type Key, marketKey } from '../engine/keys.ts'
import { recordsOf } from '../engine/readable.ts'
import type { Row } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { isNamedRow, marketToRow, rowToMarket } from './market-row.ts'

export interface MarketStoreOptions {
  /** Finds a market without a row. By default only markets with a row exist. */
  readonly find?: ((svcId: number) => Promise<Market | null>) | null
}

export const marketStore = (table: Table, { find = null }: MarketStoreOptions = {}): MarketStore => {
  /** Markets that this process knows to have a permanent row. */
  const named = new Set<number>()

  const remember = (svcId: number): void => {
    if (named.size >= MOST_REMEMBERED) named.clear()
    named.add(svcId)
  }
  const marketOf = (row: Row): Market => {
    const market = rowToMarket(row)
    if (isNamedRow(row)) remember(market.svcId)
    return market
  }
  const rowsOf = async (svcIds: readonly number[], options?: ReadOptions): Promise<readonly Market[]> =>
    recordsOf(table, await table.batchGet(svcIds.map(marketKey), { consistent: false }), marketOf, options)

  /** A row that was stored a moment ago may be missing from the first read. */
  const missed = async (svcIds: readonly number[], options?: ReadOptions): Promise<readonly Market[]> => {
    if (svcIds.length === 0) return []
    if (find !== null) return (await Promise.all(svcIds.map(find))).filter((market) => market !== null)
    return recordsOf(table, await table.batchGet(svcIds.map(marketKey)), marketOf, options)
  }

  return {
    get: async (svcId) => {
      const row = await table.get(marketKey(svcId), { consistent: false })
      return row === null ? ((await missed([svcId]))[0] ?? null) : marketOf(row)
    },

    getMany: async (svcIds, options) => {
      const requested = [...new Set(svcIds)]
      const found = new Map((await rowsOf(requested, options)).map((market) => [market.svcId, market]))
      const others = requested.filter((svcId) => !found.has(svcId))
      for (const market of await missed(others, options)) found.set(market.svcId, market)
      return requested.flatMap((svcId) => found.get(svcId) ?? [])
    },

    name: async (markets) => {
      const unsure = markets.filter(({ svcId }) => !named.has(svcId))
      if (unsure.length === 0) return
      const rows = await table.batchGet(unsure.map(({ svcId }) => marketKey(svcId)))
      const stored = new Map(rows.map((row) => [Number(row['sk']), row]))
      for (const market of unsure) {
        const row = stored.get(market.svcId)
        if (row === undefined || !isNamedRow(row)) await put(table, market, row)
        remember(market.svcId)
      }
    },
  }
}

const MOST_REMEMBERED = 20_000

/** Another process may have stored the row meanwhile, which is as good. */
const put = async (table: Table, market: Market, row: (Row & Partial<Key>) | undefined): Promise<void> => {
  const [stored] = row === undefined ? [market] : table.readable([row], rowToMarket)
  if (stored === undefined) return
  const named = marketToRow(stored, true)
  await table.write([{ put: named, expect: row === undefined ? 'absent' : { same: { doc: String(row['doc']) } } }])
}
