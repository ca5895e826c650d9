/** Markets as the CLOB writes them: in full, simplified, and in short keys (Polymarket reference, section 5). */

import { numeric, secondTime } from '../../http/wire-decimals.ts'
import type { PolymarketMarket } from '../../world/catalogue.ts'
import { hasEnded, type MarketReads, stateOf } from '../../world/market-reads.ts'
import { findBook, hasBook, midOf } from './token-book.ts'

const ONE = 1_000_000
const LEGACY_FEE_BPS = 1000

export const clobMarketJson = (reads: MarketReads, market: PolymarketMarket) => {
  const { event } = market
  const state = stateOf(reads, market)
  return {
    enable_order_book: hasBook(reads, market),
    active: true,
    // At once when trading has ended, before the result stands (Polymarket reference on live behaviour, section 5.2).
    closed: state.closed || hasEnded(state, reads.clock()),
    archived: false,
    accepting_orders: state.acceptingOrders,
    accepting_order_timestamp: secondTime(market.opensAt),
    minimum_order_size: numeric(market.minSize),
    minimum_tick_size: numeric(market.tick),
    condition_id: market.conditionId,
    question_id: market.questionId,
    question: market.question,
    description: market.description,
    market_slug: market.slug,
    end_date_iso: secondTime(market.endsAt),
    game_start_time: event.gameStartsAt === null ? null : secondTime(event.gameStartsAt),
    seconds_delay: market.secondsDelay,
    fpmm: '',
    maker_base_fee: legacyFee(market),
    taker_base_fee: legacyFee(market),
    notifications_enabled: true,
    neg_risk: event.negRisk,
    neg_risk_market_id: event.negRiskMarketId ?? '',
    neg_risk_request_id: event.negRisk ? market.questionId : '',
    icon: iconOf(market),
    image: iconOf(market),
    rewards: rewardsJson(market),
    is_50_50_outcome: state.payoutYes === ONE / 2,
    tokens: tokensJson(reads, market),
    tags: event.tags.map(({ label }) => label),
  }
}

export const simplifiedMarketJson = (reads: MarketReads, market: PolymarketMarket) => {
  const state = stateOf(reads, market)
  return {
    condition_id: market.conditionId,
    rewards: rewardsJson(market),
    tokens: tokensJson(reads, market),
    active: true,
    closed: state.closed || hasEnded(state, reads.clock()),
    archived: false,
    accepting_orders: state.acceptingOrders,
  }
}

export const shortMarketJson = (reads: MarketReads, market: PolymarketMarket) => {
  const { conditionId, tokens, outcomes, event, feeRate, announcedVersion } = market
  return {
    c: conditionId,
    t: [
      { t: tokens[0], o: outcomes[0] },
      { t: tokens[1], o: outcomes[1] },
    ],
    mts: numeric(market.tick),
    mos: numeric(market.minSize),
    mbf: legacyFee(market),
    tbf: legacyFee(market),
    ...(feeRate === 0 ? {} : { fd: { r: numeric(feeRate), e: 1, to: true } }),
    r: { mi: 50, ma: 4.5, e: isRewarded(market) },
    nr: event.negRisk,
    ao: stateOf(reads, market).acceptingOrders,
    aot: secondTime(market.opensAt),
    sd: market.secondsDelay,
    ...(event.gameStartsAt === null ? {} : { gst: secondTime(event.gameStartsAt) }),
    cbos: event.gameStartsAt !== null,
    itode: false,
    rfqe: false,
    ibce: false,
    oas: 0,
    ...(announcedVersion === null ? {} : { v: announcedVersion }),
  }
}

/** Markets that pay for quotes: about half of them. */
export const isRewarded = ({ conditionId }: PolymarketMarket): boolean => /[0-7]$/.test(conditionId)

/** A number that fees must not be computed from. */
export const legacyFee = ({ feeRate }: PolymarketMarket): number => (feeRate === 0 ? 0 : LEGACY_FEE_BPS)

export const iconOf = ({ event }: PolymarketMarket): string => `https://example.org/images/${event.slug}.png`

const rewardsJson = (market: PolymarketMarket) => ({
  rates: isRewarded(market)
    ? [{ asset_address: '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB', rewards_daily_rate: 30 }]
    : null,
  min_size: 50,
  max_spread: 4.5,
})

const tokensJson = (reads: MarketReads, market: PolymarketMarket) => {
  const { payoutYes: decided } = stateOf(reads, market)
  const isContradicted = reads.contradictedOutcomes?.includes(market.conditionId) === true
  const payoutYes = decided !== null && isContradicted ? ONE - decided : decided
  const yes = payoutYes ?? yesPriceOf(reads, market)
  return ([0, 1] as const).map((outcome) => {
    const price = outcome === 0 ? yes : ONE - yes
    return {
      token_id: market.tokens[outcome],
      outcome: market.outcomes[outcome],
      price: numeric(price),
      winner: payoutYes !== null && price === ONE,
    }
  })
}

/** The middle of the book, the last price without one. */
export const yesPriceOf = (reads: MarketReads, market: PolymarketMarket): number => {
  const book = findBook(reads, market.tokens[0])
  if (book !== null && (book.bids.length > 0 || book.asks.length > 0)) return midOf(book)
  return reads.engine.ledger.markets.get(market.conditionId)?.lastPrice ?? Math.round(market.mid * ONE)
}
