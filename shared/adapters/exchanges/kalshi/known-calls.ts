/**
 * Reads of EXCHANGE_A, with the schemas that read them and the known fields that are not read (Kalshi OpenAPI;
 * reference, sections 5 to 9).
 */

import type { KnownCall, KnownInterface, KnownMessage } from '../known-call.ts'
import { KNOWN_HEADERS } from '../known-headers.ts'
import { WireBalances, WirePosition, WirePositionPage } from './account/portfolio-reads.ts'
import { WireLimits } from './http/known-limits.ts'
import {
  WireApiKeys,
  WireArchivedCandles,
  WireBook,
  WireBookPage,
  WireCandlePage,
  WireEvent,
  WireEventPage,
  WireExchangeStatus,
  WireFill,
  WireFillPage,
  WireFreshness,
  WireListed,
  WireMarket,
  WireMarketPage,
  WireNamedBook,
  WireOneSeries,
  WireOrder,
  WireOrderPage,
  WireSeries,
  WireSeriesPage,
  WireTapeTrade,
  WireTrade,
  WireTradePage,
  WireUserId,
} from './http/wire.ts'
import { WireResult } from './markets/payouts.ts'
import { BookDelta, BookSnapshot, Envelope, StreamTrade, Subscribed } from './stream/frames.ts'

const MARKET =
  'market_type subtitle no_sub_title created_time updated_time expiration_time settlement_timer_seconds yes_bid_dollars yes_bid_size_fp ' +
  'yes_ask_dollars yes_ask_size_fp no_bid_dollars no_ask_dollars notional_value_dollars previous_yes_bid_dollars ' +
  'previous_yes_ask_dollars previous_price_dollars liquidity_dollars settlement_ts expiration_value occurrence_datetime ' +
  'early_close_condition strike_type floor_strike cap_strike functional_strike custom_strike mve_selected_legs ' +
  'primary_participant_key price_level_structure is_provisional settlement_bounds_type settlement_floor_dollars ' +
  'fractional_trading_enabled response_price_units tick_size'
const SOMETIMES_IN_MARKET = [
  'title',
  'fee_waiver_expiration_time',
  'mve_collection_ticker',
  'settlement_value_dollars',
  'expected_expiration_time',
  'rules_secondary',
].map((name) => `markets[].${name}`)
const EVENT =
  'sub_title collateral_return_type mutually_exclusive category strike_date strike_period markets available_on_brokers ' +
  'product_metadata settlement_sources last_updated_ts exchange_index'
const SERIES =
  'frequency settlement_sources contract_url contract_terms_url product_metadata additional_prohibitions volume volume_fp ' +
  'last_updated_ts exchange_index'
const TRADE = 'no_price_dollars is_block_trade ticker'
const CANDLE = 'yes_bid yes_ask open_interest_fp'
const ORDER =
  'user_id ticker side action outcome_side type yes_price_dollars no_price_dollars remaining_count_fp initial_count_fp ' +
  'expiration_time created_time last_update_time self_trade_prevention_type order_group_id cancel_order_on_pause ' +
  'exchange_index'
const FILL = 'exchange_index side action no_price_dollars'

const get = (path: string, reads: KnownCall['reads'], more: Partial<KnownCall> = {}): KnownCall => ({
  method: 'GET',
  host: 'api',
  path,
  reads,
  ...more,
})
const own = (path: string, reads: KnownCall['reads'], more: Partial<KnownCall> = {}): KnownCall =>
  get(path, reads, { ...more, isPrivate: true })

const marketList = (path: string, query: Readonly<Record<string, string>>, more: Partial<KnownCall> = {}): KnownCall =>
  get(
    path,
    { '': [WireMarketPage], 'markets[]': [WireMarket, WireListed, WireResult] },
    { query, unused: { 'markets[]': MARKET }, sometimes: SOMETIMES_IN_MARKET, ...more },
  )
const tape = (path: string): KnownCall =>
  get(
    path,
    { '': [WireTradePage], 'trades[]': [WireTrade, WireTapeTrade] },
    { query: { ticker: '{ticker}', limit: '20' }, unused: { 'trades[]': TRADE }, sometimes: ['trades[].taker_side'] },
  )
const orderList = (path: string): KnownCall =>
  own(
    path,
    { '': [WireOrderPage], 'orders[]': [WireOrder] },
    {
      query: { limit: '20' },
      unused: { 'orders[]': ORDER },
      sometimes: ['orders[].subaccount_number', 'orders[].last_update_reason'],
    },
  )
const fillList = (path: string): KnownCall =>
  own(
    path,
    { '': [WireFillPage], 'fills[]': [WireFill] },
    {
      query: { limit: '20' },
      unused: { 'fills[]': FILL },
      sometimes: ['subaccount_number', 'ts', 'market_ticker', 'created_time'].map((name) => `fills[].${name}`),
    },
  )

const CALLS: readonly KnownCall[] = [
  get(
    '/exchange/status',
    { '': [WireExchangeStatus] },
    {
      unused: {
        '': 'intra_exchange_transfers_active exchange_estimated_resume_time',
        'exchange_index_statuses[]': 'description intra_exchange_transfers_active',
      },
    },
  ),
  marketList(
    '/markets',
    { status: 'open', mve_filter: 'exclude', limit: '20' },
    { finds: { ticker: 'markets[].ticker', event: 'markets[].event_ticker' } },
  ),
  marketList('/markets', { status: 'settled', mve_filter: 'exclude', limit: '20' }),
  marketList('/historical/markets', { limit: '20' }, { finds: { archived: 'markets[].ticker' } }),
  get(
    '/events',
    { '': [WireEventPage], 'events[]': [WireEvent] },
    {
      query: { tickers: '{event}', limit: '1' },
      unused: { '': 'milestones cursor', 'events[]': EVENT },
      sometimes: ['events[].fee_type_override', 'events[].fee_multiplier_override'],
      finds: { series: 'events[].series_ticker' },
    },
  ),
  get(
    '/series/{series}',
    { '': [WireOneSeries] },
    { unused: { series: SERIES }, sometimes: ['series.categories', 'series.tags'] },
  ),
  get(
    '/series',
    { '': [WireSeriesPage], 'series[]': [WireSeries] },
    {
      query: { min_updated_ts: '{hourAgo}' },
      unused: { 'series[]': SERIES },
      sometimes: ['cursor', 'series[].categories', 'series[].tags'],
    },
  ),
  get('/markets/{ticker}/orderbook', { '': [WireBook] }),
  get(
    '/markets/orderbooks',
    { '': [WireBookPage], 'orderbooks[]': [WireNamedBook] },
    { query: { tickers: '{ticker}' } },
  ),
  tape('/markets/trades'),
  tape('/historical/trades'),
  get(
    '/markets/candlesticks',
    { '': [WireCandlePage] },
    {
      query: { market_tickers: '{ticker}', start_ts: '{dayAgo}', end_ts: '{now}', period_interval: '60' },
      unused: {
        'markets[].candlesticks[]': CANDLE,
        'markets[].candlesticks[].price': 'mean_dollars previous_dollars min_dollars max_dollars',
      },
      sometimes: ['open', 'high', 'low', 'close'].map((name) => `markets[].candlesticks[].price.${name}_dollars`),
    },
  ),
  get(
    '/historical/markets/{archived}/candlesticks',
    { '': [WireArchivedCandles] },
    {
      query: { start_ts: '{dayAgo}', end_ts: '{now}', period_interval: '60' },
      unused: {
        '': 'ticker',
        'candlesticks[]': 'yes_bid yes_ask open_interest',
        'candlesticks[].price': 'mean previous min max',
      },
      sometimes: ['open', 'high', 'low', 'close'].map((name) => `candlesticks[].price.${name}`),
    },
  ),
  get('/markets/{noTicker}/orderbook', {}, { refused: { status: 404, words: 'not found' } }),
  get('/portfolio/balance', {}, { refused: { status: 401, words: 'missing_from_headers' } }),
  own(
    '/api_keys',
    { '': [WireApiKeys] },
    {
      unused: { '': 'api_key_region_expiration_ts', 'api_keys[]': 'name fcm_subtrader_id' },
      sometimes: ['api_keys[].subaccount'],
    },
  ),
  own('/communications/id', { '': [WireUserId] }),
  own('/account/limits', { '': [WireLimits] }, { unused: { '': 'usage_tier grants' } }),
  own('/portfolio/balance', { '': [WireBalances] }, { unused: { '': 'balance portfolio_value updated_ts' } }),
  own(
    '/portfolio/positions',
    { '': [WirePositionPage], 'market_positions[]': [WirePosition] },
    {
      query: { settlement_status: 'all', limit: '20' },
      unused: {
        '': 'event_positions',
        'market_positions[]':
          'exchange_index total_traded_dollars fees_paid_dollars last_updated_ts resting_orders_count',
      },
    },
  ),
  own('/exchange/user_data_timestamp', { '': [WireFreshness] }),
  orderList('/portfolio/orders'),
  orderList('/historical/orders'),
  fillList('/portfolio/fills'),
  fillList('/historical/fills'),
]

/** Live reference, section 1.4. */
const message = (type: string, schema: KnownMessage['reads'][string][number], unused: string): KnownMessage => ({
  type,
  reads: { '': [Envelope], msg: [schema] },
  unused: { msg: unused },
  // Answers to commands have only `id`; other messages have the three fields after it.
  sometimes: ['id', 'sid', 'seq', 'sending_ts_ms', 'msg.yes_dollars_fp', 'msg.no_dollars_fp'],
})

const MESSAGES: readonly KnownMessage[] = [
  message('subscribed', Subscribed, ''),
  message('orderbook_snapshot', BookSnapshot, 'market_id clock'),
  message('orderbook_delta', BookDelta, 'market_id clock ts client_order_id subaccount'),
  message('trade', StreamTrade, 'no_price_dollars ts'),
]

export const KALSHI_INTERFACE: KnownInterface = {
  calls: CALLS,
  messages: MESSAGES,
  unusedMessages: ['ok'],
  headers: [...KNOWN_HEADERS, 'x-kalshi-'],
}
