/** Finds the markets that a text names. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { MarketFilter } from '#ports/markets/market-index.ts'
import { identifierHash, identifiersOf, identifierText, isLongId } from '../snapshot/snapshot-format.ts'
import { marketConditions } from './market-conditions.ts'
import { MARKET_ORDERS } from './market-orders.ts'
import type { SnapshotReads } from './snapshot-reads.ts'

/** Markets that have the text as an identifier, whatever their status. */
export const exactMatches =
  (reads: SnapshotReads) =>
  (text: string, filter: MarketFilter): readonly number[] => {
    const requested = identifierText(text)
    const { where, values } = marketConditions({ ...filter, status: undefined })
    const bySvcId = svcIdsOf(requested).flatMap((svcId) =>
      reads.ids(`SELECT id FROM market WHERE svc_id = ? AND ${where}`, [svcId, ...values]),
    )
    const byName = reads.ids(
      `SELECT market.id FROM identifier CROSS JOIN market USING (id) WHERE hash = ? AND ${where} ORDER BY ${MARKET_ORDERS.volume}`,
      [identifierHash(requested), ...values],
    )
    const ids = [...new Set([...bySvcId, ...byName])]
    const markets = reads.markets(ids)
    return ids.filter((_, place) => {
      const market = markets[place]
      return market !== undefined && (String(market.svcId) === requested || identifiersOf(market).includes(requested))
    })
  }

/** Markets that a text names by their svc_id, or by the long id from which the svc_id follows. */
const svcIdsOf = (text: string): readonly number[] => {
  if (/^\d{1,16}$/.test(text)) return [Number(text)]
  return isLongId(text) ? EXCHANGE_NAMES.map((name) => svcIdOf(name, text)) : []
}
