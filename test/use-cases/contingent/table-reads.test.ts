/** How often the table is asked: nothing is read twice for one question, and an event is computed once. */

import { describe, expect, it } from 'vitest'
import { complexOrderKey, type Key, orderKey } from '#adapters/store/engine/keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { outboxStore } from '#adapters/store/outbox/outbox.ts'
import { markNotified, stateForDependents } from '#domain/baskets/dependents.ts'
import { armStop } from '#domain/contingent/transitions.ts'
import { NO_LIMITS } from '#domain/risk/limits.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import type { StoredChanges } from '#ports/work/publish.ts'
import { NOW, SUBACCOUNT, sampleOrder, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { cents, contracts, sampleConditional, trigger } from '#test/domain/contingent/complex-samples.ts'
import { boughtTen } from '#test/support/contingent/bought-ten.ts'
import { tableDesk } from '#test/support/contingent/table-desk.ts'
import { memoryTable } from '#test/support/store.ts'
import { fireTrigger } from '#use-cases/contingent/fire/fire-trigger.ts'
import { cancelOrder } from '#use-cases/orders/cancel/cancel-order.ts'

const PARENT = uuidAt(NOW, 0xa)
const HEAD = uuidAt(NOW, 0xb)
const STOP = uuidAt(NOW, 0xc)
const SEEN = { price: cents(29), source: 'mid' } as const

/** The stores of a table whose reads of single rows are counted by key. */
const counted = async () => {
  const { table } = await memoryTable()
  const reads = new Map<string, number>()
  const note = ({ pk }: Key): void => void reads.set(pk, (reads.get(pk) ?? 0) + 1)
  const watched: Table = {
    ...table,
    get: (key, options) => {
      note(key)
      return table.get(key, options)
    },
    batchGet: (keys, options) => {
      for (const key of keys) note(key)
      return table.batchGet(keys, options)
    },
  }
  const published: StoredChanges[] = []
  const publish = async (stored: StoredChanges): Promise<void> => void published.push(stored)
  const { deps } = tableDesk(watched, publish)
  return { deps, published, table, readsOf: ({ pk }: Key) => reads.get(pk) ?? 0 }
}

/** An order that bought ten, with an SL whose stop is armed. */
const armedBracket = async (limits = NO_LIMITS) => {
  const world = await counted()
  const { deps } = world
  await deps.subaccounts.save({ ...(await deps.subaccounts.get()), limits })
  const bought = boughtTen(PARENT, [HEAD])
  const entry = markNotified(bought, stateForDependents(bought), null)
  const waiting = sampleConditional({
    complexOrderId: HEAD,
    userId: USER,
    subaccountId: SUBACCOUNT,
    subtype: 'SL',
    stopPrice: null,
    parentOrderId: PARENT,
    trigger: trigger({ buyFlag: !entry.buyFlag, stopPrice: cents(30) }),
  })
  const { head, stop } = armStop(waiting, STOP, contracts(10), PARENT, NOW)
  if (stop === null) throw new Error('nothing was armed')
  await deps.complexOrders.save({ newOrders: [entry], newComplexOrders: [head, stop] })
  return world
}

describe('a stop that fires', () => {
  it.each([
    ['without limits', NO_LIMITS],
    ['with limits', { ...NO_LIMITS, maxOrderQty: contracts(1) }],
  ])('reads its parent once, and every other order and complex order once a round, %s', async (_, limits) => {
    const { deps, readsOf } = await armedBracket(limits)
    expect(await fireTrigger(deps, STOP, SEEN)).toBe('fired')
    const stop = await deps.complexOrders.get(STOP)
    expect(stop).toMatchObject({ status: 'TRIGGERED', triggerPrice: cents(29) })
    expect(readsOf(orderKey(PARENT))).toBe(1)
    // To fire, to plan the release of its order, and to see that nothing is left; the last time by this test.
    expect(readsOf(complexOrderKey(HEAD))).toBe(3)
    expect(readsOf(complexOrderKey(STOP))).toBe(4)
  })
})

describe('a cancel request', () => {
  it('reads the order once', async () => {
    const { deps, readsOf } = await counted()
    const order = sampleOrder()
    await deps.orders.create(order)
    expect(await cancelOrder(deps, USER, order.orderId, 'user')).toEqual({ kind: 'accepted' })
    expect(await cancelOrder(deps, USER, uuidAt(NOW, 404), 'user')).toEqual({ kind: 'not_found' })
    expect(readsOf(orderKey(order.orderId))).toBe(1)
    expect(readsOf(orderKey(uuidAt(NOW, 404)))).toBe(1)
  })
})

describe('an event', () => {
  it('is published as it was committed with its change', async () => {
    const { deps, published, table } = await counted()
    const order = sampleOrder({ subscriberState: { knows: null } })
    await deps.orders.create(order)
    await cancelOrder(deps, USER, order.orderId, 'user')
    const committed = (await outboxStore(table).pending(order.orderId)).flatMap(({ events }) => events)
    // An event that is read back does not say what webhooks knew before: `previousStatus` does.
    const plain = ({ subject: _, ...event }: WebhookEvent) => event
    expect(published.flatMap(({ events }) => events).map(plain)).toEqual(committed.map(plain))
    expect(committed.map(({ type, previousStatus }) => [type, previousStatus])).toEqual([
      ['order.created', null],
      ['order.updated', null],
      ['order.updated', 'PENDING_SUBMISSION'],
    ])
  })
})
