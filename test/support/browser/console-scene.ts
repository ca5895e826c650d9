/** Scene of the console stories at the service: markets with a known book, orders, and commands to the simulators. */

import { createTradingClient, type Market, type TradingClient } from '#client/trading-client.ts'
import type { RunningService } from '#local/stack/start-service.ts'

export interface Scene {
  readonly client: TradingClient
  /** The first market of EXCHANGE_A with these words. Its book is set: 100 bid at 0.40, 100 offered at 0.45. */
  readonly market: Market
  /** Sends to the control of a simulated exchange. */
  control(exchange: 'EXCHANGE_A' | 'EXCHANGE_B', path: string, body?: object, method?: string): Promise<void>
  /** Places an order, and answers its id. */
  order(body: object): Promise<string>
  /** Waits until an order is in one of these states. */
  until(orderId: string, ...statuses: readonly string[]): Promise<void>
}

export const sceneOf = async (service: RunningService, words: string): Promise<Scene> => {
  const client = createTradingClient(service)
  const control: Scene['control'] = async (exchange, path, body, method = 'POST') => {
    const url = `${service.exchanges[exchange].controlUrl}/control/${path}`
    const answer = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  const market = await findMarket(client, words)
  await control('EXCHANGE_A', 'book', { market: market.ticker, bids: [[0.4, 100]], asks: [[0.45, 100]] })
  return {
    client,
    market,
    control,
    order: async (body) => {
      const whole = { subaccount_id: service.subaccountId, svc_id: market.svc_id, buy_flag: true, qty: 10, ...body }
      const { data, error } = await client.POST('/v1/orders', { body: whole })
      if (data === undefined) throw new Error(JSON.stringify(error))
      return data.svc_order_id
    },
    until: async (order_id, ...statuses) => {
      for (let tries = 0; tries < 300; tries += 1) {
        const { data } = await client.GET('/v1/orders/{order_id}', { params: { path: { order_id } } })
        if (data !== undefined && statuses.includes(data.status)) return
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`${order_id} is not ${statuses.join(' or ')}`)
    },
  }
}

/** The first one with these words. */
const findMarket = async (client: TradingClient, q: string): Promise<Market> => {
  const query = { exchange_name: 'EXCHANGE_A' as const, limit: 1, q }
  const [found] = (await client.GET('/v1/markets/search', { params: { query } })).data?.results ?? []
  if (found === undefined) throw new Error(`no market has the words ${q}`)
  return found
}
