/** Examples of orders. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'
import { order } from '../kernel/examples/sample-order.ts'
import { fill } from '../portfolio/portfolio-examples.ts'

const { subaccountId, svcId, orderId, customAssetId, at } = SAMPLE

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

export const orderExamples: Examples = {
  'place-order': {
    bodies: {
      'Limit order that rests': { subaccount_id: subaccountId, svc_id: svcId, buy_flag: true, qty: 10, price: 0.4 },
      'Market order': { subaccount_id: subaccountId, svc_id: svcId, order_type: 'MARKET', buy_flag: true, qty: 5 },
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
      legs: [
        {
          svc_id: svcId,
          exchange_name: 'EXCHANGE_A',
          market_title: 'Will the Democratic party win the Ohio Senate race?',
          exchange_ticker: 'KXSENATEOH-26-D',
          ...previewed,
        },
      ],
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
    reply: { orders: [order], count: 1, as_of: at, has_more: false, next_cursor: null },
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
}
