/** The rows of markets as the sync of the catalogue tends them. */

import type { Market } from '#domain/markets/market.ts'
import { hasVolumeMoved } from '#domain/markets/volume-moved.ts'
import type { MarketRowStore } from '#ports/market-store.ts'
import { marketKey, marketListPartition } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import { describe, isNamedRow, marketToRow, rowToMarket } from './market-row.ts'

export const marketRowStore = (table: Table): MarketRowStore => ({
  getMany: async (svcIds) => (await table.batchGet(svcIds.map(marketKey), { consistent: false })).map(rowToMarket),

  namedAmong: async (svcIds) => {
    const rows = await table.batchGet(svcIds.map(marketKey), { consistent: false })
    return rows.filter(isNamedRow).map((row) => Number(row['sk']))
  },

  refresh: async (markets) => {
    const latest = new Map(markets.map((market) => [market.svcId, market]))
    const rows = await table.batchGet([...latest.keys()].map(marketKey), { consistent: false })
    const changed = rows.flatMap((row) => {
      const market = latest.get(Number(row['sk']))
      return market === undefined || !differs(rowToMarket(row), market) ? [] : [marketToRow(market, isNamedRow(row))]
    })
    await table.putAll(changed)
  },

  activeRows: async (exchange) => {
    const partition = marketListPartition(exchange, 'active')
    const rows = await table.query({ index: 'list', partition, attributes: ['mn', 'ls'] })
    return rows.map(({ mn, ls }) => ({ svcId: Number(ls), nativeId: String(mn) }))
  },
})

/** A row belongs to the market that had its identifier first. */
const differs = (stored: Market, market: Market): boolean =>
  stored.nativeId === market.nativeId &&
  (stored.status !== market.status ||
    hasVolumeMoved(stored.volume24h, market.volume24h) ||
    describe(stored) !== describe(market))
