/** The market catalogue in the table: what changed is written, and nothing else. */

import type { Market } from '#domain/market.ts'
import { ONE } from '#domain/numbers.ts'
import type { MarketStore } from '#ports/store.ts'
import { marketKey, marketListPartition } from './keys.ts'
import { describe, marketToRow, rowToMarket } from './market-row.ts'
import { searchMarkets } from './search-markets.ts'
import type { Table } from './table.ts'

export interface MarketStoreOptions {
  /** Two markets whose 53-bit identifiers are equal: the one stored first keeps it, the other cannot be traded. */
  readonly onCollision?: (refused: Market, stored: Market) => void
}

export const marketStore = (table: Table, options: MarketStoreOptions = {}): MarketStore => {
  /** What this process wrote or read last, so that a sync reads the catalogue once and not at each run. */
  const seen = new Map<number, Market>()

  const recall = async (markets: readonly Market[]): Promise<void> => {
    const unknown = markets.filter((market) => !seen.has(market.svcId)).map((market) => marketKey(market.svcId))
    const rows = await table.batchGet(unknown, { consistent: false })
    for (const market of rows.map(rowToMarket)) seen.set(market.svcId, market)
  }

  return {
    get: async (svcId) => {
      const row = await table.get(marketKey(svcId), { consistent: false })
      return row === null ? null : rowToMarket(row)
    },

    putChanged: async (markets) => {
      await recall(markets)
      const changed = new Map<number, Market>()
      for (const market of markets) {
        const stored = changed.get(market.svcId) ?? seen.get(market.svcId)
        if (stored !== undefined && stored.nativeId !== market.nativeId) options.onCollision?.(market, stored)
        else if (stored === undefined || differs(stored, market)) changed.set(market.svcId, market)
      }
      await table.putAll([...changed.values()].map(marketToRow))
      for (const market of changed.values()) seen.set(market.svcId, market)
      return changed.size
    },

    search: (filter, page) => searchMarkets(table, filter, page),

    activeIds: async (exchange) => {
      const partition = marketListPartition(exchange, 'active')
      const rows = await table.query({ index: 'list', partition, attributes: ['mn'] })
      return rows.map((row) => String(row.mn))
    },
  }
}

/**
 * Whether a market is worth a write. Its 24 h volume moves all day and only ranks search results, so it counts as changed
 * from a tenth of itself on, and from $100 on, or when it falls to nothing.
 */
const differs = (stored: Market, market: Market): boolean => {
  if (stored.status !== market.status || describe(stored) !== describe(market)) return true
  const moved = Math.abs(market.volume24h - stored.volume24h)
  return (market.volume24h === 0 && moved > 0) || (moved >= 100 * ONE && moved >= stored.volume24h / 10)
}
