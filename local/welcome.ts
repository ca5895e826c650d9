/** Output of `npm start` when the service is ready: its addresses, and orders to try. */

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { RunningService } from './stack/start-service.ts'

const Tickers = v.object({
  markets: v.array(v.object({ ticker: v.string(), yes_bid_dollars: v.string(), yes_bid_size_fp: v.string() })),
})
const Conditions = v.object({
  data: v.array(v.object({ condition_id: v.string(), tokens: v.array(v.object({ price: v.number() })) })),
})
const Search = v.object({ results: v.array(v.object({ svc_id: v.number(), name: v.string() })) })

/** A market somebody quotes now, as the service knows it: found as soon as the first catalogue sync has stored it. */
const pickMarket = async (service: RunningService) => {
  const listed = await fetch(`${service.exchanges.EXCHANGE_A.addresses.api}/markets?status=open&limit=200`)
  const market = v
    .parse(Tickers, await listed.json())
    .markets.find(
      ({ yes_bid_size_fp, yes_bid_dollars }) => Number(yes_bid_size_fp) > 0 && Number(yes_bid_dollars) > 0.2,
    )
  if (market === undefined) return null
  const found = await find(service, market.ticker)
  return found === null ? null : { ...found, bid: market.yes_bid_dollars }
}

/** One of EXCHANGE_B whose chances are even enough for an order in cents. */
const pickOther = async (service: RunningService) => {
  const listed = await fetch(`${service.exchanges.EXCHANGE_B.addresses.clob}/simplified-markets`)
  const market = v
    .parse(Conditions, await listed.json())
    .data.find(({ tokens }) => tokens.every(({ price }) => price > 0.3 && price < 0.7))
  return market === undefined ? null : find(service, market.condition_id)
}

const find = async (service: RunningService, id: string) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const headers = { 'x-api-key': service.apiKey }
    const found = await fetch(`${service.baseUrl}/v1/markets/search?q=${id}`, { headers })
    // Until the first sync there is no catalogue to search.
    const [first] = found.ok ? v.parse(Search, await found.json()).results : []
    if (first !== undefined) return { svcId: first.svc_id, name: first.name }
    await wait(100)
  }
  return null
}

/** How to use it, with real values. */
export const welcome = async (service: RunningService, dir: string): Promise<string> => {
  const [market, other] = await Promise.all([pickMarket(service), pickOther(service)])
  const key = `-H 'x-api-key: ${service.apiKey}'`
  const order = {
    subaccount_id: service.subaccountId,
    svc_id: market?.svcId ?? 0,
    buy_flag: true,
    qty: 10,
    price: Number(market?.bid ?? 0.5),
  }
  const second = { ...order, svc_id: other?.svcId ?? 0, price: undefined, order_type: 'MARKET' }
  return `
The service is running with a simulated EXCHANGE_A and a simulated EXCHANGE_B.

  address     ${service.baseUrl}
  API key     ${service.apiKey}
  subaccount  ${service.subaccountId}
  reference   ${service.referenceUrl}  (signs in once)
  console     ${service.signInUrl}  (signs in once)
  control     ${service.exchanges.EXCHANGE_A.controlUrl}/control  (books, trades, faults of EXCHANGE_A; see docs/simulators.md)
              ${service.exchanges.EXCHANGE_B.controlUrl}/control  (of EXCHANGE_B)
  all of it   ${join(dir, 'dev.json')}

Try it (a limit order at the bid of "${market?.name ?? 'no market is quoted'}" on EXCHANGE_A, and a market order for
"${other?.name ?? 'no market is quoted'}" on EXCHANGE_B):

curl -s ${service.baseUrl}/v1/orders ${key} -H 'content-type: application/json' -d '${JSON.stringify(order)}'
curl -s ${service.baseUrl}/v1/orders ${key} -H 'content-type: application/json' -d '${JSON.stringify(second)}'
curl -s '${service.baseUrl}/v1/orders?limit=2' ${key}
curl -s -X POST ${service.baseUrl}/v1/orders/cancel-all ${key} -H 'content-type: application/json' -d '{"subaccount_id":"${service.subaccountId}"}'

Ctrl-C stops it; data stays in ${dir} (npm start -- --fresh starts empty).`
}
