/** Orders accepted at the beginning of a user's recording are marked half a minute later, after lists show them. */

import { beforeEach, expect, it } from 'vitest'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { orderKey } from '#adapters/store/engine/keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import { workStore } from '#adapters/store/work/work.ts'
import { DAY, SECOND } from '#domain/kernel/time.ts'
import { NOW, SUBACCOUNT, sampleOrder, sampleSubaccount, USER } from '#test/adapters/store/samples.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'
import { endRecording } from '#use-cases/changes/end-recording.ts'
import { followChanges } from '#use-cases/changes/follow-changes.ts'
import { keepRecording } from '#use-cases/changes/manage-recording.ts'

const openDesk = async () => {
  const table = openTable({ name: 'memory', client: memoryDynamoDb().client })
  const time = { now: NOW }
  const [subaccounts, orders, changes] = [subaccountStore(table), orderStore(table), changeStore(table)]
  const [complexOrders, webhooks, work] = [complexOrderStore(table), webhookStore(table), workStore(table)]
  await subaccounts.create(sampleSubaccount())
  const deps = { subaccounts, orders, complexOrders, changes, webhooks, clock: () => time.now }
  // Recording begins at NOW.
  await followChanges(deps, USER)
  /** An order that is over, and whose request had read that recording is off. */
  const missed = async (createdAt: number, n: number): Promise<string> => {
    const over = { status: 'CANCELLED', sendState: 'acked', exchangeState: 'ended', exchangeOrderId: 'there' } as const
    const order = sampleOrder({ ...over, createdAt, dueAt: null }, n)
    await orders.create(order)
    return order.orderId
  }
  /** A live order, and one that cannot be read, as a later version may have stored it. */
  const twoLive = async (): Promise<string> => {
    const [good, bad] = [sampleOrder({ dueAt: null }, 7), sampleOrder({ dueAt: null }, 8)]
    for (const order of [good, bad]) await orders.create(order)
    await table.putAll([{ ...(await table.get(orderKey(bad.orderId))), ...orderKey(bad.orderId), st: 'ASLEEP' }])
    return good.orderId
  }
  return {
    time,
    deps,
    missed,
    twoLive,
    isMarked: async (orderId: string) => (await orders.get(orderId))?.subscriberState !== null,
    log: () => changes.log(USER),
    /** From when on something is due for the recording. */
    dueAt: async () => (await work.take(NOW + 10 * DAY, 10)).find(({ kind }) => kind === 'following')?.dueAt,
    keep: (at: number) => {
      time.now = at
      return keepRecording(deps, USER)
    },
  }
}

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => {
  desk = await openDesk()
})

it('an order that is over is marked if it was accepted ten seconds before recording began, or later', async () => {
  const { missed, keep, isMarked, log, dueAt } = desk
  const [before, justBefore, after] = [
    await missed(NOW - 10 * SECOND - 1, 1),
    await missed(NOW - 10 * SECOND, 2),
    await missed(NOW + SECOND, 3),
  ]
  expect(await dueAt()).toBe(NOW + 30 * SECOND)
  await keep(NOW + 30 * SECOND)
  expect([await isMarked(before), await isMarked(justBefore), await isMarked(after)]).toEqual([false, true, true])
  // The marking is done, and recording continues for as long as a user follows.
  expect(await log()).toMatchObject({ recording: true, markAgainAt: null, followedUntil: NOW + 3 * DAY })
  expect(await dueAt()).toBe(NOW + 3 * DAY)
})

it('an order is marked only after the time in which lists may lag', async () => {
  const { missed, keep, isMarked, log } = desk
  await keep(NOW + 30 * SECOND - 1)
  expect(await log()).toMatchObject({ markAgainAt: NOW + 30 * SECOND })
  const late = await missed(NOW, 1)
  await keep(NOW + 30 * SECOND)
  expect(await isMarked(late)).toBe(true)
})

it('an order is marked once more if recording began anew during the marking', async () => {
  const { deps, keep, log } = desk
  const { list } = deps.subaccounts
  const again = NOW + 60 * SECOND
  Object.assign(deps.subaccounts, {
    list: async (userId: string) => {
      Object.assign(deps.subaccounts, { list })
      await deps.changes.save({ ...((await log()) ?? expect.fail()), markAgainAt: again })
      return list(userId)
    },
  })
  await keep(NOW + 30 * SECOND)
  expect(await log()).toMatchObject({ markAgainAt: again })
})

it('live orders are marked even if another order cannot be read', async () => {
  const { twoLive, keep, isMarked, log } = desk
  const good = await twoLive()
  await keep(NOW + 30 * SECOND)
  expect(await isMarked(good)).toBe(true)
  expect(await log()).toMatchObject({ markAgainAt: null })
  desk = await openDesk()
  await endRecording({ ...desk.deps, clock: () => NOW + 4 * DAY }, USER)
  const live = await desk.twoLive()
  await followChanges(desk.deps, USER)
  expect(await desk.isMarked(live)).toBe(true)
})

it('orders are not marked anew for a user who continues to follow', async () => {
  const { deps, keep, log, time } = desk
  await keep(NOW + 30 * SECOND)
  time.now = NOW + DAY
  await followChanges(deps, USER)
  expect(await log()).toMatchObject({ followedUntil: NOW + 4 * DAY, markAgainAt: null })
})

it('all orders are marked for the first follower, even after an earlier recording: marks may be gone', async () => {
  const { deps, keep, log } = desk
  await keep(NOW + 30 * SECOND)
  const subaccount = (await deps.subaccounts.get(USER, SUBACCOUNT)) ?? expect.fail()
  await deps.subaccounts.save({ ...subaccount, hasWebhooks: false })
  // As earlier versions left it.
  await deps.changes.save({ ...((await log()) ?? expect.fail()), followedUntil: null })
  await followChanges(deps, USER)
  expect(await deps.subaccounts.get(USER, SUBACCOUNT)).toMatchObject({ hasWebhooks: true })
  expect(await log()).toMatchObject({ markAgainAt: NOW + 60 * SECOND })
})
