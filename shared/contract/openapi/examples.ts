/** An example of every request and reply, by operation. Each one is carried out by a test (test/stories/service/openapi-examples.test.ts). */

import type { InferInput } from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { credentialsBody } from '../accounts/credentials-record.ts'
import { SAMPLE } from './sample.ts'

type Values = Readonly<Record<string, unknown>>
type CredentialsBodies = { readonly [Name in ExchangeName]: InferInput<(typeof credentialsBody.of)[Name]> }

export interface Example {
  readonly path?: Values
  readonly query?: Values
  /** Bodies by what they do; the reply belongs to the first. */
  readonly bodies?: Values
  /** Absent where there is no body. */
  readonly reply?: unknown
}

const { subaccountId, svcId, eventId, orderId, takeProfitId, complexOrderId, twapId, apiKeyId, firstKeyId, at, later } =
  SAMPLE
const { customAssetId, webhookId, deliveryId } = SAMPLE

const market = {
  svc_id: svcId,
  exchange_value: 1,
  exchange_name: 'EXCHANGE_A',
  ticker: 'KXRAINNYC-26NOV22-T0',
  token_id_yes: null,
  token_id_no: null,
  slug: null,
  tick_size_price: 0.01,
  tick_size_qty: 1,
  minimum_order_size: 1,
  neg_risk: false,
  neg_risk_id: null,
  condition_id: null,
  name: 'Will it rain in New York tomorrow?',
  description: 'Resolves to Yes if the weather service measures any rain in Central Park.',
  status: 'active',
  expiration_datetime: '2026-11-23T05:00:00.000Z',
  category: 'Weather',
  event_id: eventId,
  event_title: 'Rain in New York tomorrow',
  series_ticker: 'KXRAINNYC',
  subtitle: 'Any rain',
  image_url: null,
  start_datetime: '2026-11-20T15:00:00.000Z',
  volume: 10234,
  volume_24h: 812,
  open_interest: 5120,
  last_price: 0.42,
  as_of: '2026-11-21T07:28:00.000Z',
  tick_structure: [{ from: 0, to: 1, tick: 0.01 }],
  rank: null,
}

const event = {
  event_id: eventId,
  exchange_name: 'EXCHANGE_A',
  title: 'Rain in New York tomorrow',
  category: 'Weather',
  start_datetime: '2026-11-20T15:00:00.000Z',
  end_datetime: '2026-11-23T05:00:00.000Z',
  market_count: 1,
  volume_24h: 812,
  image_url: null,
}

const label = { market_title: 'Will it rain in New York tomorrow?', exchange_ticker: 'KXRAINNYC-26NOV22-T0' }

export const order = {
  svc_order_id: orderId,
  order_type: 'LIMIT',
  time_in_force: 'GTC',
  qty: 10,
  original_qty: 10,
  buy_flag: true,
  status: 'RESTING',
  subaccount_id: subaccountId,
  created_at: at,
  updated_at: later,
  complex_order_ids: {},
  price: 0.4,
  max_slippage: null,
  protection_price: null,
  post_only: false,
  reduce_only: false,
  cancel_on_pause: false,
  svc_id: svcId,
  custom_asset_id: null,
  ...label,
  expiry_ts_utc: null,
  last_amend: null,
  traded_qty: 0,
  average_price: null,
  fees_paid: 0,
  fills_complete: false,
  reject_reason: null,
  reject_code: null,
  cancel_reason: null,
  cancel_requested_at: null,
  last_error: null,
  client_order_id: null,
  exchange_order_id: '3b6c1f0e-0a51-4a0a-9b7e-1f6d9a7c2e55',
  parent_svc_order_id: null,
}

const deadMansSwitch = {
  subaccount_id: subaccountId,
  armed: true,
  timeout_s: 60,
  include_complex_orders: false,
  halt: false,
  renewed_at: at,
  fires_at: later,
  fired_at: null,
}

const previewed = {
  qty: 100,
  resting_qty: 20,
  worst_price: 0.45,
  average_price: 0.45,
  fee: 1.7325,
  cash_needed: 55.7325,
  cash_free: 1000,
  position_after: 100,
  fee_rule: 'contracts × rate × price × (1 − price)',
  fee_rate: 0.07,
  tick_size: 0.01,
  min_qty: 0.01,
}

export const fill = {
  fill_id: 'EXCHANGE_A:5e0f7a52-1c8d-4a56-8b52-3a9f2c7d1e04',
  svc_order_id: orderId,
  client_order_id: null,
  subaccount_id: subaccountId,
  svc_id: svcId,
  exchange_name: 'EXCHANGE_A',
  ...label,
  exchange_order_id: '3b6c1f0e-0a51-4a0a-9b7e-1f6d9a7c2e55',
  exchange_trade_id: '5e0f7a52-1c8d-4a56-8b52-3a9f2c7d1e04',
  exchange_timestamp: later,
  price: 0.4,
  qty: 10,
  fee: 0.05,
  buy_flag: true,
  is_maker: true,
  status: 'FINAL',
}

export const position = {
  svc_id: svcId,
  exchange_name: 'EXCHANGE_A',
  ...label,
  position: 10,
  avg_buy_price: 0.4,
  avg_sell_price: null,
  total_qty_bought: 10,
  total_qty_sold: 0,
  total_fees: 0.05,
  fill_count: 1,
  first_fill_at: later,
  last_fill_at: later,
  mark_price: 0.42,
  market_value: 4.2,
  unrealized_pnl: 0.2,
  realized_pnl: -0.05,
  market_status: 'active',
  settlement: null,
  settlement_detail: null,
  payout: null,
  as_of: later,
}

export const complexOrder = {
  complex_order_id: complexOrderId,
  complex_order_type: 'CONDITIONAL',
  complex_order_subtype: 'STOP',
  subaccount_id: subaccountId,
  svc_id: svcId,
  custom_asset_id: null,
  ...label,
  status: 'PENDING',
  created_at: at,
  updated_at: at,
  cancel_reason: null,
  conditional_order: {
    parent_svc_order_id: null,
    parent_complex_order_id: null,
    conditional_order_type: 'STOP',
    link_id: null,
    protect: false,
    stop_order_price: 0.3,
    trail_amount: null,
    trigger_stop_order_price: null,
    trigger_trail_amount: null,
    trigger_order_type: 'MARKET',
    trigger_order_qty: 10,
    trigger_order_limit_price: null,
    trigger_order_max_slippage: null,
    trigger_order_protection_price: 0.2,
    trigger_order_post_only: false,
    trigger_order_reduce_only: false,
    trigger_order_buy_flag: false,
    trigger_svc_order_id: null,
    trigger_complex_order_id: null,
    trigger_price_type: 'MARK',
    triggered_at: null,
    trigger_price: null,
    trigger_price_source: null,
    exit_incomplete_at: null,
  },
  twap_order: null,
}

const twapOrder = {
  ...complexOrder,
  complex_order_id: twapId,
  complex_order_type: 'TWAP',
  complex_order_subtype: null,
  conditional_order: null,
  twap_order: {
    buy_flag: true,
    total_qty: 100,
    duration_s: 600,
    slices: 10,
    limit_price: 0.45,
    max_slippage: null,
    randomize: false,
    filled_qty: 0,
    average_price: null,
    slices_done: 0,
    svc_order_ids: [],
    started_at: null,
    next_slice_at: null,
    ends_at: null,
  },
}

const customAsset = {
  custom_asset_id: customAssetId,
  subaccount_id: subaccountId,
  name: 'Rain in New York',
  description: 'The same question wherever it is asked',
  allocation: 'BEST_PRICE',
  inserted_at: at,
  updated_at: at,
}
const ofCustomAsset = { custom_asset_id: customAssetId }

const subaccount = {
  subaccount_id: subaccountId,
  name: 'Weather',
  description: 'Rain and snow only',
  is_active: true,
  inserted_at: at,
}

const credentials = {
  subaccount_id: subaccountId,
  exchange_name: 'EXCHANGE_A',
  fingerprint: '9f2b7c41d0e8a635',
  verified_at: at,
  inserted_at: at,
  auto_redeem: false,
  readiness: [
    { check: 'balance', ok: true, detail: 'Shard 0 holds $1250.', checked_at: at },
    { check: 'rights', ok: true, detail: 'The key may read and trade.', checked_at: at },
  ],
}

const APPROVALS = [
  {
    check: 'approvals_standard',
    ok: false,
    detail: 'Not approved for standard markets: pUSD, to buy (0xE111180000d2663C0091e4f400237545B87B996B).',
    checked_at: at,
  },
]

const limits = {
  subaccount_id: subaccountId,
  max_order_qty: 500,
  max_order_cost: 250,
  max_open_orders: 20,
  max_daily_loss: 100,
  halted: false,
  updated_at: at,
  open_orders: 3,
  daily_loss: 12.5,
  worst_daily_loss: 12.5,
  day_started_at: '2026-11-21T00:00:00.000Z',
}

const credentialsBodies: CredentialsBodies = {
  EXCHANGE_A: {
    api_key_id: 'a952bcbe-ec3b-4b5b-b8f9-11dae589608c',
    private_key: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
  },
  EXCHANGE_B: {
    private_key: '0x…',
    signature_type: 2,
    funder_address: '0x1f98431c8ad98523631ae4a59f267346ea31f984',
  },
}
const credentialsOfA = { subaccount_id: subaccountId, exchange_name: 'EXCHANGE_A' }
const webhook = {
  webhook_id: webhookId,
  url: 'https://example.com/webhooks/trading',
  events: ['order.updated', 'order.filled'],
  description: 'Order desk',
  is_active: true,
  disabled_reason: null,
  failing_since: null,
  old_secret_until: null,
  inserted_at: at,
}

const ofWebhook = { webhook_id: webhookId }

const delivery = {
  delivery_id: deliveryId,
  webhook_id: webhookId,
  event_id: '019aa5d6-9c31-7f04-8a1b-2c3d4e5f6a7b',
  type: 'webhook.test',
  object_id: '019aa5d6-9c30-7e11-b2c3-d4e5f6a7b8c9',
  sequence: 0,
  occurred_at: at,
  status: 'PENDING',
  attempts: [],
  next_attempt_at: at,
}

const createdApiKey = { api_key_id: apiKeyId, name: 'dashboard', scope: 'read', inserted_at: at, made_by: firstKeyId }
const apiKey = { ...createdApiKey, last_used_at: later, last_used_from: '203.0.113.7' }

const exchangeRefusal = {
  exchange: 'EXCHANGE_B',
  calls: 'orders',
  since: at,
  refused_at: later,
  tried_again_at: later,
  reason: 'The exchange refuses all orders from here (status 403, Attention Required! | Cloudflare).',
}
const priceFeed = {
  exchange: 'EXCHANGE_A',
  status: 'watching',
  instruments: 3,
  streamed_instruments: 3,
  stream_delay_ms: 40,
  polled_at: later,
  failing_since: null,
}

const lateShare = { share: '3f9a1c5b7d20', stops: 7_000, late_since: at }

/** By a rate of 0.07 for takers, and none for makers. */
const FEES_PER_100 = [0.63, 1.12, 1.47, 1.68, 1.75, 1.68, 1.47, 1.12, 0.63].map((fee, step) => ({
  price: (step + 1) / 10,
  taker_fee: fee,
  maker_fee: 0,
}))

export const EXAMPLES: Readonly<Record<string, Example>> = {
  'search-markets': {
    query: { q: 'rain', exchange_name: 'EXCHANGE_A', limit: 1 },
    reply: {
      query: 'rain',
      corrected_query: null,
      results: [{ ...market, rank: 1 }],
      total: 1,
      has_more: false,
      as_of: '2026-11-21T07:30:00.000Z',
    },
  },
  'get-market': { path: { svc_id: svcId }, reply: market },
  'get-prices': {
    path: { svc_id: svcId },
    query: { type: 'candlesticks', interval: '1d' },
    reply: {
      svc_id: svcId,
      exchange: 'EXCHANGE_A',
      type: 'candlesticks',
      candlesticks: [{ timestamp: 1795253400, open: 0.4, high: 0.44, low: 0.39, close: 0.42, volume: 120 }],
      history: null,
      as_of: at,
    },
  },
  'get-order-book': {
    path: { svc_id: svcId },
    query: { levels: 2 },
    reply: {
      status: 'ok',
      orderbook: {
        bids: [
          { price: 0.4, qty: 100 },
          { price: 0.39, qty: 250 },
        ],
        asks: [{ price: 0.45, qty: 100 }],
        best_bid_price: 0.4,
        best_ask_price: 0.45,
        svc_id: svcId,
        custom_asset_id: null,
        exchange_timestamp: at,
        as_of: at,
      },
      message: null,
    },
  },
  'get-custom-asset-order-book': {
    path: ofCustomAsset,
    query: { levels: 2 },
    reply: {
      status: 'ok',
      orderbook: {
        bids: [{ price: 0.4, qty: 130 }],
        asks: [
          { price: 0.44, qty: 30 },
          { price: 0.45, qty: 100 },
        ],
        best_bid_price: 0.4,
        best_ask_price: 0.44,
        svc_id: null,
        custom_asset_id: customAssetId,
        exchange_timestamp: at,
        as_of: at,
      },
      message: null,
    },
  },

  'get-quotes': {
    query: { svc_ids: [svcId] },
    reply: {
      quotes: [
        {
          svc_id: svcId,
          best_bid: 0.4,
          bid_qty: 100,
          best_ask: 0.45,
          ask_qty: 100,
          last_price: 0.42,
          as_of: at,
          message: null,
        },
      ],
    },
  },
  'get-trades': {
    path: { svc_id: svcId },
    query: { limit: 1 },
    reply: {
      svc_id: svcId,
      trades: [
        {
          trade_id: '5e0f7a52-1c8d-4a56-8b52-3a9f2c7d1e04',
          price: 0.42,
          qty: 120,
          taker_buy_flag: true,
          is_block_trade: false,
          timestamp: at,
        },
      ],
      has_more: true,
      as_of: later,
    },
  },
  'get-fees': {
    path: { svc_id: svcId },
    reply: {
      svc_id: svcId,
      exchange_name: 'EXCHANGE_A',
      rule: 'contracts × rate × price × (1 − price)',
      taker_rate: 0.07,
      maker_rate: 0,
      rounding:
        'The fee of each fill is rounded up to $0.000001. Then the change of the balance is rounded down to $0.0001, and what that takes is given back in later fills of the same order.',
      per_100_contracts: FEES_PER_100,
    },
  },
  'list-events': {
    query: { q: 'rain', exchange_name: 'EXCHANGE_A', limit: 1 },
    reply: {
      query: 'rain',
      corrected_query: null,
      events: [event],
      total: 1,
      has_more: false,
      as_of: '2026-11-21T07:30:00.000Z',
    },
  },
  'get-event': {
    path: { event_id: eventId },
    reply: { ...event, markets: [market] },
  },

  'list-positions': {
    query: { subaccount_id: subaccountId },
    reply: {
      subaccount_to_positions: [{ subaccount_id: subaccountId, as_of: later, positions: [position] }],
      has_more: false,
    },
  },
  'close-positions': {
    bodies: {
      'Everything a subaccount holds': { subaccount_id: subaccountId },
      'One instrument, within two cents': { subaccount_id: subaccountId, svc_id: svcId, max_slippage: 0.02 },
    },
    reply: { closing_svc_order_ids: [orderId] },
  },
  'redeem-positions': {
    bodies: {
      'All of a subaccount': { subaccount_id: subaccountId },
      'One instrument': { subaccount_id: subaccountId, svc_id: svcId },
    },
    reply: { redemptions: [{ redemption_id: orderId, svc_id: svcId }] },
  },
  'list-redemptions': {
    query: { subaccount_id: subaccountId },
    reply: {
      redemptions: [
        {
          redemption_id: orderId,
          subaccount_id: subaccountId,
          exchange_name: 'EXCHANGE_B',
          svc_id: svcId,
          kind: 'redeem',
          state: 'PAID',
          payout: 10,
          transaction: '0x7d02769885b5589b75289a4ab86d088ad86ffe253b10a50c05b294c6295cd9ec',
          detail: null,
          inserted_at: at,
          updated_at: later,
        },
      ],
      has_more: false,
    },
  },
  'list-fills': {
    query: { subaccount_id: subaccountId, svc_id: svcId, limit: 10 },
    reply: {
      subaccount_to_fills: [{ subaccount_id: subaccountId, as_of: later, fills: [fill] }],
      has_more: false,
    },
  },
  'list-balances': {
    query: { subaccount_id: subaccountId },
    reply: [
      {
        subaccount_id: subaccountId,
        exchange_name: 'EXCHANGE_A',
        balance: 1000,
        shards: [{ shard: 0, balance: 1000 }],
        as_of: at,
        error: null,
      },
    ],
  },

  'place-order': {
    bodies: {
      'Limit order that rests': { subaccount_id: subaccountId, svc_id: svcId, buy_flag: true, qty: 10, price: 0.4 },
      'Market order': { subaccount_id: subaccountId, svc_id: svcId, order_type: 'MARKET', buy_flag: true, qty: 5 },
      'Market order that buys no farther than 0.01 from the best price, and not above 0.48': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        order_type: 'MARKET',
        buy_flag: true,
        qty: 5,
        max_slippage: 0.01,
        protection_price: 0.48,
      },
      'Limit order that never takes, and leaves the book when the market pauses': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        buy_flag: true,
        qty: 10,
        price: 0.4,
        post_only: true,
        cancel_on_pause: true,
      },
      'Market order on a custom asset': {
        subaccount_id: subaccountId,
        custom_asset_id: customAssetId,
        order_type: 'MARKET',
        buy_flag: true,
        qty: 50,
      },
      'Bracket on a custom asset: take the profit at 0.60, stop the loss at 0.25': {
        subaccount_id: subaccountId,
        custom_asset_id: customAssetId,
        order_type: 'MARKET',
        buy_flag: true,
        qty: 20,
        conditional_orders_params: [
          { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.6 } },
          { conditional_order_type: 'SL', trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.25 } },
        ],
      },
      'Limit order for today': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        order_type: 'LIMIT',
        time_in_force: 'GTD',
        expiry_ts_utc: '2026-11-21T23:59:00Z',
        buy_flag: true,
        qty: 10,
        price: 0.38,
        client_order_id: 'rain-7',
      },
    },
    reply: { svc_order_id: orderId, complex_orders: {} },
  },
  'preview-order': {
    bodies: {
      'What a limit order would fill, and what would rest': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        buy_flag: true,
        qty: 120,
        price: 0.45,
      },
      'What a market order on a custom asset would do in each member': {
        subaccount_id: subaccountId,
        custom_asset_id: customAssetId,
        order_type: 'MARKET',
        buy_flag: true,
        qty: 50,
      },
    },
    reply: {
      legs: [{ svc_id: svcId, exchange_name: 'EXCHANGE_A', ...previewed }],
      ...previewed,
      warnings: [],
      refusals: [],
    },
  },
  'place-orders': {
    bodies: {
      'An order, and one without a price': {
        orders: [
          { subaccount_id: subaccountId, svc_id: svcId, buy_flag: true, qty: 10, price: 0.4 },
          { subaccount_id: subaccountId, svc_id: svcId, buy_flag: true, qty: 10 },
        ],
      },
    },
    reply: {
      results: [
        { svc_order_id: orderId, complex_orders: {} },
        {
          error: {
            status: 422,
            detail: [
              {
                type: 'value_error',
                loc: ['body'],
                msg: 'Value error, price is required for LIMIT orders',
                input: { subaccount_id: subaccountId, svc_id: svcId, buy_flag: true, qty: 10 },
                ctx: { error: {} },
              },
            ],
          },
        },
      ],
    },
  },
  'list-orders': {
    query: { subaccount_id: subaccountId, status: ['open'], limit: 10 },
    reply: { orders: [order], count: 1, has_more: false },
  },
  'get-order': {
    path: { order_id: orderId },
    reply: {
      ...order,
      status: 'EXECUTED',
      traded_qty: 10,
      average_price: 0.4,
      fees_paid: 0.05,
      fills_complete: true,
      fills: [fill],
      fills_truncated: false,
      leg_svc_order_ids: [],
      skipped_members: [],
    },
  },
  'amend-order': {
    path: { order_id: orderId },
    bodies: {
      'A larger total': { qty: 20 },
      'Another price, and less': { qty: 5, price: 0.38 },
    },
    reply: { ...order, last_amend: { status: 'PENDING', reason: null } },
  },
  'request-cancel': {
    path: { order_id: orderId },
    reply: { cancelled_svc_order_ids: [orderId], failed_cancelled_reasons: {} },
  },
  'cancel-orders': {
    bodies: { 'One order, by its id': { svc_order_ids: [orderId] } },
    reply: { cancelled_svc_order_ids: [orderId], failed_cancelled_reasons: {} },
  },
  'cancel-all-orders': {
    bodies: {
      'All of a subaccount': { subaccount_id: subaccountId },
      'Orders of one instrument': { subaccount_id: subaccountId, svc_id: svcId },
      'Buys on EXCHANGE_A': { subaccount_id: subaccountId, exchange_name: 'EXCHANGE_A', buy_flag: true },
    },
    reply: { cancelled_svc_order_ids: [orderId], failed_cancelled_reasons: {} },
  },

  'place-complex-order': {
    bodies: {
      'Stop: sell when the price falls to 0.30': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        conditional_order_params: {
          conditional_order_type: 'STOP',
          stop_order_price: 0.3,
          trigger_order: { qty: 10, buy_flag: false },
        },
      },
      'Trailing stop: sell when the price falls 0.05 from its best': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        conditional_order_params: {
          conditional_order_type: 'STOP',
          trail_amount: 0.05,
          trigger_order: { qty: 10, buy_flag: false },
        },
      },
      'One of two linked stops: the other has the same link_id': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        conditional_order_params: {
          conditional_order_type: 'REVERSE_STOP',
          stop_order_price: 0.6,
          link_id: 'exit',
          trigger_order: { qty: 10, buy_flag: false },
        },
      },
      'Protect stop: sell all that is held, by then, when the price falls to 0.30': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        conditional_order_params: {
          conditional_order_type: 'STOP',
          stop_order_price: 0.3,
          protect: true,
          trigger_order: { buy_flag: false },
        },
      },
      'Take-profit on an order': {
        subaccount_id: subaccountId,
        conditional_order_params: {
          conditional_order_type: 'TP',
          parent_svc_order_id: orderId,
          trigger_order: { qty: 10, buy_flag: false, price: 0.6 },
        },
      },
      'Stop-loss on an order': {
        subaccount_id: subaccountId,
        conditional_order_params: {
          conditional_order_type: 'SL',
          parent_svc_order_id: orderId,
          trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.25 },
        },
      },
      'Stop on a custom asset: sell 20 over its members when the price of all falls to 0.30': {
        subaccount_id: subaccountId,
        custom_asset_id: customAssetId,
        conditional_order_params: {
          conditional_order_type: 'STOP',
          stop_order_price: 0.3,
          trigger_order: { qty: 20, buy_flag: false },
        },
      },
      'TWAP: buy 100 within ten minutes, for no more than 0.45 each': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        twap_order_params: { buy_flag: true, total_qty: 100, duration_s: 600, slices: 10, limit_price: 0.45 },
      },
    },
    reply: { complex_order_id: complexOrderId },
  },
  'list-complex-orders': {
    query: { subaccount_id: subaccountId, status: ['PENDING'], limit: 10 },
    reply: {
      complex_orders: { conditional_orders: [complexOrder], twap_orders: [twapOrder] },
      count: 2,
      has_more: false,
    },
  },
  'get-complex-order': { path: { complex_order_id: complexOrderId }, reply: complexOrder },
  'cancel-complex-order': {
    path: { complex_order_id: complexOrderId },
    reply: {
      cancelled_complex_order_ids: [complexOrderId],
      failed_cancelled_complex_order_ids: {},
      complex_order: { ...complexOrder, status: 'CANCELLED', updated_at: later, cancel_reason: 'user' },
    },
  },
  'cancel-all-complex-orders': {
    bodies: { 'All of a subaccount': { subaccount_id: subaccountId } },
    reply: { cancelled_complex_order_ids: [complexOrderId, takeProfitId], failed_cancelled_complex_order_ids: {} },
  },

  'create-custom-asset': {
    bodies: {
      'One bet at its best price': {
        subaccount_id: subaccountId,
        name: 'Rain in New York',
        description: 'The same question wherever it is asked',
        svc_ids: [svcId],
        allocation: 'BEST_PRICE',
      },
      'An empty basket': { subaccount_id: subaccountId, name: 'To be filled' },
    },
    reply: { ...customAsset, members: [market] },
  },
  'list-custom-assets': { query: { subaccount_id: subaccountId }, reply: [customAsset] },
  'get-custom-asset': { path: ofCustomAsset, reply: { ...customAsset, members: [market] } },
  'change-custom-asset': {
    path: ofCustomAsset,
    bodies: { 'Another split': { allocation: 'EQUAL' }, 'Another name': { name: 'Rain', description: null } },
    reply: { ...customAsset, allocation: 'EQUAL', updated_at: later },
  },
  'delete-custom-asset': { path: ofCustomAsset },
  'add-members': {
    path: ofCustomAsset,
    bodies: { 'One market': { svc_ids: [svcId] } },
    reply: { ...customAsset, members: [market] },
  },
  'remove-members': {
    path: ofCustomAsset,
    bodies: { 'One market': { svc_ids: [svcId] } },
    reply: { ...customAsset, members: [], updated_at: later },
  },

  'create-subaccount': {
    bodies: { 'A subaccount': { name: 'Weather', description: 'Rain and snow only' } },
    reply: subaccount,
  },
  'list-subaccounts': { reply: [subaccount] },
  'get-subaccount': { path: { subaccount_id: subaccountId }, reply: subaccount },
  'change-subaccount': {
    path: { subaccount_id: subaccountId },
    bodies: { 'Another description': { description: 'Rain only' }, 'No new orders': { is_active: false } },
    reply: { ...subaccount, description: 'Rain only' },
  },
  'get-limits': { path: { subaccount_id: subaccountId }, reply: limits },
  'halt-subaccount': { path: { subaccount_id: subaccountId }, reply: { ...limits, halted: true } },
  'flatten-subaccount': {
    path: { subaccount_id: subaccountId },
    bodies: { 'At the usual allowance': {}, 'Within five cents': { max_slippage: 0.05 } },
    reply: {
      cancelled_svc_order_ids: [orderId],
      failed_cancelled_reasons: {},
      cancelled_complex_order_ids: [],
      failed_cancelled_complex_order_ids: {},
      closing_svc_order_ids: [orderId],
    },
  },
  'set-dead-mans-switch': {
    path: { subaccount_id: subaccountId },
    bodies: {
      'Cancel all orders unless it is renewed within a minute': { timeout_s: 60 },
      'Complex orders too, and halt': { timeout_s: 60, include_complex_orders: true, halt: true },
    },
    reply: deadMansSwitch,
  },
  'get-dead-mans-switch': { path: { subaccount_id: subaccountId }, reply: deadMansSwitch },
  'end-dead-mans-switch': { path: { subaccount_id: subaccountId } },
  'set-limits': {
    path: { subaccount_id: subaccountId },
    bodies: {
      'Limits, and no halt': {
        max_order_qty: 500,
        max_order_cost: 250,
        max_open_orders: 20,
        max_daily_loss: 100,
        halted: false,
      },
      'Halt, and keep the limits': { halted: true },
      'Lift one limit': { max_daily_loss: null },
    },
    reply: limits,
  },
  'delete-subaccount': { path: { subaccount_id: subaccountId } },

  'put-credentials': {
    path: credentialsOfA,
    bodies: credentialsBodies,
    reply: credentials,
  },
  'get-credentials': { path: credentialsOfA, reply: credentials },
  'delete-credentials': { path: credentialsOfA },
  'set-allocation': {
    path: credentialsOfA,
    bodies: {
      'Most of it for two shards': {
        targets: [
          { shard: 0, share: 0.6 },
          { shard: 2, share: 0.4 },
        ],
      },
      'No targets any more': { targets: [] },
    },
    reply: {
      targets: [
        { shard: 0, share: 0.6 },
        { shard: 2, share: 0.4 },
      ],
    },
  },
  'request-approvals': {
    path: { ...credentialsOfA, exchange_name: 'EXCHANGE_B' },
    reply: { ...credentials, exchange_name: 'EXCHANGE_B', readiness: APPROVALS },
  },

  'create-webhook': {
    bodies: {
      'Only orders': {
        url: 'https://example.com/webhooks/trading',
        events: ['order.updated', 'order.filled'],
        description: 'Order desk',
      },
      'All events': { url: 'https://example.com/webhooks/all' },
    },
    reply: { ...webhook, secret: 'whsec_…' },
  },
  'list-webhooks': { reply: [webhook] },
  'get-webhook': { path: ofWebhook, reply: webhook },
  'change-webhook': {
    path: ofWebhook,
    bodies: { 'Turn it off': { is_active: false }, 'All events': { events: null } },
    reply: { ...webhook, is_active: false },
  },
  'delete-webhook': { path: ofWebhook },
  'rotate-webhook-secret': {
    path: ofWebhook,
    reply: { ...webhook, old_secret_until: '2026-11-22T09:30:00.000Z', secret: 'whsec_…' },
  },
  'send-test-webhook': { path: ofWebhook, reply: delivery },
  'list-deliveries': {
    path: ofWebhook,
    query: { limit: 10 },
    reply: { deliveries: [delivery], count: 1, has_more: false },
  },
  'replay-delivery': { path: { ...ofWebhook, delivery_id: deliveryId }, reply: delivery },

  'list-changes': {
    query: { after: SAMPLE.cursor, limit: 100 },
    reply: {
      changes: [
        {
          cursor: '1042',
          type: 'order.updated',
          timestamp: SAMPLE.later,
          object_id: SAMPLE.orderId,
          sequence: 300,
          previous_status: 'PROCESSING',
          data: order,
        },
      ],
      cursor: '1042',
      has_more: false,
    },
  },

  'create-api-key': {
    bodies: { 'A key that only reads': { name: 'dashboard', scope: 'read' } },
    reply: { ...createdApiKey, api_key: 'pmt_019aa5d544c270f18e3b1d2c3b4a5968_…' },
  },
  'list-api-keys': { reply: [apiKey] },
  'revoke-api-key': { path: { api_key_id: apiKeyId } },

  'get-openapi': {
    reply: { openapi: '3.1.0', info: { title: 'Prediction-market trading service', version: '1.0.0' }, paths: {} },
  },
  'get-docs': { reply: '<!doctype html>…' },
  'get-docs-script': { reply: '…' },
  'get-console': { reply: '<!doctype html>…' },
  'get-root': { reply: '<!doctype html>…' },
  'get-console-file': { path: { file: 'main-2XK5Q7VA.js' }, reply: '…' },
  'get-quotas': { reply: [{ name: 'open_orders', limit: 2_000, used: 3 }] },
  'get-health': {
    reply: {
      status: 'ok',
      stream_url: 'wss://stream.example.com/live',
      price_watch: [priceFeed],
      late_shares: [lateShare],
      refusals: [exchangeRefusal],
    },
  },
}

/** Examples that are with the schema of a record: an answer that holds such a record needs none of its own. */
export const RECORD_EXAMPLES: Readonly<Record<string, unknown>> = {
  ApiKey: apiKey,
  ComplexOrder: complexOrder,
  Credentials: credentials,
  CustomAsset: customAsset,
  DeadMansSwitch: deadMansSwitch,
  Event: event,
  Fill: fill,
  Limits: limits,
  Market: market,
  Order: order,
  Position: position,
  Subaccount: subaccount,
  TwapOrder: twapOrder.twap_order,
  Webhook: webhook,
  WebhookDelivery: delivery,
}
