/** Exits of a custom asset while one of its exchanges, or only its account there, fails: no exit is lost in silence. */

import { beforeEach, expect, it } from 'vitest'
import { basketStories } from '../../support/baskets/stories.ts'
import { startReceiver } from '../../support/receiver.ts'
import { inThisRun } from '../../support/run/plays.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

beforeEach(async () => {
  // Each exchange sells half of thirty contracts.
  for (const exchange of [A, B] as const) await world.at(exchange).book([[0.39, 500]], [[0.41, 15]])
})

const stopLoss = { trigger_order: { qty: 30, buy_flag: false, stop_order_price: 0.3 } }

const bought = async (asset: string, conditionals: readonly object[] = [stopLoss]) => {
  const placed = await baskets.order(asset, { qty: 30, conditional_orders_params: conditionals })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await world.pass('30s', 5)
  const [loss = ''] = placed.body.complex_orders.conditional_orders ?? []
  return { id: placed.body.svc_order_id as string, loss }
}

const sold = async (): Promise<number> =>
  (await world.orders()).reduce(
    (sum: number, order: { buy_flag: boolean; traded_qty: number }) => sum + (order.buy_flag ? 0 : order.traded_qty),
    0,
  )

it('an order that got lost at one exchange, and is watched for, does not keep the exit from selling the rest', async () => {
  const { loss } = await bought(await baskets.sameBet())
  await baskets.pricesAre(0.28)
  await world.at(A).book([[0.27, 10]], [[0.29, 500]])
  await world.look()
  await world.at(B).fault({ ...world.at(B).calls.create, kind: 'drop_before', times: 1e6 })
  await world.pass('40s', 5)
  await baskets.priceAt(A, 0.28)
  await world.at(B).noFaults()
  await world.pass('6m', 5)
  const first = (await world.orders()).findLast((order: { buy_flag: boolean }) => !order.buy_flag)
  const lost = (await baskets.legs(first.svc_order_id)).find(({ svc_id }) => svc_id === baskets.svcIdAt(B))
  expect(lost).toMatchObject({ status: 'CANCELLED', cancel_reason: 'too_late' })
  expect((await world.ports.orders.get(lost?.svc_order_id))?.watchUntil).toBeGreaterThan(world.clock())
  expect(await sold()).toBe(30)
  expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
})

it('a purchase is not treated as sold manually while its fills are late', async () => {
  await world.at(A).fault({ method: 'GET', path: '/portfolio/fills', kind: 'status', status: 503, times: 1e6 })
  await baskets.pricesAre(0.4)
  const { id, loss } = await bought(await baskets.makeAsset([baskets.svcIdAt(A)], 'BEST_PRICE'))
  await baskets.pricesAre(0.28)
  await baskets.watch(120)
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 30, fills_complete: false })
  expect(await world.order((await baskets.show(loss)).trigger_svc_order_id)).toMatchObject({
    status: 'PENDING_SUBMISSION',
    last_error: 'What was bought of it does not show at the exchange yet.',
  })
  await world.at(A).noFaults()
  await world.pass('3m', 5)
  expect(await sold()).toBe(30)
})

it('credentials stay while an exit waits for their exchange, even without an order there', async () => {
  const { loss } = await bought(await baskets.sameBet())
  await baskets.pricesAre(0.28)
  await world.look()
  await world.at(B).fault({ path: '/book', kind: 'status', status: 500 })
  await world.pass('1m', 10)
  const credentials = `/v1/subaccounts/${world.hero.subaccountId}/credentials/${B}`
  expect(await world.delete(credentials)).toMatchObject({ status: 409, body: { code: 'live_orders' } })
  await world.at(B).noFaults()
  await world.pass('2m', 5)
  expect(await sold()).toBe(30)
  expect(await baskets.show(loss)).toMatchObject({ exit_incomplete_at: null })
  expect((await world.delete(credentials)).status).toBe(204)
})

it('a stop loss sells at one exchange while the other’s take profit has an unknown outcome', async () => {
  const takeProfit = { trigger_order: { qty: 15, buy_flag: false, stop_order_price: 0.5 } }
  const { loss } = await bought(await baskets.sameBet(), [stopLoss, takeProfit])
  await baskets.priceAt(A, 0.51)
  await baskets.priceAt(B, 0.53)
  await world.look()
  await world.at(B).fault({ ...world.at(B).calls.create, kind: 'drop_before', times: 1e6 })
  await world.pass('5s', 5)
  await baskets.pricesAre(0.28)
  await world.look()
  await world.pass('6s')
  expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED' })
  expect(await sold()).toBe(15)
  await world.at(B).noFaults()
  await world.pass('3m', 5)
  expect(await sold()).toBe(30)
})

it('an exit after trading ended in all members reports that, and its order ends', async () => {
  await baskets.priceAt(A, 0.4)
  await baskets.priceAt(B, 0.45)
  const { id } = await bought(await baskets.sameBet(), [])
  await world.at(A).status('closed')
  await world.pass('1m', 10)
  await world.syncMarkets()
  const made = await world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    conditional_order_params: { ...stopLoss, conditional_order_type: 'SL', parent_svc_order_id: id },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(202)
  await world.pass('5s')
  await baskets.priceAt(B, 0.28)
  await baskets.watch(30)
  const exit = await baskets.show(made.body.complex_order_id)
  expect(exit).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
  expect(await world.order(exit.trigger_svc_order_id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
})

it('all exits of one order are armed, fired and ended together, with a webhook for each', async () => {
  const receiver = await startReceiver(world.clock)
  receiver.secret = (await world.post('/v1/webhooks', { url: receiver.url })).body.secret
  const takeProfit = { trigger_order: { qty: 30, buy_flag: false, stop_order_price: 0.6 } }
  const { id } = await bought(
    await baskets.sameBet(),
    Array.from({ length: 10 }, (_, place) => (place === 0 ? stopLoss : takeProfit)),
  )
  const hang = () =>
    world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      conditional_order_params: { ...takeProfit, parent_svc_order_id: id },
    })
  for (let more = 0; more < 5; more += 1) expect((await hang()).status).toBe(202)
  expect(await hang()).toMatchObject({ status: 409, body: { code: 'too_many_conditionals' } })
  await world.pass('5s')
  const exits: readonly string[] = (await world.order(id)).complex_order_ids.conditional_orders
  expect(exits).toHaveLength(15)
  for (const exit of exits) expect(await baskets.show(exit)).toMatchObject({ status: 'ACTIVE' })
  await baskets.pricesAre(0.28)
  await baskets.watch(30)
  expect(await sold()).toBe(30)
  for (const exit of exits.slice(1)) expect(await baskets.show(exit)).toMatchObject({ status: 'CANCELLED' })
  const reported = new Set(receiver.received.map(({ event }) => `${event.object_id} ${event.data.status}`))
  for (const exit of exits.slice(1)) expect(reported).toContain(`${exit} CANCELLED`)
  receiver.close()
})

it('exits wait for a paused market, although the catalogue lists it as closed', async () => {
  const { loss } = await bought(await baskets.sameBet())
  await world.at(A).status('paused')
  await world.syncMarkets()
  expect((await world.get(`/v1/markets/${baskets.svcIdAt(A)}`)).body.status).toBe('closed')
  await baskets.priceAt(B, 0.28)
  await world.look()
  await world.pass('3m', 5)
  expect(await sold()).toBe(15)
  await world.at(A).status('active')
  await baskets.priceAt(A, 0.28)
  await world.pass('90s', 5)
  expect(await sold()).toBe(30)
  expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
})

it('exits sell a member that the catalogue lists as closed if it still trades', async () => {
  await world.pass('20s')
  await world.at(A).status('paused')
  await world.syncMarkets()
  await world.at(A).status('active')
  await world.at(A).book([[0.39, 500]], [[0.41, 15]])
  expect((await world.get(`/v1/markets/${baskets.svcIdAt(A)}`)).body.status).toBe('closed')
  const { id, loss } = await bought(await baskets.sameBet())
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 30 })
  const later = await world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    conditional_order_params: {
      conditional_order_type: 'SL',
      parent_svc_order_id: id,
      trigger_order: { qty: 30, buy_flag: false, stop_order_price: 0.2 },
    },
  })
  expect(later.status, JSON.stringify(later.body)).toBe(202)
  for (const exit of [loss, later.body.complex_order_id]) {
    const stored = await world.ports.complexOrders.get(exit)
    const target = stored !== null && 'target' in stored ? stored.target : null
    expect(target).toMatchObject({ members: [{}, {}] })
  }
  await baskets.pricesAre(0.28)
  await world.look()
  await world.pass('30s', 5)
  expect(await sold()).toBe(30)
})

it('the remainder at one exchange is sold while the order at the other is unknown', async () => {
  await bought(await baskets.sameBet())
  await baskets.pricesAre(0.28)
  await world.at(A).book([[0.27, 10]], [[0.29, 500]])
  await world.look()
  await world.at(B).fault({ ...world.at(B).calls.create, kind: 'drop_after', times: 1 })
  await world.at(B).fault({ method: 'GET', path: '/data/', kind: 'status', status: 503, times: 1e6 })
  await world.pass('2s')
  expect(await sold()).toBe(10)
  await baskets.priceAt(A, 0.28)
  await world.pass('20s')
  expect(await sold()).toBe(15)
  await world.at(B).noFaults()
  await world.pass('6m', 5)
  expect(await sold()).toBe(30)
})

it('a stop-loss that finds no buyer is reported, waits as one order, and sells all when there are some', async () => {
  const { loss } = await bought(await baskets.sameBet())
  await baskets.pricesAre(0.28)
  await world.look()
  for (const exchange of [A, B] as const) await world.at(exchange).book([], [[0.29, 500]])
  await world.pass('2m', 5)
  expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
  const { trigger_svc_order_id: waiting } = await baskets.show(loss)
  await world.pass('10m', 10)
  expect(await baskets.show(loss)).toMatchObject({ trigger_svc_order_id: waiting })
  await baskets.pricesAre(0.2)
  await world.pass('2m', 5)
  expect(await sold()).toBe(30)
  expect(world.log.filter((line) => line.includes('ExitIncomplete'))).toHaveLength(1)
})

it('a member whose order the user cancels is not sold by the exit, and that is reported', async () => {
  const { loss } = await bought(await baskets.sameBet())
  await baskets.pricesAre(0.28)
  await world.look()
  await world.at(B).mode(world.at(B).closedMode)
  await world.pass('5s')
  const legs = await baskets.legs((await baskets.show(loss)).trigger_svc_order_id)
  const waiting = legs.find(({ svc_id }) => svc_id === baskets.svcIdAt(B))
  expect((await world.delete(`/v1/orders/${waiting?.svc_order_id}`)).status).toBe(202)
  await world.pass('10s')
  expect(await world.order(waiting?.svc_order_id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
  await world.at(B).mode('open')
  await world.pass('2m', 5)
  expect(await sold()).toBe(15)
  expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
})

const AWAY = [
  [B, 'cancel_only'],
  [A, 'html_403'],
  [B, 'geoblock'],
] as const
it.each(AWAY.slice(0, inThisRun({ usual: 2, long: 3 })))(
  'however long %s takes no orders (%s), the exit sells when it does again',
  async (exchange, mode) => {
    const { loss } = await bought(await baskets.sameBet())
    await baskets.pricesAre(0.28)
    await world.at(exchange).mode(mode)
    await world.look()
    await world.pass('10m', 10)
    expect(await sold()).toBe(15)
    await world.at(exchange).mode('open')
    await world.pass('3m', 5)
    expect(await sold()).toBe(30)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
  },
)
