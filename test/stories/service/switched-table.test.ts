/** A table whose deployment has changed to another kind of accounts: the earlier subaccounts can be read, and nothing happens for them. */

import { expect, it } from 'vitest'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest()

const KIND = { status: 409, body: { code: 'account_kind' } }
const LIMITS = { max_order_qty: 10 }

const quiet = () => world.simulated.book([[0.4, 500]], [[0.44, 500]])
const breakout = () => world.simulated.book([[0.5, 500]], [[0.52, 500]])
const errors = () => world.log.filter((line) => line.includes('"error"'))

it('a subaccount of the other kind is readable, refuses each write, and is neither sent, polled nor fired', async () => {
  await startWorld({ exchange: 'EXCHANGE_A' })
  await quiet()
  const orderId = await world.place({ price: 0.3 })
  const stopId = await world.placeConditional({
    trigger_order: { qty: 20, buy_flag: true, price: 0.6 },
    stop_order_price: 0.5,
  })
  await world.pass('5s')
  expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', is_paper: false })
  const { subaccountId } = world.hero

  world.switchAccounts('paper')
  const accountCalls = () => world.exchangeCallsTo(/portfolio|POST|DELETE/)
  const before = accountCalls()
  expect(await world.get(`/v1/subaccounts/${subaccountId}`)).toMatchObject({ status: 200, body: { is_paper: false } })
  expect(await world.order(orderId)).toMatchObject({ status: 'RESTING', is_paper: false })
  expect(await world.get('/v1/balances')).toMatchObject({ status: 200, body: [] })
  const batch = { orders: [{ subaccount_id: subaccountId, svc_id: world.svcId(), buy_flag: true, qty: 1, price: 0.2 }] }
  const writes = [
    world.postOrder({ buy_flag: true, qty: 1, price: 0.2 }),
    world.post('/v1/orders/batch', batch),
    world.post('/v1/orders/preview', batch.orders[0]),
    world.patch(`/v1/orders/${orderId}`, { qty: 20 }),
    world.delete(`/v1/orders/${orderId}`),
    world.post('/v1/orders/cancel-all', { subaccount_id: subaccountId }),
    world.delete(`/v1/complex-orders/${stopId}`),
    world.put(`/v1/subaccounts/${subaccountId}/limits`, LIMITS),
    world.post(`/v1/subaccounts/${subaccountId}/flatten`),
    world.delete(`/v1/subaccounts/${subaccountId}/credentials/EXCHANGE_A`),
  ]
  for (const answer of await Promise.all(writes)) expect(answer).toMatchObject(KIND)

  const stranger = await world.newKey('admin', world.ids.uuid())
  expect(await world.delete(`/v1/orders/${orderId}`, { key: stranger })).toMatchObject({ status: 404 })
  expect(await world.delete(`/v1/complex-orders/${stopId}`, { key: stranger })).toMatchObject({ status: 404 })

  await breakout()
  await world.watch(30)
  await world.pass('30m', 30)
  expect(await world.complexOrder(stopId)).toMatchObject({ status: 'ACTIVE', is_paper: false })
  expect(accountCalls()).toBe(before)
  expect(errors()).toEqual([])

  world.switchAccounts('simulated')
  await world.pass('11m', 10)
  await world.watch(20)
  expect(await world.complexOrder(stopId)).toMatchObject({ status: 'TRIGGERED' })
  expect(await world.delete(`/v1/orders/${orderId}`)).toMatchObject({ status: 202 })
  await world.pass('1m')
  expect(await world.order(orderId)).toMatchObject({ status: 'CANCELLED' })
})

it('a subaccount that a paper service creates is a paper account for good, and so is its repeat', async () => {
  await startWorld({ accounts: 'paper', exchange: 'EXCHANGE_A' })
  const headers = { 'idempotency-key': 'first' }
  const created = await world.post('/v1/subaccounts', { name: 'paper' }, { headers })
  expect(created).toMatchObject({ status: 201, body: { is_paper: true } })
  expect(created.body.subaccount_id).toMatch(/^.{14}8/)
  expect((await world.post('/v1/subaccounts', { name: 'paper' }, { headers })).body).toEqual(created.body)

  world.switchAccounts('production')
  const { subaccount_id: subaccountId } = created.body
  expect(await world.get(`/v1/subaccounts/${subaccountId}`)).toMatchObject({ status: 200, body: { is_paper: true } })
  const refused = await world.put(`/v1/subaccounts/${subaccountId}/limits`, LIMITS)
  expect(refused).toMatchObject(KIND)
  expect(refused.body.detail).toContain('this service trades with production accounts')
})
