/** A hostile user within his rights: as many requests, orders, stops on custom assets and webhooks to silent receivers as he may have. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { BenchMarket } from '../service/run-service.ts'
import { ask, type User } from './user.ts'

export interface Noise {
  /** Ends it; answers how often each status came. */
  stop(): Promise<Readonly<Record<string, number>>>
}

/** Requests at the same moment. */
const AT_ONCE = 12

/** A refused request is tried again with the next one. */
const AFTER_REFUSAL_MS = 50

const WEBHOOKS = 10

export const makeNoise = async (user: User, markets: readonly BenchMarket[]): Promise<Noise> => {
  // It takes every message and never answers.
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const webhooks: string[] = []
  for (let n = 0; n < WEBHOOKS; n += 1) {
    const made = await ask(user, 'POST', '/v1/webhooks', { url: `http://127.0.0.1:${port}/${n}` })
    if (made.status === 201) webhooks.push(v.parse(Webhook, made.body).webhook_id)
  }
  const { subaccountId: subaccount_id } = user
  const svc_ids = markets.slice(0, 100).map(({ svcId }) => svcId)
  const asset = await ask(user, 'POST', '/v1/custom-assets', { name: 'noise', subaccount_id, svc_ids })
  const custom_asset_id = v.parse(Asset, asset.body).custom_asset_id

  const rests = (n: number) => ({
    subaccount_id,
    svc_id: markets[n % markets.length]?.svcId,
    qty: 1,
    buy_flag: true,
    price: 0.01,
  })
  const stop = {
    subaccount_id,
    custom_asset_id,
    conditional_order_params: {
      conditional_order_type: 'STOP',
      stop_order_price: 0.99,
      trigger_order: { qty: 1, buy_flag: true },
    },
  }
  const requests: ReadonlyArray<(n: number) => ReturnType<typeof ask>> = [
    (n) => ask(user, 'POST', '/v1/orders', rests(n)),
    () => ask(user, 'POST', '/v1/complex-orders', stop),
    () => ask(user, 'GET', '/v1/orders?limit=1000'),
    () => ask(user, 'GET', '/v1/complex-orders?limit=1000'),
    (n) => ask(user, 'POST', `/v1/webhooks/${webhooks[n % webhooks.length]}/test`),
    () => ask(user, 'GET', '/v1/quotas'),
    () => ask(user, 'GET', '/v1/markets/search?q=the&limit=100'),
    () => ask(user, 'GET', `/v1/orderbooks/custom-asset/${custom_asset_id}`),
  ]
  const answered: Record<string, number> = {}
  const over = new AbortController()
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    for (let n = lane; !over.signal.aborted; n += AT_ONCE) {
      const { status } = (await requests[n % requests.length]?.(n)) ?? { status: 0 }
      answered[status] = (answered[status] ?? 0) + 1
      if (status === 429 || status === 0) await wait(AFTER_REFUSAL_MS)
    }
  })
  return {
    stop: async () => {
      over.abort()
      await Promise.all(lanes)
      silent.closeAllConnections()
      silent.close()
      return answered
    },
  }
}

const Webhook = v.object({ webhook_id: v.string() })
const Asset = v.object({ custom_asset_id: v.string() })
