/**
 * Reads of EXCHANGE_B, with the schemas that read them and the known fields that are not read (Polymarket reference,
 * sections 4 to 7).
 */

import type { KnownCall, KnownInterface, KnownMessage } from '../known-call.ts'
import { KNOWN_HEADERS } from '../known-headers.ts'
import { WireApprovals } from './account/approvals.ts'
import { WirePosition, WirePositionPage } from './account/portfolio-reads.ts'
import { WireBan, WireRegion } from './account/readiness.ts'
import {
  WireBalance,
  WireBook,
  WireBooks,
  WireEvent,
  WireHistory,
  WireMarket,
  WireMarketPage,
  WireMarketState,
  WireMarketTimes,
  WireOrder,
  WireOrderPage,
  WirePricePage,
  WirePublicTrades,
  WireQuote,
  WireTag,
  WireTapePage,
  WireTapeTrade,
  WireTrade,
  WireTradePage,
  WireTradingRules,
} from './http/wire.ts'
import { WireResolution, WireResolutions } from './markets/payouts.ts'
import { WireClosed, WireEnded } from './markets/shown-outcomes.ts'
import { BookMessage, ChangeMessage, TickMessage, TradeMessage } from './stream/frames.ts'

const MARKET =
  'id resolutionSource liquidity marketMakerAddress updatedAt new featured archived restricted groupItemThreshold questionID ' +
  'enableOrderBook volumeNum liquidityNum endDateIso startDateIso hasReviewedDates volume1wk volume1mo volume1yr volume24hrClob ' +
  'volume1wkClob volume1moClob volume1yrClob volumeClob liquidityClob makerBaseFee takerBaseFee acceptingOrders ready funded ' +
  'acceptingOrdersTimestamp cyom competitive pagerDutyNotificationEnabled approved rewardsMinSize rewardsMaxSpread spread bestBid ' +
  'bestAsk automaticallyActive clearBookOnStart showGmpSeries showGmpOutcome manualActivation umaResolutionStatuses pendingDeployment ' +
  'deploying rfqEnabled eventStartTime holdingRewardsEnabled requiresTranslation makerRebatesFeeShareBps feeType submitted_by ' +
  'resolvedBy gameStartTime umaBond umaReward customLiveness negRiskRequestID clobRewards oneDayPriceChange oneHourPriceChange ' +
  'oneWeekPriceChange oneMonthPriceChange seriesColor deployingTimestamp umaResolutionStatus sportsMarketType line gameId ' +
  'secondsDelay fee resolutionStatus umaEndDate automaticallyResolved'
const EVENT =
  'ticker slug description resolutionSource startDate creationDate endDate active closed archived new featured restricted liquidity ' +
  'volume openInterest createdAt updatedAt competitive volume24hr volume1wk volume1mo volume1yr enableOrderBook liquidityClob negRisk ' +
  'commentCount cyom showAllOutcomes showMarketImages enableNegRisk automaticallyActive startTime seriesSlug pendingDeployment ' +
  'deploying requiresTranslation negRiskMarketID closedTime'
const SERIES =
  'id title seriesType recurrence image icon active closed archived featured restricted createdAt updatedAt volume24hr volume ' +
  'liquidity commentCount requiresTranslation'
const OPTIONAL_IN_MARKET = [
  'version',
  'positionIds',
  'groupItemTitle',
  'negRisk',
  'negRiskOther',
  'negRiskMarketID',
  'feesEnabled',
  'feeSchedule',
  'volume24hr',
  'lastTradePrice',
  'image',
  'icon',
  'category',
  'tags',
  'closedTime',
  'feeSchedule.takerOnly',
  'events[].series',
  'events[].negRiskAugmented',
  'events[].category',
  'events[].tags',
  'events[].image',
  'events[].icon',
].map((name) => `markets[].${name}`)

const marketList = (query: Readonly<Record<string, string>>, finds: KnownCall['finds']): KnownCall => ({
  method: 'GET',
  host: 'gamma',
  path: '/markets/keyset',
  query: { limit: '20', include_tag: 'true', ...query },
  reads: {
    '': [WireMarketPage],
    'markets[]': [WireMarket, WireMarketTimes, WireClosed],
    'markets[].events[]': [WireEvent],
    'markets[].tags[]': [WireTag],
    'markets[].events[].tags[]': [WireTag],
  },
  unused: {
    'markets[]': MARKET,
    'markets[].events[]': EVENT,
    'markets[].events[].series[]': SERIES,
    'markets[].feeSchedule': 'rebateRate',
    'markets[].tags[]': 'id createdAt updatedAt forceShow requiresTranslation publishedAt isCarousel forceHide',
    'markets[].events[].tags[]':
      'id createdAt updatedAt forceShow requiresTranslation publishedAt isCarousel forceHide',
  },
  sometimes: ['next_cursor', ...OPTIONAL_IN_MARKET],
  ...(finds === undefined ? {} : { finds }),
})

const get = (host: string, path: string, reads: KnownCall['reads'], more: Partial<KnownCall> = {}): KnownCall => ({
  method: 'GET',
  host,
  path,
  reads,
  ...more,
})

const BOOK = 'market hash min_order_size tick_size neg_risk'

const PUBLIC: readonly KnownCall[] = [
  marketList({ closed: 'false', order: 'volumeNum', ascending: 'false' }, { condition: 'markets[].conditionId' }),
  marketList({ closed: 'true', order: 'closedTime', ascending: 'false' }, { closed: 'markets[].conditionId' }),
  get(
    'clob',
    '/clob-markets/{condition}',
    { '': [WireTradingRules] },
    {
      unused: { '': 'gst r mbf tbf rfqe itode ibce aot cbos c ao oas', fd: 'to' },
      sometimes: ['fd', 'fd.r', 'fd.e', 'nr', 'sd'],
      finds: { token: 't[].t' },
    },
  ),
  get(
    'clob',
    '/markets/{condition}',
    { '': [WireMarketState, WireEnded] },
    {
      unused: {
        '':
          'accepting_order_timestamp active archived condition_id description enable_order_book end_date_iso fpmm game_start_time ' +
          'icon image is_50_50_outcome maker_base_fee market_slug minimum_order_size minimum_tick_size neg_risk neg_risk_market_id ' +
          'neg_risk_request_id notifications_enabled question question_id rewards seconds_delay tags taker_base_fee version',
        'tokens[]': 'outcome',
      },
    },
  ),
  get(
    'clob',
    '/book',
    { '': [WireBook] },
    { query: { token_id: '{token}' }, unused: { '': `${BOOK} asset_id last_trade_price` } },
  ),
  {
    ...get('clob', '/books', { '': [WireBooks], '[]': [WireQuote] }, { unused: { '[]': BOOK } }),
    method: 'POST',
    body: '[{"token_id":"{token}"}]',
    sometimes: ['[].last_trade_price'],
  },
  get(
    'clob',
    '/prices-history',
    { '': [WireHistory] },
    { query: { market: '{token}', interval: '1d', fidelity: '60' } },
  ),
  get('clob', '/book', {}, { query: { token_id: '1' }, refused: { status: 404, words: 'no orderbook exists' } }),
  get('clob', '/data/orders', {}, { refused: { status: 401, words: 'unauthorized/invalid api key' } }),
  get(
    'data',
    '/v2/trades',
    { '': [WirePublicTrades, WireTapePage], 'data[]': [WireTapeTrade] },
    {
      query: { condition: '{condition}', taker_only: 'true', limit: '20' },
      unused: {
        '': 'meta',
        'data[]':
          'id user condition_id outcome outcome_index title slug icon event_slug event_id name pseudonym bio profile_image block_number ' +
          'block_timestamp log_index usdc_size fee taker_order_hash maker_order_hash market_id proxy_wallet size_usdc profile_image_optimized',
        pagination: 'limit offset total count',
      },
      sometimes: ['pagination.next_cursor'],
    },
  ),
  get(
    'data',
    '/v2/prices-history',
    { '': [WirePricePage] },
    {
      query: { token_id: '{token}', interval: '1d', bucket_seconds: '300', limit: '100' },
      unused: { '': 'meta', 'data[]': 'resolution_seconds', pagination: 'has_more limit offset total count' },
      sometimes: ['pagination.next_cursor'],
    },
  ),
  get(
    'data',
    '/v2/resolutions',
    { '': [WireResolutions], 'data[]': [WireResolution] },
    {
      query: { condition: '{closed}' },
      unused: {
        '': 'meta pagination',
        'data[]':
          'question_id event_id extended_review expected_settlement_time settlement_time_basis was_disputed was_arbitrated proposed_price ' +
          'reproposed_price resolution_source reporter transaction_hash log_index resolved_block resolved_at ' +
          'new_version_q',
      },
      sometimes: ['data[].payouts', 'data[].price', 'data[].market_type'],
    },
  ),
  get('site', '/api/geoblock', { '': [WireRegion] }, { unused: { '': 'ip region' } }),
]

const own = (host: string, path: string, reads: KnownCall['reads'], more: Partial<KnownCall> = {}): KnownCall =>
  get(host, path, reads, { ...more, isPrivate: true })

const PRIVATE: readonly KnownCall[] = [
  own('clob', '/auth/ban-status/closed-only', { '': [WireBan] }),
  own(
    'clob',
    '/balance-allowance',
    { '': [WireBalance] },
    {
      query: { asset_type: 'COLLATERAL', signature_type: '{signatureType}' },
      unused: { '': 'allowance allowances' },
    },
  ),
  own(
    'clob',
    '/data/orders',
    { '': [WireOrderPage], 'data[]': [WireOrder] },
    {
      query: { next_cursor: 'MA==' },
      unused: {
        '': 'limit count',
        'data[]': 'associate_trades market outcome maker_address owner expiration created_at',
      },
    },
  ),
  own(
    'clob',
    '/data/trades',
    { '': [WireTradePage], 'data[]': [WireTrade] },
    {
      query: { next_cursor: 'MA==', maker_address: '{funder}' },
      unused: {
        '': 'limit count',
        'data[]': 'fee_rate_bps last_update bucket_index transaction_hash type match_time_nano',
        'data[].maker_orders[]': 'fee_rate_bps owner outcome_index',
      },
      sometimes: ['data[].maker_orders[].side', 'data[].maker_orders[].outcome', 'data[].owner'],
    },
  ),
  own(
    'data',
    '/v2/positions',
    { '': [WirePositionPage], 'data[]': [WirePosition] },
    {
      query: { user: '{funder}', filter_amount: '0', limit: '20' },
      unused: {
        '': 'meta',
        'data[]':
          'user outcome outcome_index opposite_outcome opposite_token_id title slug icon event_slug event_id end_date negative_risk ' +
          'redeemable mergeable status initial_value current_value cash_pnl percent_pnl total_bought percent_realized_pnl cur_price ' +
          'current_price proxy_wallet total_size entry_cost_usdc entry_fees_usdc total_cost_usdc unrealized_pnl total_pnl archived ' +
          'last_event_at name profile_image verified',
        pagination: 'has_more limit offset total count',
      },
      sometimes: ['pagination.next_cursor'],
    },
  ),
  own(
    'data',
    '/v2/approvals',
    { '': [WireApprovals] },
    {
      query: { user: '{funder}' },
      unused: { '': 'meta', data: 'address chain_id checked_at', 'data.contracts[]': 'id feature name standard' },
      sometimes: ['data.contracts[].amount'],
    },
  ),
]

/** Live reference, section 1.2. */
const MESSAGES: readonly KnownMessage[] = [
  {
    type: 'book',
    reads: { '': [BookMessage] },
    unused: { '': 'market hash min_order_size tick_size neg_risk last_trade_price' },
  },
  {
    type: 'price_change',
    reads: { '': [ChangeMessage] },
    unused: { '': 'market', 'price_changes[]': 'hash best_bid best_ask' },
  },
  {
    type: 'last_trade_price',
    reads: { '': [TradeMessage] },
    unused: { '': 'market fee_rate_bps' },
    sometimes: ['transaction_hash'],
  },
  {
    type: 'tick_size_change',
    reads: { '': [TickMessage] },
    unused: { '': 'market timestamp old_tick_size new_tick_size' },
  },
]

export const POLYMARKET_INTERFACE: KnownInterface = {
  calls: [...PUBLIC, ...PRIVATE],
  messages: MESSAGES,
  unusedMessages: ['best_bid_ask', 'new_market', 'market_resolved'],
  headers: [...KNOWN_HEADERS, 'poly-ratelimit-', 'x-matching-engine-'],
}
