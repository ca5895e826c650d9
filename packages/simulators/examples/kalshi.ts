import { readFileSync } from 'node:fs'
import { Configuration, EventsApi, OrdersApi } from 'kalshi-typescript'

const { url, api_key_id, private_key } = JSON.parse(readFileSync(process.argv[2] ?? 'kalshi.json', 'utf8'))
const access = new Configuration({ apiKey: api_key_id, privateKeyPem: private_key, basePath: url })

const { events } = (await new EventsApi(access).getEvents(20, undefined, true, undefined, 'open')).data
const offered = events
  .flatMap(({ markets = [] }) => markets)
  .find(({ yes_ask_dollars }) => Number(yes_ask_dollars) > 0 && Number(yes_ask_dollars) < 1)
if (offered === undefined) throw new Error('no market has an offer')

const { data: order } = await new OrdersApi(access).createOrderV2({
  ticker: offered.ticker,
  side: 'bid',
  count: '1.00',
  price: offered.yes_ask_dollars,
  time_in_force: 'immediate_or_cancel',
  self_trade_prevention_type: 'taker_at_cross',
})
console.log(`${order.order_id} bought ${order.fill_count} of ${offered.ticker}`)
