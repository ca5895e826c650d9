/** Examples of positions, redemptions, fills and balances. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'
import { label } from '../kernel/examples/sample-order.ts'

const { subaccountId, svcId, orderId, at, later } = SAMPLE

export const fill = {
  fill_id: 'EXCHANGE_A:5e0f7a52-1c8d-4a56-8b52-3a9f2c7d1e04',
  svc_order_id: orderId,
  client_order_id: null,
  tag: null,
  subaccount_id: subaccountId,
  is_paper: false,
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
  is_paper: false,
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
  pairs: 0,
  as_of: later,
}

export const tagPnl = {
  subaccount_id: subaccountId,
  tag: 'market-maker',
  realized_pnl: -0.05,
  unrealized_pnl: 0.2,
  total_fees: 0.05,
  fill_count: 1,
  markets: [
    {
      svc_id: svcId,
      exchange_name: 'EXCHANGE_A',
      position: 10,
      avg_buy_price: 0.4,
      avg_sell_price: null,
      total_qty_bought: 10,
      total_qty_sold: 0,
      total_fees: 0.05,
      fill_count: 1,
      mark_price: 0.42,
      realized_pnl: -0.05,
      unrealized_pnl: 0.2,
    },
  ],
}

export const portfolioExamples: Examples = {
  'list-positions': {
    query: { subaccount_id: subaccountId },
    reply: {
      subaccount_to_positions: [{ subaccount_id: subaccountId, as_of: later, positions: [position] }],
      has_more: false,
    },
  },
  'list-pnl': {
    query: { group_by: 'tag', subaccount_id: subaccountId },
    reply: {
      pnl: [tagPnl],
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
      next_cursor: null,
    },
  },
  'get-portfolio-history': {
    query: { subaccount_id: subaccountId, interval: '1h', start_time: '2026-11-21T00:00:00.000Z' },
    reply: {
      points: [{ at: '2026-11-21T09:00:00.000Z', equity: 1004.2, cash: 1000, positions_value: 4.2 }],
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
}
