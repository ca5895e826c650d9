/** Events that an operator must know are counted for their alarm once they are bad enough, and are no failures of the service. */

import { afterEach, expect, it } from 'vitest'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

afterEach(() => world.simulated.noFaults())

const open = (exchange: 'EXCHANGE_A' | 'EXCHANGE_B') => startWorld({ exchange, quoted: true })
const counted = (metric: string): number => world.log.filter((line) => line.includes(`"${metric}"`)).length
const failures = () => world.log.filter((line) => line.includes('"level":"error"'))

it('an order whose arrival is unknown for five minutes is reported to a person', async () => {
  await open('EXCHANGE_A')
  await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
  await world.simulated.fault({ method: 'GET', path: '.*', kind: 'status', status: 503, times: 1e6 })
  const id = await world.place({ qty: 5, price: 0.42 })
  await world.pass('4m', 5)
  expect(await world.order(id)).toMatchObject({ status: 'PROCESSING' })
  expect(counted('OrderFateUnknown')).toBe(0)
  await world.pass('3m', 5)
  expect(counted('OrderFateUnknown')).toBeGreaterThan(0)
  expect(failures()).toEqual([])
})

it('an exit blocked by an order that does not leave the book is reported to a person', async () => {
  await open('EXCHANGE_B')
  const placed = await world.postOrder({
    order_type: 'LIMIT',
    price: 0.44,
    qty: 20,
    buy_flag: true,
    conditional_orders_params: [
      { trigger_order: { qty: 20, buy_flag: false, price: 0.6 } },
      { trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } },
    ],
  })
  await world.pass('60s')
  await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 503, times: 1e6 })
  await world.simulated.book([[0.29, 500]], [[0.32, 500]])
  const sl = await world.get(`/v1/complex-orders/${placed.body.complex_orders.conditional_orders[1]}`)
  const armed = sl.body.conditional_order?.trigger_complex_order_id ?? sl.body.trigger_complex_order_id
  await world.queues.send('fire-trigger', { complexOrderId: armed, price: 300_000, source: 'mid' }, { group: 'story' })
  await world.pass('2m', 5)
  expect(counted('ExitOverdue')).toBeGreaterThan(0)
  expect(failures()).toEqual([])
})

it.each(['EXCHANGE_A', 'EXCHANGE_B'] as const)(
  'an %s that is away for a while is not reported to a person',
  async (exchange) => {
    await open(exchange)
    await world.place({ qty: 5, price: 0.44 })
    await world.place({ qty: 5, price: 0.42 })
    const stop = await world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      svc_id: world.svcId(),
      conditional_order_params: { trigger_order: { qty: 5, buy_flag: true }, stop_order_price: 0.6 },
    })
    expect(stop.status).toBe(202)
    await world.pass('30s')
    await world.simulated.fault({ method: 'GET', path: '.*', kind: 'status', status: 503, times: 1e6 })
    await world.simulated.fault({ method: 'POST', path: '.*', kind: 'drop_before', times: 1e6 })
    await world.simulated.fault({ method: 'DELETE', path: '.*', kind: 'drop_before', times: 1e6 })
    const late = await world.place({ qty: 5, price: 0.41 })
    await world.delete(`/v1/orders/${late}`)
    expect((await world.get(`/v1/orderbooks/${world.svcId()}`)).status).toBe(503)
    await world.pass('3m', 5)
    await world.look()
    expect(world.log.filter((line) => line.includes('"ExchangeUnavailable"')).length).toBeGreaterThan(0)
    expect(failures()).toEqual([])
  },
)
