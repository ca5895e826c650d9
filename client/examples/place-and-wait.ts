/**
 * Finds a market, buys one contract of YES at the best offer, and waits for the end.
 * `node place-and-wait.ts`
 */

import { createTradingClient } from 'prediction-market-trading-client'

const { TRADING_URL = 'http://127.0.0.1:8787', TRADING_KEY = '', SUBACCOUNT_ID = '' } = process.env
const client = createTradingClient({ baseUrl: TRADING_URL, apiKey: TRADING_KEY })

const search = await client.GET('/v1/markets/search', {
  params: { query: { exchange_name: 'EXCHANGE_A', limit: 1 } },
})
const market = search.data?.results[0]
if (market === undefined) throw new Error(`no market: ${JSON.stringify(search.error)}`)
console.log(`${market.name} (${market.svc_id})`)

const placed = await client.POST('/v1/orders', {
  // Sent again with the same key, this order is still placed once.
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { subaccount_id: SUBACCOUNT_ID, svc_id: market.svc_id, order_type: 'MARKET', buy_flag: true, qty: 1 },
})
if (placed.data === undefined) throw new Error(`not placed: ${JSON.stringify(placed.error)}`)

const result = await client.waitForOrder(placed.data.svc_order_id, {
  timeoutMs: 30_000,
  onChange: ({ status, traded_qty }) => console.log(`${status}, ${traded_qty} filled`),
})
if (result.kind !== 'ended') throw new Error(`the order has not ended: ${JSON.stringify(result)}`)
const { status, average_price, fees_paid, cancel_reason, reject_reason } = result.order
console.log(status, { average_price, fees_paid, reason: cancel_reason ?? reject_reason })
