/** Filters and further conditions on markets as SQL. */

import type { SQLInputValue } from 'node:sqlite'
import type { MarketFilter } from '#ports/markets/market-index.ts'
import type { Condition } from './snapshot-reads.ts'

export const marketConditions = (filter: MarketFilter, more: readonly Condition[] = []) => {
  const { exchange, status, category, expiresFrom, expiresBefore, svcIds } = filter
  const given: ReadonlyArray<readonly [string, SQLInputValue | undefined]> = [
    ['market.exchange = ?', exchange],
    ['market.status = ?', status],
    ['market.category = ?', category],
    ['market.expires_at >= ?', expiresFrom],
    ['market.expires_at < ?', expiresBefore],
    ['market.svc_id IN (SELECT value FROM json_each(?))', svcIds === undefined ? undefined : JSON.stringify(svcIds)],
  ]
  const used: readonly Condition[] = [
    ...given.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, values: [value] }])),
    ...more,
  ]
  return {
    where: used.length === 0 ? 'true' : used.map(({ sql }) => sql).join(' AND '),
    values: used.flatMap(({ values }) => values),
  }
}
