/**
 * Buys at the best ask, with a take-profit and a stop-loss that act after the fill.
 * `SVC_ID=<svc_id> node bracket-order.ts`
 */

import { createTradingClient } from 'prediction-market-trading-client'

const { TRADING_URL = 'http://127.0.0.1:8787', TRADING_KEY = '', SUBACCOUNT_ID = '', SVC_ID = '' } = process.env
if (SVC_ID === '') throw new Error('set SVC_ID to the svc_id of a market: pmt search')
const client = createTradingClient({ baseUrl: TRADING_URL, apiKey: TRADING_KEY })

const path = { svc_id: Number(SVC_ID) }
const { data: market, error } = await client.GET('/v1/orderbooks/{svc_id}', { params: { path } })
if (market === undefined) throw new Error(`no orderbook of SVC_ID ${SVC_ID}: ${JSON.stringify(error)}`)
const { best_bid_price: bid, best_ask_price: ask } = market.orderbook
if (bid == null || ask == null) throw new Error('the market has no bid or no ask')
const cents = (price: number): number => Math.min(0.99, Math.max(0.01, Math.round(price * 100) / 100))

const placed = await client.POST('/v1/orders', {
  body: {
    subaccount_id: SUBACCOUNT_ID,
    svc_id: Number(SVC_ID),
    buy_flag: true,
    qty: 10,
    price: cents(ask),
    conditional_orders_params: [
      { conditional_order_type: 'TP', trigger_order: { qty: 10, buy_flag: false, price: cents((1 + ask) / 2) } },
      { conditional_order_type: 'SL', trigger_order: { qty: 10, buy_flag: false, stop_order_price: cents(bid / 2) } },
    ],
  },
})
if (placed.data === undefined) throw new Error(`not placed: ${JSON.stringify(placed.error)}`)

for (const id of placed.data.complex_orders.conditional_orders ?? []) {
  const { data } = await client.GET('/v1/complex-orders/{complex_order_id}', {
    params: { path: { complex_order_id: id } },
  })
  console.log(data?.complex_order_subtype, data?.status, id)
}
