/** The user reduces an order at EXCHANGE_A manually, then cancels it here: the reduction does not count as filled. */

import { createPrivateKey } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { sign } from '#adapters/exchanges/kalshi/signing/sign.ts'
import { PRIVATE_KEY } from '../../../support/simulators/kalshi.ts'
import { useWorld } from '../../../support/use-world.ts'

const world = useWorld({ staleReadsMs: 900 })

beforeEach(async () => {
  await world.simulated.book([[0.3, 500]], [[0.44, 500]])
})
const reduceByHand = async (exchangeOrderId: string, to: string): Promise<void> => {
  const url = new URL(`${world.simulated.urls.EXCHANGE_A?.api}/portfolio/events/orders/${exchangeOrderId}/decrease`)
  const timestamp = String(world.time.now)
  const reply = await world.http({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'a-terminal/1.0',
      'KALSHI-ACCESS-KEY': 'story-key',
      'KALSHI-ACCESS-TIMESTAMP': timestamp,
      'KALSHI-ACCESS-SIGNATURE': sign(createPrivateKey(PRIVATE_KEY), timestamp, 'POST', url.pathname),
    },
    body: JSON.stringify({ reduce_to: to, market_ticker: world.simulated.market }),
    timeoutMs: 10_000,
    signal: AbortSignal.timeout(10_000),
  })
  expect(reply).toMatchObject({ kind: 'answered', status: 200 })
}

it('a manual reduction counts as no fill, arms no exit, and lets the account be left', async () => {
  const order = await world.postOrder({
    buy_flag: true,
    qty: 10,
    price: 0.4,
    conditional_orders_params: [{ trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.2 } }],
  })
  const orderId = order.body.svc_order_id
  await world.pass('5s')
  await reduceByHand((await world.order(orderId)).exchange_order_id, '4.00')
  await world.pass('5s')
  expect((await world.delete(`/v1/orders/${orderId}`)).status).toBe(202)
  await world.pass('10s')
  expect(await world.order(orderId)).toMatchObject({ status: 'CANCELLED', traded_qty: 0, fills: [] })
  await world.pass('2m', 5)
  const { complex_orders } = (await world.get('/v1/complex-orders')).body
  expect(complex_orders.conditional_orders).toMatchObject([{ status: 'CANCELLED' }])
  const url = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`
  expect((await world.delete(url)).status).toBe(204)
})

it('a fill before a manual reduction counts once', async () => {
  const orderId = await world.place({ qty: 10, price: 0.4 })
  await world.pass('2s')
  const { exchange_order_id } = await world.order(orderId)
  await world.simulated.trade(0.4, 3, false)
  await reduceByHand(exchange_order_id, '4.00')
  await world.delete(`/v1/orders/${orderId}`)
  await world.pass('1m', 2)
  expect(await world.order(orderId)).toMatchObject({ status: 'CANCELLED', traded_qty: 3 })
})
