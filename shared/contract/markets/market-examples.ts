/** Examples of markets, events and their prices. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'

const { svcId, eventId, at, later } = SAMPLE

export const market = {
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

export const event = {
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

const topMarket = {
  svc_id: svcId,
  name: market.name,
  subtitle: market.subtitle,
  last_price: market.last_price,
  as_of: market.as_of,
}

/** By a rate of 0.07 for takers, and none for makers. */
const FEES_PER_100 = [0.63, 1.12, 1.47, 1.68, 1.75, 1.68, 1.47, 1.12, 0.63].map((fee, step) => ({
  price: (step + 1) / 10,
  taker_fee: fee,
  maker_fee: 0,
}))

const watchlists = { version: 1, updated_at: at, watchlists: [{ name: 'Weather', svc_ids: [svcId] }] }

export const marketExamples: Examples = {
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
      events: [{ ...event, top_markets: [topMarket] }],
      total: 1,
      has_more: false,
      as_of: '2026-11-21T07:30:00.000Z',
    },
  },
  'get-event': {
    path: { event_id: eventId },
    reply: { ...event, markets: [market] },
  },
  'get-watchlists': { reply: watchlists },
  'set-watchlists': {
    bodies: {
      'The first list': { version: 0, watchlists: [{ name: 'Weather', svc_ids: [svcId] }] },
    },
    reply: watchlists,
  },
}
