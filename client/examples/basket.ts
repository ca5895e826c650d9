/**
 * Makes a custom asset of the same question on both exchanges, and buys it at the best prices.
 * `node basket.ts`
 */

import { createTradingClient } from 'prediction-market-trading-client'

const { TRADING_URL = 'http://127.0.0.1:8787', TRADING_KEY = '', SUBACCOUNT_ID = '', QUESTION } = process.env
const client = createTradingClient({ baseUrl: TRADING_URL, apiKey: TRADING_KEY })

const find = async (exchange: 'EXCHANGE_A' | 'EXCHANGE_B') => {
  const query = { q: QUESTION ?? 'democratic senate georgia', exchange_name: exchange, limit: 1 }
  const search = await client.GET('/v1/markets/search', { params: { query } })
  const market = search.data?.results[0]
  if (market === undefined) throw new Error(`no market on ${exchange}: ${JSON.stringify(search.error)}`)
  return market
}
const markets = [await find('EXCHANGE_A'), await find('EXCHANGE_B')]
for (const { svc_id, exchange_name, name } of markets) console.log(exchange_name, name, svc_id)

const made = await client.POST('/v1/custom-assets', {
  body: {
    subaccount_id: SUBACCOUNT_ID,
    name: markets[0]?.name ?? 'Basket',
    svc_ids: markets.map(({ svc_id }) => svc_id),
    // The members are the same bet, so buy wherever a contract is cheapest. EQUAL would buy the same number of each.
    allocation: 'BEST_PRICE',
  },
})
if (made.data === undefined) throw new Error(`not made: ${JSON.stringify(made.error)}`)
const { custom_asset_id } = made.data

const book = await client.GET('/v1/orderbooks/custom-asset/{custom_asset_id}', {
  params: { path: { custom_asset_id }, query: { levels: 1 } },
})
console.log('best offer of both', book.data?.orderbook.best_ask_price)

const placed = await client.POST('/v1/orders', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { subaccount_id: SUBACCOUNT_ID, custom_asset_id, order_type: 'MARKET', buy_flag: true, qty: 20 },
})
if (placed.data === undefined) throw new Error(`not placed: ${JSON.stringify(placed.error)}`)

const result = await client.waitForOrder(placed.data.svc_order_id, { timeoutMs: 60_000 })
if (result.kind !== 'ended') throw new Error(`the order has not ended: ${JSON.stringify(result)}`)
const { status, traded_qty, average_price, cancel_reason } = result.order
console.log(status, { traded_qty, average_price, reason: cancel_reason })
for (const { exchange_name, qty, price } of result.order.fills) console.log(`${qty} at ${price} on ${exchange_name}`)
