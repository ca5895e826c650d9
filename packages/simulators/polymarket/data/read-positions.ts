/** Holdings of a wallet, from the Data host (Polymarket reference, section 7.1). */

import { type Holding, holdingsOf } from '../chain/holdings.ts'
import { iconOf, yesPriceOf } from '../clob/markets/market-json.ts'
import { dayOf, numeric, seconds } from '../http/wire-decimals.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import { type MarketReads, stateOf } from '../world/market-reads.ts'
import { conditionsIn, userIn } from './conditions.ts'
import { dataPage } from './page.ts'
import { type DataQuery, invalidRequest } from './query.ts'

export const listPositions = (reads: MarketReads, query: DataQuery) => {
  const user = userIn(query)
  const conditions = conditionsIn(query)
  if (user === undefined && conditions === undefined) throw invalidRequest('user or condition is required', 'user')
  const status = query.choice('status', STATUSES)
  const isShown = dustFilter(query)
  const sort = query.choice('sort_by', SORTS) ?? 'current_value'
  const direction = query.choice('sort_direction', ['ASC', 'DESC'] as const) === 'ASC' ? 1 : -1
  // Other holders of a condition are not listed: only named wallets are known.
  const holdings = user === undefined ? [] : holdingsOf(reads, user)
  const rows = holdings
    .flatMap((holding) => {
      const market = reads.catalogue.markets.get(holding.conditionId)
      if (market === undefined || conditions?.includes(holding.conditionId) === false) return []
      const isPair = holdings.some(
        ({ conditionId, outcome, size }) =>
          conditionId === holding.conditionId && outcome !== holding.outcome && size > 0 && holding.size > 0,
      )
      return [positionJson(reads, user ?? '', holding, market, isPair)]
    })
    .filter((row) => (status === undefined ? row.current_size > 0 : hasStatus(row, status)) && isShown(row))
    .sort((one, other) => (one[sort] - other[sort]) * direction || (one.token_id < other.token_id ? -1 : 1))
  const { page, pagination } = dataPage(rows, ({ token_id }) => token_id, query, { usual: 100, most: 1000 })
  return { data: page, pagination }
}

const ONE = 1_000_000

const STATUSES = ['OPEN', 'REDEEMABLE', 'REDEEMABLE_LOST', 'MERGEABLE', 'CLOSED'] as const
const SORTS = ['current_value', 'current_size', 'total_pnl', 'avg_price', 'current_price', 'last_event_at'] as const

/** Dust is hidden unless it is asked for: less than a tenth of a share. */
const dustFilter = (query: DataQuery): ((row: { current_size: number; current_value: number }) => boolean) => {
  const by = query.choice('filter_type', ['CASH', 'TOKENS'] as const) ?? 'TOKENS'
  const text = query.text('filter_amount') ?? '0.1'
  const amount = Number(text)
  if (text === '' || Number.isNaN(amount) || amount < 0) throw invalidRequest('not an amount', 'filter_amount')
  const wantsClosed = query.text('status') === 'CLOSED'
  return (row) => wantsClosed || (by === 'CASH' ? row.current_value : row.current_size) >= amount
}

/** Redeemable are winners and losers, and OPEN holds them too (live reference, section 5.1). */
const hasStatus = (
  row: { status: string; mergeable: boolean; current_price: number },
  status: (typeof STATUSES)[number],
): boolean => {
  if (status === 'MERGEABLE') return row.mergeable
  if (status === 'REDEEMABLE_LOST') return row.status === 'REDEEMABLE' && row.current_price === 0
  return row.status === status || (status === 'OPEN' && row.status === 'REDEEMABLE')
}

const positionJson = (
  reads: MarketReads,
  user: string,
  holding: Holding,
  market: PolymarketMarket,
  isPair: boolean,
) => {
  const { outcome, size, cost, bought, entryCost, entryFees, realized } = holding
  const { payoutYes, closed } = stateOf(reads, market)
  const yes = payoutYes ?? yesPriceOf(reads, market)
  const price = outcome === 0 ? yes : ONE - yes
  const value = Math.round((size * price) / ONE)
  const unrealized = value - cost
  const other = outcome === 0 ? 1 : 0
  return {
    proxy_wallet: user,
    token_id: market.tokens[outcome],
    condition_id: market.conditionId,
    current_size: numeric(Math.round(size / 100) * 100),
    total_size: numeric(bought),
    avg_price: bought === 0 ? 0 : numeric(Math.round((entryCost / bought) * ONE)),
    entry_cost_usdc: numeric(entryCost),
    entry_fees_usdc: numeric(entryFees),
    total_cost_usdc: numeric(entryCost + entryFees),
    current_price: numeric(price),
    current_value: numeric(value),
    realized_pnl: numeric(realized),
    unrealized_pnl: numeric(unrealized),
    total_pnl: numeric(realized + unrealized),
    percent_pnl: percent(realized + unrealized, entryCost),
    percent_realized_pnl: percent(realized, entryCost),
    status: size === 0 ? 'CLOSED' : closed && payoutYes !== null ? 'REDEEMABLE' : 'OPEN',
    redeemable: closed && payoutYes !== null && size > 0,
    mergeable: isPair,
    negative_risk: market.event.negRisk,
    archived: false,
    title: market.question,
    slug: market.slug,
    icon: iconOf(market),
    event_id: market.event.id,
    event_slug: market.event.slug,
    outcome: market.outcomes[outcome],
    outcome_index: outcome,
    opposite_outcome: market.outcomes[other],
    opposite_token_id: market.tokens[other],
    end_date: dayOf(market.endsAt),
    last_event_at: seconds(holding.lastAt),
    name: '',
    profile_image: '',
    verified: false,
  }
}

const percent = (gain: number, cost: number): number => (cost === 0 ? 0 : Math.round((gain / cost) * 10_000) / 100)
