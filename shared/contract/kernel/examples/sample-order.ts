/** The order of the examples, and the label of its market. */

import { SAMPLE } from './sample.ts'

const { subaccountId, svcId, orderId, at, later } = SAMPLE

export const label = { market_title: 'Will it rain in New York tomorrow?', exchange_ticker: 'KXRAINNYC-26NOV22-T0' }

export const order = {
  svc_order_id: orderId,
  order_type: 'LIMIT',
  time_in_force: 'GTC',
  qty: 10,
  original_qty: 10,
  buy_flag: true,
  status: 'RESTING',
  subaccount_id: subaccountId,
  is_paper: false,
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
  cancel_code: null,
  cancel_requested_at: null,
  last_error: null,
  client_order_id: null,
  tag: null,
  exchange_order_id: '3b6c1f0e-0a51-4a0a-9b7e-1f6d9a7c2e55',
  parent_svc_order_id: null,
}
