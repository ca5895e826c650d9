/** The market catalogue in the table: what changed is written, and nothing else. */

import { createHash } from 'node:crypto'
import { ONE } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import type { MarketStore } from '#ports/market-store.ts'
import { MARKET_PARTITIONS, marketKey, marketListPartition } from '../engine/keys.ts'
import type { Cursor, Table } from '../engine/table.ts'
import { describe, marketToRow, rowToMarket } from './market-row.ts'

export interface MarketStoreOptions {
  /** Two markets whose 53-bit identifiers are equal: the one stored first keeps it, the other cannot be traded. */
  readonly onCollision?: (refused: Market, stored: Pick<Market, 'nativeId'>) => void
}

/** One row for each market; those of the catalogue are spread over 16 partitions. */
export const marketStore = (table: Table, options: MarketStoreOptions = {}): MarketStore => {
  /** What this process wrote or read last, so that a sync reads the catalogue once and not at each run. */
  const seen = new Map<number, Trace>()

  const recall = async (markets: readonly Market[]): Promise<void> => {
    const unknown = markets.filter((market) => !seen.has(market.svcId)).map((market) => marketKey(market.svcId))
    const rows = await table.batchGet(unknown, { consistent: false })
    for (const market of rows.map(rowToMarket)) seen.set(market.svcId, traceOf(market))
  }

  return {
    get: async (svcId) => {
      const row = await table.get(marketKey(svcId), { consistent: false })
      return row === null ? null : rowToMarket(row)
    },

    getMany: async (svcIds) =>
      (await table.batchGet([...new Set(svcIds)].map(marketKey), { consistent: false })).map(rowToMarket),

    putChanged: async (markets) => {
      await recall(markets)
      const changed = new Map<number, Market>()
      for (const market of markets) {
        const rival = changed.get(market.svcId)
        const stored = rival === undefined ? seen.get(market.svcId) : traceOf(rival)
        if (stored !== undefined && stored.nativeId !== market.nativeId) options.onCollision?.(market, stored)
        else if (stored === undefined || differs(stored, market)) changed.set(market.svcId, market)
      }
      await table.putAll([...changed.values()].map(marketToRow))
      for (const market of changed.values()) seen.set(market.svcId, traceOf(market))
      return [...changed.values()]
    },

    all: async function* () {
      for (const partition of MARKET_PARTITIONS) {
        let cursor: Cursor | null = null
        do {
          const page = await table.page({ partition, consistent: true }, cursor)
          for (const row of page.rows) yield rowToMarket(row)
          cursor = page.cursor
        } while (cursor !== null)
      }
    },

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
const differs = (stored: Trace, market: Market): boolean => {
  if (stored.status !== market.status || stored.print !== printOf(market)) return true
  const moved = Math.abs(market.volume24h - stored.volume24h)
  return (market.volume24h === 0 && moved > 0) || (moved >= 100 * ONE && moved >= stored.volume24h / 10)
}

/** What it takes to see that a market changed: a catalogue of 200,000 is too large to be kept. */
type Trace = Pick<Market, 'nativeId' | 'status' | 'volume24h'> & { readonly print: string }

const traceOf = (market: Market): Trace => ({
  nativeId: market.nativeId,
  status: market.status,
  volume24h: market.volume24h,
  print: printOf(market),
})

const printOf = (market: Market): string =>
  createHash('sha256').update(describe(market)).digest('base64url').slice(0, 22)
