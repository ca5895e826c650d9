/** Cases of orders and their conditional orders that random plays have found. */

import { describe, expect, it } from 'vitest'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional, ConditionalType } from '#domain/contingent/conditional.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { NO_BOUNDS } from '#domain/orders/price/price-bounds.ts'
import { cents, contracts } from '#test/domain/contingent/complex-samples.ts'
import { type GroupDesk, openGroupDesk } from '#test/support/contingent/group-desk.ts'

interface Requested {
  readonly subtype: ConditionalType
  readonly buyFlag: boolean
  readonly qty: number
  /** The trigger price, in cents; null: its order rests. */
  readonly at: number | null
  /** The limit price, in cents; null for a MARKET order. */
  readonly limit?: number
}

/** On an order; answers how to look at it. */
const hang = async (desk: GroupDesk, parentOrderId: string, { subtype, buyFlag, qty, at, limit }: Requested) => {
  const isStop = subtype === 'STOP' || subtype === 'REVERSE_STOP'
  const placed = await desk.hang({
    parentOrderId,
    parentComplexOrderId: null,
    request: {
      subtype,
      triggerPriceType: 'MARK',
      trailAmount: null,
      triggerTrailAmount: null,
      linkId: null,
      protect: false,
      stopPrice: isStop && at !== null ? cents(at) : null,
      trigger: {
        orderType: limit === undefined ? 'MARKET' : 'LIMIT',
        qty: contracts(qty),
        buyFlag,
        price: limit === undefined ? null : cents(limit),
        stopPrice: isStop || at === null ? null : cents(at),
        ...NO_BOUNDS,
        postOnly: false,
        reduceOnly: false,
      },
    },
  })
  if (isProblem(placed)) throw new Error(placed.detail)
  return () => {
    const found = desk.complexOrders.get(placed.complexOrderId)
    if (found === undefined || !isConditional(found)) throw new Error('it is gone')
    return found
  }
}

/** Shows the price to the conditional order that is armed for it. */
const see = async (desk: GroupDesk, one: Conditional, at: number): Promise<void> => {
  await desk.see(one.triggerComplexOrderId ?? one.complexOrderId, cents(at))
  await desk.pass(10_000)
}

/** All trades are reported. */
const report = async (desk: GroupDesk, orderId: string): Promise<void> => {
  await desk.applyStatusReport(orderId)
  await desk.record(orderId)
  await desk.pass(30_000)
}

describe('a stop in the direction of its parent', () => {
  it('shrinks with its parent if a parent trade is reversed, and ends if all are', async () => {
    const desk = openGroupDesk('EXCHANGE_B')
    const { orderId } = await desk.enter(true, contracts(8))
    const addition = await hang(desk, orderId, { subtype: 'STOP', buyFlag: true, qty: 6, at: 60 })
    await desk.settle()
    for (const qty of [4, 4]) desk.simulated.fill(orderId, contracts(qty))
    await report(desk, orderId)
    expect(addition()).toMatchObject({ status: 'ACTIVE', armedQty: contracts(6) })
    desk.simulated.settle(orderId, 'REVERSED')
    await report(desk, orderId)
    expect(addition()).toMatchObject({ status: 'ACTIVE', armedQty: contracts(4) })
    desk.simulated.settle(orderId, 'REVERSED')
    await report(desk, orderId)
    expect(addition()).toMatchObject({ status: 'CANCELLED', cancelReason: 'parent_not_filled' })
  })
})

describe('among exits that have fired', () => {
  const LONG = { entry: true, tp: { at: 60, limit: 62 }, sl: { at: 30 }, stop: { at: 32, limit: 31 } }
  const SHORT = { entry: false, tp: { at: 40, limit: 38 }, sl: { at: 70 }, stop: { at: 68, limit: 69 } }

  it.each([
    ['a long position', LONG],
    ['a short position', SHORT],
  ])('the SL of %s takes over from a TP that fired before and rests', async (_, { entry, tp, sl }) => {
    const desk = openGroupDesk('EXCHANGE_A')
    const { orderId } = await desk.enter(entry, contracts(8))
    const profit = await hang(desk, orderId, { subtype: 'TP', buyFlag: !entry, qty: 8, ...tp })
    const loss = await hang(desk, orderId, { subtype: 'SL', buyFlag: !entry, qty: 8, ...sl })
    await desk.settle()
    desk.simulated.fill(orderId, contracts(8))
    await report(desk, orderId)
    await see(desk, profit(), tp.at)
    const resting = profit().triggerOrderId ?? ''
    desk.simulated.fill(resting, contracts(3))
    await report(desk, resting)
    await see(desk, loss(), sl.at)
    expect(desk.orders.get(resting)).toMatchObject({ status: 'CANCELLED', cancelReason: 'sibling' })
    expect(desk.simulated.matched(loss().triggerOrderId ?? '')).toBe(contracts(5))
  })

  it.each([
    ['a long position', LONG],
    ['a short position', SHORT],
  ])('a MARKET stop of %s takes over from a LIMIT stop that rests', async (_, { entry, stop, sl }) => {
    const desk = openGroupDesk('EXCHANGE_A')
    const { orderId } = await desk.enter(entry, contracts(8))
    const first = await hang(desk, orderId, { subtype: 'STOP', buyFlag: !entry, qty: 8, ...stop })
    const last = await hang(desk, orderId, { subtype: 'STOP', buyFlag: !entry, qty: 8, ...sl })
    await desk.settle()
    desk.simulated.fill(orderId, contracts(8))
    await report(desk, orderId)
    await see(desk, first(), stop.at)
    await see(desk, last(), sl.at)
    expect(desk.simulated.open(first().triggerOrderId ?? '')).toBe(0)
    expect(desk.simulated.matched(last().triggerOrderId ?? '')).toBe(contracts(8))
  })
})

describe('cancel-all', () => {
  it.each([
    ['a TP that would rest', { subtype: 'TP', buyFlag: false, qty: 8, at: null, limit: 60 }],
    ['a stop in its direction', { subtype: 'STOP', buyFlag: true, qty: 8, at: 60 }],
  ] as const)('ends %s whose parent fills afterwards, though the list did not show it', async (_, requested) => {
    const desk = openGroupDesk('EXCHANGE_A')
    const { orderId } = await desk.enter(true, contracts(8))
    const hung = await hang(desk, orderId, requested)
    await desk.settle()
    desk.index.lags = true
    await desk.cancelAllComplex()
    desk.index.lags = false
    desk.simulated.fill(orderId, contracts(8))
    await report(desk, orderId)
    expect(hung()).toMatchObject({ status: 'CANCELLED', cancelReason: 'cancel_all' })
  })

  it('ends also a stop that an SL armed later and that the list did not show yet', async () => {
    const desk = openGroupDesk('EXCHANGE_A')
    const { orderId } = await desk.enter(true, contracts(8))
    const loss = await hang(desk, orderId, { subtype: 'SL', buyFlag: false, qty: 8, at: 30 })
    await desk.settle()
    desk.simulated.fill(orderId, contracts(8))
    desk.time.now += 1_000
    desk.index.lags = true
    await desk.cancelAll()
    desk.index.lags = false
    await report(desk, orderId)
    await see(desk, loss(), 29)
    expect(loss()).toMatchObject({ status: 'CANCELLED', cancelReason: 'cancel_all', orderIds: [] })
  })
})

describe('a resting exit', () => {
  it('covers the whole rest again if one of its trades is first reported as reversed', async () => {
    const desk = openGroupDesk('EXCHANGE_B')
    const { orderId } = await desk.enter(true, contracts(4))
    const profit = await hang(desk, orderId, { subtype: 'TP', buyFlag: false, qty: 4, at: null, limit: 60 })
    await desk.settle()
    desk.simulated.fill(orderId, contracts(4))
    desk.simulated.settle(orderId, 'FINAL')
    await report(desk, orderId)
    const [resting = ''] = profit().orderIds
    desk.simulated.fill(resting, contracts(3))
    desk.simulated.settle(resting, 'REVERSED')
    await desk.record(resting)
    await report(desk, resting)
    const onBook = profit().orderIds.map((id) => desk.simulated.open(id))
    expect(onBook).toEqual([0, contracts(4)])
  })
})
