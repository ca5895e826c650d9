/** Everything about a market names it: as it was called when the order was accepted. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Order } from '#domain/orders/order.ts'
import { basketStories } from '../../support/baskets/stories.ts'
import { startReceiver } from '../../support/receiver.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const STOP_LOSS = {
  conditional_order_type: 'SL',
  trigger_order: { qty: 5, buy_flag: false, stop_order_price: 0.3 },
}

/** Current label of the market in the catalogue. */
const labelAt = async (svcId: number) => {
  const { body } = await world.get(`/v1/markets/${svcId}`)
  return { market_title: body.name as string, exchange_ticker: (body.ticker ?? body.slug) as string }
}

const rename = async (svcId: number, name: string): Promise<void> => {
  const market = await world.ports.markets.get(svcId)
  if (market === null) throw new Error('no such market')
  await world.ports.markets.name([market])
  await world.ports.marketRows.refresh([{ ...market, name }])
  // Longer than markets are remembered.
  await world.pass('2m', 5)
}

const open = async (exchange: ExchangeName): Promise<void> => {
  await startWorld({ exchange })
  await world.simulated.book([[0.4, 500]], [[0.5, 500]])
}

/** All fills of the hero. */
const fills = async () => (await world.get('/v1/fills')).body.subaccount_to_fills[0].fills

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  it('orders, their fills and their conditional orders keep the title and the ticker of their acceptance', async () => {
    await open(exchange)
    const label = await labelAt(world.svcId())
    expect(Object.values(label)).toEqual([expect.any(String), expect.any(String)])
    const orderId = await world.place({ qty: 10, price: 0.5, conditional_orders_params: [STOP_LOSS] })
    await world.pass('10s', 2)
    await rename(world.svcId(), 'Something else?')

    const order = await world.order(orderId)
    expect(order).toMatchObject({ status: 'EXECUTED', ...label })
    expect(order.fills).toMatchObject([label])
    expect((await world.get('/v1/orders')).body.orders).toMatchObject([label])
    expect(await fills()).toMatchObject([label])
    const listed = (await world.get('/v1/complex-orders')).body.complex_orders.conditional_orders
    // The SL and the stop that it has armed.
    expect(listed).toMatchObject([label, label])
    const [{ complex_order_id: id }] = listed
    expect((await world.get(`/v1/complex-orders/${id}`)).body).toMatchObject(label)
    expect((await world.delete(`/v1/complex-orders/${id}`)).body.complex_order).toMatchObject(label)
  })

  it('positions have today’s title', async () => {
    await open(exchange)
    await world.place({ qty: 10, price: 0.5 })
    await world.pass('10s', 2)
    const { exchange_ticker } = await labelAt(world.svcId())
    await rename(world.svcId(), 'Something else?')
    const [{ positions }] = (await world.get('/v1/positions')).body.subaccount_to_positions
    expect(positions).toMatchObject([{ market_title: 'Something else?', exchange_ticker }])
  })

  it('an order that a stop places has the title of the stop, and a slice that of its TWAP', async () => {
    await open(exchange)
    const label = await labelAt(world.svcId())
    const about = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId() }
    const stop = { stop_order_price: 0.6, trigger_order: { qty: 5, buy_flag: true } }
    const twap = { total_qty: 10, buy_flag: true, duration_s: 600, slices: 2 }
    await world.post('/v1/complex-orders', { ...about, conditional_order_params: stop })
    await world.post('/v1/complex-orders', { ...about, twap_order_params: twap })
    await rename(world.svcId(), 'Something else?')
    await world.simulated.book([[0.6, 500]], [[0.62, 500]])
    await world.look()
    await world.pass('10s', 2)
    expect(
      (await world.get('/v1/complex-orders?complex_order_type=TWAP')).body.complex_orders.twap_orders,
    ).toMatchObject([label])
    expect((await world.get('/v1/orders')).body.orders).toMatchObject([label, label])
  })

  it('rows of earlier versions, and trades made elsewhere, have today’s label', async () => {
    await open(exchange)
    const label = await labelAt(world.svcId())
    const orderId = await world.place({ qty: 10, price: 0.5 })
    const stored = (await world.ports.orders.get(orderId)) as Order
    await world.ports.orders.save({ ...stored, label: null })
    await world.pass('10s', 2)
    expect(await world.order(orderId)).toMatchObject({ ...label, fills: [label] })
    expect((await world.get('/v1/orders')).body.orders).toMatchObject([label])
    expect(await fills()).toMatchObject([label])
  })

  it('webhooks contain both labels with the order and with its fills', async () => {
    await open(exchange)
    const label = await labelAt(world.svcId())
    const receiver = await startReceiver(world.clock)
    receiver.secret = (await world.post('/v1/webhooks', { url: receiver.url })).body.secret
    await world.place({ qty: 10, price: 0.5 })
    await world.pass('10s', 2)
    receiver.close()
    const reported = receiver.received.map(({ event }) => event)
    expect(new Set(reported.map(({ type }) => type))).toEqual(
      new Set(['order.created', 'order.updated', 'order.filled']),
    )
    for (const { data } of reported) expect(data).toMatchObject(label)
  })
})

describe('on a custom asset', () => {
  it('an order has the name of the asset and no ticker, its legs and their fills those of their markets', async () => {
    await startWorld({ both: true })
    const baskets = basketStories(world)
    await baskets.pricesAre(0.5)
    const id = await baskets.place(await baskets.threeBets())
    await world.pass('10s', 2)
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'EXECUTED', market_title: 'basket', exchange_ticker: null })
    for (const record of [...(await baskets.legs(id)), ...order.fills, ...(await fills())])
      expect(record).toMatchObject(await labelAt(record.svc_id))
    await world.agree()
  })

  it('a stop and the order that it places have the name of the asset at acceptance', async () => {
    await startWorld({ both: true })
    const baskets = basketStories(world)
    await baskets.pricesAre(0.5)
    const asset = await baskets.sameBet()
    const stop = { stop_order_price: 0.6, trigger_order: { qty: 5, buy_flag: true } }
    const about = { subaccount_id: world.hero.subaccountId, custom_asset_id: asset }
    const { complex_order_id } = (await world.post('/v1/complex-orders', { ...about, conditional_order_params: stop }))
      .body
    await world.pass('10s', 2)
    await world.patch(`/v1/custom-assets/${asset}`, { name: 'renamed' })
    await baskets.pricesAre(0.65)
    await baskets.watch(20)
    const { trigger_svc_order_id: placed, market_title } = await baskets.show(complex_order_id)
    expect(market_title).toBe('basket')
    expect(await world.order(placed)).toMatchObject({ market_title: 'basket', exchange_ticker: null })
  })
})
