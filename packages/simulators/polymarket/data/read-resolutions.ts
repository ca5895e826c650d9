/** How markets were resolved, from the Data host (Polymarket reference, section 6.2). */

import { seconds } from '../http/wire-decimals.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import { type MarketReads, stateOf } from '../world/market-reads.ts'
import { conditionsIn } from './conditions.ts'
import { type DataQuery, invalidRequest } from './query.ts'

const ONE = 1_000_000

/** Lists resolutions. A market without a proposed result has no row. */
export const listResolutions = (reads: MarketReads, query: DataQuery) => {
  const conditions = conditionsIn(query)
  const events = query.list('event_id', 20)
  const question = query.text('question_id')
  if ([conditions, events, question].filter((selector) => selector !== undefined).length !== 1) {
    throw invalidRequest('exactly one of question_id, condition, event_id is required')
  }
  const isRequested = ({ conditionId, questionId, event }: PolymarketMarket): boolean =>
    conditions?.includes(conditionId) ?? events?.includes(event.id) ?? questionId === question
  return { data: [...reads.catalogue.markets.values()].filter(isRequested).flatMap((market) => rowsOf(reads, market)) }
}

/** A market that an oracle decides has its price, and no payouts; only up and down markets of a price feed have them. */
const rowsOf = (reads: MarketReads, market: PolymarketMarket): readonly object[] => {
  const { umaResolutionStatus, payoutYes, updatedAt } = stateOf(reads, market)
  if (umaResolutionStatus === null) return []
  const row = {
    condition_id: market.conditionId,
    question_id: market.questionId,
    event_id: market.event.id,
    status: umaResolutionStatus,
    extended_review: false,
    was_disputed: false,
    new_version_q: false,
  }
  if (reads.resolutionReporter === 'chainlink') return [{ ...row, ...byFeed(payoutYes, updatedAt) }]
  return [
    {
      ...row,
      proposed_price: UNSET,
      reproposed_price: UNSET,
      price: payoutYes === null ? UNSET : String(BigInt(payoutYes) * PRICE_UNIT),
      market_type: market.event.negRisk ? 'INCREMENTAL_NEGRISK' : 'BINARY',
      last_update_timestamp: String(seconds(updatedAt)),
    },
  ]
}

/** Payouts are micro units per share, by outcome. */
const byFeed = (payoutYes: number | null, updatedAt: number) => ({
  reporter: 'CHAINLINK',
  last_update_timestamp: seconds(updatedAt),
  ...(payoutYes === null ? {} : { payouts: [payoutYes, ONE - payoutYes], resolved_at: seconds(updatedAt) }),
})

/** The oracle's prices have 18 decimals. */
const PRICE_UNIT = 1_000_000_000_000n
/** The oracle's word for no price. */
const UNSET = '69'
