/** A service with real accounts compares them with the exchange at its start, before it accepts orders. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { startLiveMarkets } from '../../support/live-markets.ts'
import { devOf, newFolder, startProcess } from '../../support/npm-start.ts'

const DEMO = ['--markets', 'live', '--accounts', 'demo']
const QUERY = 'KXPRESPARTY-28-D'

const Reply = v.looseObject({
  status: v.optional(v.string()),
  detail: v.optional(v.unknown()),
  svc_order_id: v.optional(v.string()),
  complex_order_id: v.optional(v.string()),
  results: v.optional(v.array(v.object({ svc_id: v.number(), ticker: v.nullable(v.string()) }))),
  price_watch: v.optional(v.array(v.object({ status: v.string() }))),
})

it('says what moved while it was away, and refuses orders until it knows', { timeout: 240_000 }, async () => {
  const markets = await startLiveMarkets(onTestFinished)
  const { controlUrl } = markets.simulators.EXCHANGE_A
  const control = async (path: string, body: object): Promise<void> => {
    const reply = await fetch(`${controlUrl}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
    expect(reply.ok, await reply.text()).toBe(true)
  }
  const dir = newFolder(onTestFinished)
  const port = String(await freePort())
  const start = () => startProcess(onTestFinished, { dir, port, options: DEMO, environment: markets.variables })
  const first = await start()
  const { base_url, api_key, subaccount_id } = devOf(dir)
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${base_url}${path}`, {
      method,
      headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, headers: reply.headers, body: v.parse(Reply, await reply.json()) }
  }
  await call('PUT', `/v1/subaccounts/${subaccount_id}/credentials/EXCHANGE_A`, markets.account('EXCHANGE_A'))
  const found = (await call('GET', `/v1/markets/search?q=${QUERY}`)).body.results?.[0]
  const market = found?.ticker
  await control('book', { market, bids: [[0.39, 100]], asks: [[0.5, 100]] })
  const order = { subaccount_id, svc_id: found?.svc_id, buy_flag: true, qty: 10, price: 0.4 }
  const placed = (await call('POST', '/v1/orders', order)).body.svc_order_id
  const stop = await call('POST', '/v1/complex-orders', {
    subaccount_id,
    svc_id: found?.svc_id,
    conditional_order_params: {
      conditional_order_type: 'STOP',
      stop_order_price: 0.3,
      trigger_order: { qty: 5, buy_flag: false, price: 0.05 },
    },
  })
  expect([placed, stop.status]).toEqual([expect.any(String), 202])
  const isResting = async () => (await call('GET', `/v1/orders/${placed}`)).body.status
  await expect.poll(isResting, { timeout: 30_000 }).toBe('RESTING')
  const feeds = async () => (await call('GET', '/v1/health')).body.price_watch?.map(({ status }) => status)
  await expect.poll(feeds, { timeout: 30_000, interval: 500 }).toContain('watching')
  await first.kill('SIGKILL')

  // The order fills, and the market falls through the stop and comes back.
  await control('trade', { market, price: 0.4, qty: 10, buy_flag: false })
  await control('book', { market, bids: [[0.25, 50]], asks: [[0.5, 100]] })
  await control('trade', { market, price: 0.25, qty: 1, buy_flag: false })
  await control('book', { market, bids: [[0.42, 100]], asks: [[0.44, 100]] })
  await control('faults', { method: 'GET', path: '/portfolio/', kind: 'delay', delay_ms: 1_500 })

  const starting = start()
  const waiting = await refusalOf(() => call('POST', '/v1/orders', { ...order, price: 0.01 }))
  expect(waiting.body.detail).toBe(
    'The service compares its orders with the exchanges after its start. Nothing was stored. Try again in 5 seconds.',
  )
  expect(waiting.headers.get('retry-after')).toBe('5')
  const said = (await starting).said()
  expect(said).toContain(
    `order ${placed} (buy 10 of ${market} on EXCHANGE_A): 10 of 10 filled; it was RESTING and is EXECUTED`,
  )
  expect(said).toContain(`stop ${stop.body.complex_order_id} (sells`)
  expect(said).toContain('did not fire: 0.25 was traded at')
  expect(said).toMatch(/orders are accepted: 1 account compared, 2 changes while the service was away/)
  expect((await call('POST', '/v1/orders', { ...order, price: 0.01 })).status).toBe(202)
})

/** The first answer 503 that says why. Before it nothing listens, or the gateway is not open. */
const refusalOf = async <Answer extends { readonly status: number }>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await ask().catch(() => null)
    if (answer?.status === 503) return answer
    if (answer !== null) throw new Error(`answered ${answer.status}`)
    await wait(50)
  }
  throw new Error('no answer')
}
