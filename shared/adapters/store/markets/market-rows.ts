/** Rows of markets for the sync of the catalogue. */

import type { Market } from '#domain/markets/market.ts'
import { hasVolumeMoved } from '#domain/markets/volume-moved.ts'
import type { MarketRowStore } from '#ports/markets/market-store.ts'
import { MARKET_PARTITIONS, marketKey, marketListPartitions } from '../engine/keys.ts'
import type { Row } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { describe, isNamedRow, marketToRow, rowToMarket } from './market-row.ts'

export const marketRowStore = (table: Table): MarketRowStore => ({
  getMany: async (svcIds) =>
    table.readable(await table.batchGet(svcIds.map(marketKey), { consistent: false }), rowToMarket),

  namedAmong: async (svcIds) => {
    const rows = await rowsAmong(table, svcIds)
    return rows.filter(isNamedRow).map((row) => Number(row['sk']))
  },

  refresh: async (markets) => {
    const latest = new Map(markets.map((market) => [market.svcId, market]))
    const rows = await rowsAmong(table, [...latest.keys()])
    const known = table.readable(rows, (row) => ({ stored: rowToMarket(row), isNamed: isNamedRow(row) }))
    const changed = known.flatMap(({ stored, isNamed }) => {
      const market = latest.get(stored.svcId)
      return market === undefined || !differs(stored, market) ? [] : [marketToRow(market, isNamed)]
    })
    await table.putAll(changed)
  },

  activeRows: async (exchange) => {
    const pages = await Promise.all(
      marketListPartitions(exchange, 'active').map((partition) =>
        table.query({ index: 'list', partition, attributes: ['mn', 'ls'] }),
      ),
    )
    return pages.flat().map(({ mn, ls }) => ({ svcId: Number(ls), nativeId: String(mn) }))
  },
})

/**
 * Existing rows of these markets. Most markets have none, and each read of a missing row costs half a unit. For many markets all rows are read
 * instead, as long as they are few.
 */
const rowsAmong = async (table: Table, svcIds: readonly number[]): Promise<readonly Row[]> => {
  const each = () => table.batchGet(svcIds.map(marketKey), { consistent: false })
  if (svcIds.length < WORTH_READING_ALL) return each()
  const limit = 1 + Math.ceil(svcIds.length / MARKET_PARTITIONS.length)
  const pages = await Promise.all(MARKET_PARTITIONS.map((partition) => table.page({ partition, limit })))
  if (pages.some(({ cursor }) => cursor !== null)) return each()
  const requested = new Set(svcIds)
  return pages.flatMap(({ rows }) => rows).filter((row) => requested.has(Number(row['sk'])))
}

/** Reading all partitions costs at least half a read unit each. */
const WORTH_READING_ALL = 64

/** A row belongs to the market that had its identifier first. */
const differs = (stored: Market, market: Market): boolean =>
  stored.nativeId === market.nativeId &&
  (stored.status !== market.status ||
    hasVolumeMoved(stored.volume24h, market.volume24h) ||
    describe(stored) !== describe(market))
