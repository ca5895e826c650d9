/** Work that a killed run of the local service held is free at the next start. */

import { expect, it } from 'vitest'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { workStore } from '#adapters/store/work/work.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import { becomeIdle } from '#domain/accounts/sync/become-idle.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { freeHeldWork } from '#local/stack/free-held-work.ts'
import { NOW, sampleOrder, uuidAt } from '../adapters/store/samples.ts'
import { memoryTable } from '../support/store.ts'

const ATTEMPT = { number: 1, identity: 'identity', payload: '{}', exchangeOrderIds: [] }

const open = async () => {
  const { table } = await memoryTable()
  return {
    due: (until: number, limit: number) => dueWork(table, until, limit),
    work: workStore(table),
    orders: orderStore(table),
    accountSyncs: accountSyncStore(table),
  }
}

it('an order whose send was under way is due at once, and its outcome stays unknown', async () => {
  const held = await open()
  const order = sampleOrder({ dueAt: NOW + 30_000 })
  await held.orders.create(order)
  await held.orders.save(claim(order, { token: 'dead', until: NOW + 30_000 }, ATTEMPT, NOW))

  await freeHeldWork(held, NOW + 5_000)

  expect(await held.orders.get(order.orderId)).toMatchObject({
    status: 'PROCESSING',
    sendState: 'in_flight',
    lease: null,
    dueAt: NOW + 5_000,
  })
  expect(await held.due(NOW + 5_000, 10)).toMatchObject([{ kind: 'order', orderId: order.orderId }])
})

it('an order without a sender keeps its due date, because its message is in the queue', async () => {
  const held = await open()
  const order = sampleOrder({ dueAt: NOW + 30_000 })
  await held.orders.create(order)
  await freeHeldWork(held, NOW + 5_000)
  expect(await held.orders.get(order.orderId)).toEqual(order)
})

it('an account that was being polled is polled at once, one that slept sleeps on', async () => {
  const held = await open()
  const [active, asleep] = [uuidAt(NOW, 1), uuidAt(NOW, 2)]
  for (const subaccountId of [active, asleep]) {
    const state = activate(null, { subaccountId, exchange: 'EXCHANGE_A' }, NOW)
    if (state === null) throw new Error('a new account wakes')
    const slept = { ...becomeIdle(state, true, NOW), dueAt: NOW + 60_000 }
    expect(await held.accountSyncs.save(subaccountId === active ? state : slept)).toBe(true)
  }
  await freeHeldWork(held, NOW + 5_000)
  expect(await held.due(NOW + 5_000, 10)).toMatchObject([{ kind: 'account', subaccountId: active }])
})
