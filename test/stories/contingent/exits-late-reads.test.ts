/** Exits are placed for all that was bought, however late the reads of the exchange show it. */

import { afterEach, expect, it } from 'vitest'
import { startWorld, type World } from '../../support/world.ts'

let world: World
afterEach(async () => {
  await world.agree()
  await world.stop()
})

it.each([0, 4, 9, 13])(
  'a take-profit rests for all that was bought, however late the exchange shows it (%i s after the start)',
  async (seconds) => {
    world = await startWorld({ exchange: 'EXCHANGE_A', staleReadsMs: 30_000 })
    await world.pass(`${seconds + 1}s`)
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    const placed = await world.post('/v1/orders', {
      order_type: 'LIMIT',
      price: 0.44,
      qty: 20,
      buy_flag: true,
      svc_id: world.svcId(),
      subaccount_id: world.hero.subaccountId,
      conditional_orders_params: [
        { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } },
      ],
    })
    expect(placed.status).toBe(202)
    await world.pass('150s', 1)
    const [takeProfit] = placed.body.complex_orders.conditional_orders
    const { body } = await world.get(`/v1/complex-orders/${takeProfit}`)
    const resting = await world.order(body.conditional_order.trigger_svc_order_id)
    expect(resting).toMatchObject({ status: 'RESTING', qty: 20 })
  },
)
