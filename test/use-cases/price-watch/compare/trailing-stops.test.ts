/** The price watch and trailing stops: what it follows, when it stores that, and what a watch that dies loses. */

import { beforeEach, describe, expect, it } from 'vitest'
import { basketTarget } from '#domain/complex-orders/target.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { cents, trigger } from '#test/domain/contingent/complex-samples.ts'
import { openPriceDesk, type PriceDesk } from '../price-desk.ts'

let desk: PriceDesk

beforeEach(async () => {
  desk = await openPriceDesk()
})

const TRAILING: Partial<Conditional> = { stopPrice: null, trail: { amount: cents(5), step: cents(1) } }

/** Returns the stored level of the stop in cents; null before the first. */
const stored = async (id: string): Promise<number | null> => {
  const stop = await desk.complexOrders.get(id)
  if (stop === null || !isConditional(stop)) throw new Error('no such stop')
  return stop.stopPrice === null ? null : stop.stopPrice / 10_000
}

/** The middle of the book is `at`. */
const show = (at: number) => desk.show(at - 1, at + 1)

const poll = async (seconds = 5, deps = desk.deps) => {
  desk.pass(seconds)
  await desk.poll(deps)
  return desk.told()
}

describe('a trailing stop', () => {
  it('follows the mark up, stays when it falls, and fires at its level', async () => {
    const id = await desk.arm(1, TRAILING)
    for (const [at, stands] of [
      [50, 45],
      [55, 50],
      [52, 50],
      [60, 55],
    ] as const) {
      show(at)
      expect(await poll()).toEqual([])
      expect(await stored(id)).toBe(stands)
    }
    show(55)
    expect(await poll()).toEqual([
      { queue: 'fire-trigger', complexOrderId: id, price: 550_000, source: 'mid', stopPrice: 550_000 },
    ])
  })

  it('follows the mark down if it buys', async () => {
    const id = await desk.arm(1, { ...TRAILING, trigger: trigger({ buyFlag: true }) })
    show(50)
    await poll()
    show(40)
    expect(await poll()).toEqual([])
    expect(await stored(id)).toBe(45)
    show(45)
    expect(await poll()).toMatchObject([{ complexOrderId: id, stopPrice: 450_000 }])
  })

  it('follows the last trade if it watches the last trade', async () => {
    const id = await desk.arm(1, { ...TRAILING, triggerPriceType: 'LAST' })
    desk.show(49, 51, { lastPrice: cents(60), tradeMark: '1' })
    expect(await poll()).toEqual([])
    expect(await stored(id)).toBe(55)
  })

  describe('on the last trade, between polls', () => {
    const LAST: Partial<Conditional> = { ...TRAILING, triggerPriceType: 'LAST' }
    /** Trades by how many seconds ago they were made; the last one is in the quote too. */
    const showTrades = (
      trades: readonly (readonly [ago: number, at: number])[],
      lastTradeAt: 'told' | null = 'told',
    ) => {
      const made = trades.map(([ago, at]) => ({ price: cents(at), at: desk.time.now + 5_000 - ago * 1_000 }))
      const last = made.at(-1)
      desk.show(49, 51, {
        lastPrice: last?.price ?? null,
        lastTradeAt: lastTradeAt === null ? null : (last?.at ?? null),
        trades: made,
      })
    }

    it('follows a peak, and fires by the trade after it', async () => {
      const id = await desk.arm(1, LAST)
      showTrades([[2, 50]])
      expect(await poll()).toEqual([])
      showTrades([
        [7, 50],
        [4, 60],
        [3, 56],
        [2, 58],
      ])
      expect(await poll()).toEqual([])
      expect(await stored(id)).toBe(55)
      showTrades([
        [12, 50],
        [9, 60],
        [8, 56],
        [7, 58],
        [3, 54],
        [2, 58],
      ])
      expect(await poll()).toMatchObject([{ complexOrderId: id, price: 540_000, stopPrice: 550_000 }])
    })

    it('does not fire by a trade from before the peak, however often or late the trade is reported', async () => {
      const id = await desk.arm(1, LAST)
      showTrades([[2, 50]])
      await poll()
      showTrades([
        [4, 48],
        [2, 60],
      ])
      expect(await poll()).toEqual([])
      // As another exchange reports it: the time of the last trade is unknown, and the list is behind.
      showTrades(
        [
          [9, 47],
          [8, 48],
          [6, 62],
          [2, 60],
        ],
        null,
      )
      expect(await poll()).toEqual([])
      expect(await stored(id)).toBe(57)
      expect(await poll(5, desk.newDeps())).toEqual([])
      expect(await stored(id)).toBe(57)
    })

    it('fires by a trade after the last followed one, even if it is reported after a poll', async () => {
      const id = await desk.arm(1, LAST)
      for (const [ago, at] of [
        [2, 50],
        [4, 60],
      ] as const) {
        showTrades([[ago, at]])
        expect(await poll()).toEqual([])
      }
      showTrades([
        [9, 60],
        [7, 54],
        [6, 58],
      ])
      expect(await poll()).toMatchObject([{ complexOrderId: id, price: 540_000, stopPrice: 550_000 }])
    })

    it('does not fire by a trade before the peak if a poll in between saw an older last trade', async () => {
      const id = await desk.arm(1, LAST)
      for (const at of [50, 60]) {
        showTrades([[2, at]])
        expect(await poll()).toEqual([])
      }
      desk.show(49, 51, { lastPrice: cents(58), lastTradeAt: desk.time.now - 4_000 })
      expect(await poll()).toEqual([])
      showTrades([
        [13, 54],
        [12, 60],
      ])
      expect(await poll()).toEqual([])
      expect(await stored(id)).toBe(55)
    })

    it('uses the order of time, in whatever order trades are reported', async () => {
      const id = await desk.arm(1, LAST)
      showTrades([[2, 50]])
      expect(await poll()).toEqual([])
      showTrades([
        [3, 60],
        [4, 54],
        [2, 58],
      ])
      expect(await poll()).toEqual([])
      expect(await stored(id)).toBe(55)
    })

    it('does not follow a peak from before it was armed', async () => {
      const id = await desk.arm(1, LAST)
      showTrades([
        [20, 70],
        [2, 50],
      ])
      expect(await poll()).toEqual([])
      expect(await stored(id)).toBe(45)
    })
  })

  it('is stored at most once in five seconds, and fires from the best price even so', async () => {
    const id = await desk.arm(1, TRAILING)
    show(50)
    await poll()
    const before = (await desk.complexOrders.get(id))?.version
    for (const at of [51, 52, 53, 54]) {
      show(at)
      await poll(1)
    }
    expect(await stored(id)).toBe(45)
    expect((await desk.complexOrders.get(id))?.version).toBe(before)
    show(49)
    expect(await poll(0.5)).toMatchObject([{ complexOrderId: id, price: 490_000, stopPrice: 490_000 }])
  })

  it('is not stored for less than a tick', async () => {
    const id = await desk.arm(1, TRAILING)
    show(50)
    await poll()
    const before = (await desk.complexOrders.get(id))?.version
    desk.show(50, 51)
    await poll(20)
    expect((await desk.complexOrders.get(id))?.version).toBe(before)
  })

  it('continues from its stored level when another watch begins', async () => {
    const id = await desk.arm(1, TRAILING)
    show(60)
    await poll()
    expect(await stored(id)).toBe(55)
    const next = desk.newDeps()
    show(57)
    expect(await poll(5, next)).toEqual([])
    expect(await stored(id)).toBe(55)
    show(54)
    expect(await poll(5, next)).toMatchObject([{ complexOrderId: id, stopPrice: 550_000 }])
  })

  it('is stored once if two watches overlap', async () => {
    const id = await desk.arm(1, TRAILING)
    show(50)
    await poll()
    const other = desk.newDeps()
    show(52)
    desk.pass(5)
    await desk.poll(desk.deps)
    const before = (await desk.complexOrders.get(id))?.version
    show(54)
    await poll(1, other)
    expect((await desk.complexOrders.get(id))?.version).toBe(before)
    expect(await stored(id)).toBe(47)
  })

  it('as wide as the price has no level until the price exceeds the distance', async () => {
    const id = await desk.arm(1, { ...TRAILING, trail: { amount: cents(40), step: cents(1) } })
    show(30)
    expect(await poll()).toEqual([])
    show(2)
    expect(await poll()).toEqual([])
    expect(await stored(id)).toBeNull()
    show(50)
    expect(await poll()).toEqual([])
    expect(await stored(id)).toBe(10)
    show(9)
    expect(await poll()).toMatchObject([{ complexOrderId: id, stopPrice: 100_000 }])
  })

  it('follows nothing while its market is paused', async () => {
    const id = await desk.arm(1, TRAILING)
    show(50)
    await poll()
    desk.show(69, 71, { state: 'paused' })
    await poll()
    show(50)
    expect(await poll()).toEqual([])
    expect(await stored(id)).toBe(45)
  })

  it('on a custom asset follows the price of its members', async () => {
    const members = [
      { svcId: 7, exchange: 'EXCHANGE_A', nativeId: 'KXTEST' },
      { svcId: 9, exchange: 'EXCHANGE_A', nativeId: 'KXOTHER' },
    ] as const
    const asset = { customAssetId: '0193a5c0-0000-7000-8000-0000000000a1', label: null, allocation: 'EQUAL' } as const
    const id = await desk.arm(1, { ...TRAILING, target: basketTarget(asset, members) })
    desk.show(49, 51)
    desk.show(59, 61, { nativeId: 'KXOTHER' })
    expect(await poll()).toEqual([])
    expect(await stored(id)).toBe(50)
    desk.show(39, 41)
    expect(await poll()).toMatchObject([{ complexOrderId: id, price: 500_000, source: 'mean', stopPrice: 500_000 }])
  })
})

it('a market without trailing stops costs one query of its index in a minute, as before', async () => {
  await desk.arm(1)
  show(50)
  await poll()
  desk.pass(70)
  await desk.poll()
  desk.spent()
  for (let n = 0; n < 5; n += 1) await poll()
  expect(desk.spent()).toBeLessThan(5 * 2)
})
