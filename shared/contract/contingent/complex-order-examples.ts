/** Examples of conditional and TWAP orders. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'
import { label } from '../kernel/examples/sample-order.ts'

const { subaccountId, svcId, orderId, takeProfitId, complexOrderId, twapId, at, later, customAssetId } = SAMPLE

export const complexOrder = {
  complex_order_id: complexOrderId,
  complex_order_type: 'CONDITIONAL',
  complex_order_subtype: 'STOP',
  subaccount_id: subaccountId,
  is_paper: false,
  svc_id: svcId,
  custom_asset_id: null,
  ...label,
  tag: null,
  status: 'PENDING',
  created_at: at,
  updated_at: at,
  cancel_reason: null,
  cancel_code: null,
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

export const twapOrder = {
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

export const complexOrderExamples: Examples = {
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
      'Take-profit on an order': {
        subaccount_id: subaccountId,
        conditional_order_params: {
          conditional_order_type: 'TP',
          parent_svc_order_id: orderId,
          trigger_order: { qty: 10, buy_flag: false, price: 0.6 },
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
      'TWAP: buy 100 within ten minutes, for no more than 0.45 each': {
        subaccount_id: subaccountId,
        svc_id: svcId,
        twap_order_params: { buy_flag: true, total_qty: 100, duration_s: 600, slices: 10, limit_price: 0.45 },
      },
      'Stop-loss on an order': {
        subaccount_id: subaccountId,
        conditional_order_params: {
          conditional_order_type: 'SL',
          parent_svc_order_id: orderId,
          trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.25 },
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
      'Stop on a custom asset: sell 20 over its members when the price of all falls to 0.30': {
        subaccount_id: subaccountId,
        custom_asset_id: customAssetId,
        conditional_order_params: {
          conditional_order_type: 'STOP',
          stop_order_price: 0.3,
          trigger_order: { qty: 20, buy_flag: false },
        },
      },
    },
    reply: { complex_order_id: complexOrderId },
  },
  'list-complex-orders': {
    query: { subaccount_id: subaccountId, status: ['PENDING'], limit: 10 },
    reply: {
      complex_orders: { conditional_orders: [complexOrder], twap_orders: [twapOrder] },
      count: 2,
      as_of: at,
      has_more: false,
      next_cursor: null,
    },
  },
  'get-complex-order': { path: { complex_order_id: complexOrderId }, reply: complexOrder },
  'cancel-complex-order': {
    path: { complex_order_id: complexOrderId },
    reply: {
      cancelled_complex_order_ids: [complexOrderId],
      failed_cancelled_complex_order_ids: {},
      complex_order: {
        ...complexOrder,
        status: 'CANCELLED',
        updated_at: later,
        cancel_reason: 'user',
        cancel_code: 'user',
      },
    },
  },
  'cancel-all-complex-orders': {
    bodies: { 'All of a subaccount': { subaccount_id: subaccountId } },
    reply: { cancelled_complex_order_ids: [complexOrderId, takeProfitId], failed_cancelled_complex_order_ids: {} },
  },
}
