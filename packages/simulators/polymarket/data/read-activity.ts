/** GET /v2/activity: what a wallet traded, redeemed, merged and split, newest first (live reference, section 5.1). */

import { iconOf } from '../clob/markets/market-json.ts'
import { numeric, seconds } from '../http/wire-decimals.ts'
import type { MarketReads } from '../world/market-reads.ts'
import { conditionsIn, userIn } from './conditions.ts'
import { dataPage } from './page.ts'
import { type DataQuery, invalidRequest } from './query.ts'

const KINDS = ['TRADE', 'REDEEM', 'MERGE', 'SPLIT'] as const

const ONE = 1_000_000

export const listActivity = (reads: MarketReads, query: DataQuery) => {
  const user = userIn(query)
  if (user === undefined) throw invalidRequest('user is required', 'user')
  const requested = query.choice('type', KINDS)
  const conditions = conditionsIn(query)
  const start = query.whole('start') ?? 0
  const traded = (reads.tradesOf?.(user) ?? []).map((trade) => ({ ...trade, kind: 'TRADE' as const }))
  const rows = [...traded, ...(reads.chainEventsOf?.(user) ?? [])]
    .reverse()
    .sort((one, other) => other.at - one.at)
    .filter(
      ({ kind, at, conditionId }) =>
        at + (reads.activityLagMs ?? 0) <= reads.clock() &&
        (requested === undefined || kind === requested) &&
        seconds(at) >= start &&
        conditions?.includes(conditionId) !== false,
    )
    .flatMap((event) => {
      const market = reads.catalogue.markets.get(event.conditionId)
      if (market === undefined) return []
      const row = {
        proxy_wallet: user,
        timestamp: seconds(event.at),
        condition_id: event.conditionId,
        type: event.kind,
        transaction_hash: event.transactionHash,
        title: market.question,
        slug: market.slug,
        icon: iconOf(market),
        event_slug: market.event.slug,
      }
      if (event.kind === 'TRADE') {
        return [
          {
            ...row,
            size: numeric(event.size),
            usdc_size: numeric(Math.round((event.size * event.price) / ONE)),
            token_id: market.tokens[event.outcome],
            outcome: market.outcomes[event.outcome],
            outcome_index: event.outcome,
          },
        ]
      }
      // One row for each outcome that was redeemed; a merge or split is one row for both.
      if (event.kind !== 'REDEEM') {
        const size = numeric(Math.abs(event.tokens[0]))
        return [{ ...row, size, usdc_size: size, token_id: '', outcome: '', outcome_index: 999 }]
      }
      return ([0, 1] as const)
        .filter((outcome) => event.tokens[outcome] > 0)
        .map((outcome) => ({
          ...row,
          size: numeric(event.tokens[outcome]),
          usdc_size: numeric(event.worth[outcome]),
          token_id: market.tokens[outcome],
          outcome: market.outcomes[outcome],
          outcome_index: outcome,
        }))
    })
  const keyOf = (row: (typeof rows)[number]): string =>
    `${row.transaction_hash}:${row.token_id}:${row.condition_id}:${row.size}`
  const { page, pagination } = dataPage(rows, keyOf, query, { usual: 100, most: 1000 })
  return { data: page, pagination }
}
