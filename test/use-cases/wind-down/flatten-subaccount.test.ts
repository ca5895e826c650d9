/** Single steps of flattening: which orders it waits for, when it looks again, and what it leaves to a newer request. */

import { beforeEach, describe, expect, it } from 'vitest'
import { flatteningStore } from '#adapters/store/accounts/flattenings.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { newLedger, recordTrades } from '#domain/portfolio/position-ledger.ts'
import { awaitSettlement, type Flattening, newFlattening, recordClosing, waitOn } from '#domain/risk/flattening.ts'
import { SUBACCOUNT, sampleFill, sampleOrder, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { contracts, T0 } from '#test/domain/contingent/complex-samples.ts'
import { deskPorts } from '#test/support/desk-ports.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { continueFlattening, flattenSubaccount, resumeFlattening } from '#use-cases/wind-down/flatten-subaccount.ts'

const NONE = async () => undefined
const REQUESTED = { userId: USER, subaccountId: SUBACCOUNT, flattenId: uuidAt(T0, 1), maxSlippage: null }
const NEWER = { ...REQUESTED, flattenId: uuidAt(T0, 2) }
const NOTHING_MORE = { orders: { cancelled: [] }, complexOrders: { cancelled: [] } }

/** One market, in which ten YES are held. `live` are the orders of the account, whatever is stored. */
const openDesk = async () => {
  const { table } = await memoryTable()
  const ports = deskPorts('EXCHANGE_A')
  const { svcId, nativeId } = ports.market
  const place = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A', svcId, nativeId } as const
  const bought = sampleFill(sampleOrder({ svcId }), 1, { qty: contracts(10) })
  const held = recordTrades(newLedger(place), [bought], [], T0)
  const time = { now: T0 }
  const live: Order[] = []
  const closing: Order[] = []
  const stored = orderStore(table, NONE)
  const flattenings = flatteningStore(table)
  const deps = {
    ...ports,
    subaccounts: {
      ...ports.subaccounts,
      get: async (userId: string) => (userId === USER ? ports.subaccounts.get() : null),
    },
    clock: () => time.now,
    log: SILENT_LOG,
    queues: { send: NONE },
    complexOrders: complexOrderStore(table, NONE),
    positions: { get: async () => held, ofSubaccount: async () => ({ ledgers: [held], reports: [], accounts: [] }) },
    flattenings,
    orders: {
      ...stored,
      live: async (_subaccountId: string, exchange: string) => (exchange === 'EXCHANGE_A' ? live : []),
      create: async (order: Order) => {
        closing.push(order)
        return stored.create(order)
      },
    },
  }
  return { deps, time, live, closing, market: ports.market, request: () => flattenings.get(SUBACCOUNT) }
}

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => {
  desk = await openDesk()
})

const store = async (one: Flattening): Promise<void> => {
  expect(await desk.deps.flattenings.save(one)).toBe(true)
}

/** It was asked for at T0. Since then everything is cancelled, and the orders that close are stored. */
const watched = () => recordClosing(newFlattening(REQUESTED, null, T0), T0)

describe('a check after everything is cancelled waits for', () => {
  const OVER = { sendState: 'acked', status: 'CANCELLED', exchangeState: 'ended' } as const
  const RESTING = { sendState: 'acked', status: 'RESTING', exchangeState: 'live' } as const
  const BEFORE = { createdAt: T0 }
  const AFTER = { createdAt: T0 + 1 }

  it.each<[string, boolean, Partial<Order>]>([
    ['an order that is not over', true, BEFORE],
    ['one that is over here and rests at its exchange', true, { ...BEFORE, ...OVER, exchangeState: 'live' }],
    ['one whose fills are not all stored', true, { ...BEFORE, ...OVER, exchangeFilledQty: contracts(2) }],
    [
      'none whose fills are stored or taken back',
      false,
      { ...BEFORE, ...OVER, exchangeFilledQty: contracts(3), tradedQty: contracts(2), reversedQty: contracts(1) },
    ],
    ['none that was placed since', false, { ...AFTER, ...RESTING }],
    ['none that was placed since and rests to reduce', false, { ...AFTER, ...RESTING, reduceOnly: true }],
    ['the order that closes', true, { ...AFTER, ...RESTING, reduceOnly: true, orderType: 'MARKET' }],
  ])('%s: %s', async (_what, waits, change) => {
    desk.live.push(sampleOrder(change))
    await store(watched())
    desk.time.now = T0 + MINUTE
    await continueFlattening(desk.deps, SUBACCOUNT)
    expect((await desk.request())?.dueAt).toBe(waits ? T0 + MINUTE + 5 * SECOND : undefined)
    expect(desk.closing).toHaveLength(waits ? 0 : 1)
  })
})

it('a check that comes too early does nothing', async () => {
  await store(watched())
  desk.time.now = T0 + 3 * SECOND - 1
  await continueFlattening(desk.deps, SUBACCOUNT)
  expect([await desk.request(), desk.closing]).toMatchObject([{ stage: 'watches' }, []])
  desk.time.now += 1
  await continueFlattening(desk.deps, SUBACCOUNT)
  expect([await desk.request(), desk.closing]).toMatchObject([null, [{ reduceOnly: true }]])
})

it('the sweeper takes over no request that may still run, and checks again some seconds later', () => {
  const one = newFlattening(REQUESTED, null, T0)
  // API Gateway gives up a request after 29 seconds.
  expect(one.dueAt).toBeGreaterThan(T0 + 29 * SECOND)
  expect(recordClosing(one, T0).dueAt).toBe(T0 + 3 * SECOND)
  expect(waitOn(one, T0).dueAt).toBe(T0 + 5 * SECOND)
  expect(awaitSettlement(one, [7], T0)).toMatchObject({ dueAt: T0 + 5 * SECOND, awaited: [7] })
})

it('a request that a newer one replaces during its cancels closes nothing', async () => {
  const { liveBaskets } = desk.deps.orders
  desk.deps.orders.liveBaskets = async (...requested) => {
    desk.deps.orders.liveBaskets = liveBaskets
    await store(newFlattening(NEWER, await desk.request(), T0))
    return liveBaskets(...requested)
  }
  expect(await flattenSubaccount(desk.deps, REQUESTED)).toMatchObject({ closing: [] })
  expect(desk.closing).toEqual([])
  expect(await desk.request()).toMatchObject({ flattenId: NEWER.flattenId, stage: 'cancels' })
})

describe('the repeat of a request that died', () => {
  const again = (requests = REQUESTED) => resumeFlattening(desk.deps, requests.userId, SUBACCOUNT, requests.flattenId)

  it('is completed, and a further repeat returns the same order', async () => {
    await store(newFlattening(REQUESTED, null, T0))
    const done = await again()
    expect(desk.closing).toHaveLength(1)
    expect(done).toMatchObject({ ...NOTHING_MORE, closing: [desk.closing[0]?.orderId] })
    expect(await again()).toEqual(done)
  })

  it('leaves a flattening of another request alone', async () => {
    await store(newFlattening(NEWER, null, T0))
    expect(await again()).toBeNull()
    expect([await desk.request(), desk.closing]).toMatchObject([{ flattenId: NEWER.flattenId, stage: 'cancels' }, []])
  })

  it('returns nothing to a user who does not own the subaccount', async () => {
    await store(newFlattening(REQUESTED, null, T0))
    expect(await again({ ...REQUESTED, userId: uuidAt(T0, 9) })).toBeNull()
    expect(await desk.request()).toMatchObject({ stage: 'cancels' })
  })
})
