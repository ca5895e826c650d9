/** A price that reaches very many stops of a market at once. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { cents, sampleTarget, trigger } from '#test/domain/contingent/complex-samples.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { openPriceDesk, type PriceDesk } from '../price-desk.ts'

let desk: PriceDesk

beforeEach(async () => {
  desk = await openPriceDesk()
})

/** The ids of the stops that one poll sent, in that order. */
const poll = async (): Promise<readonly string[]> => {
  await desk.poll()
  return desk.told().map(({ complexOrderId }) => complexOrderId)
}

const MANY = inThisRun({ usual: 1_100, long: 9_100 })
const made = (at: number) => ({ price: cents(at), at: desk.time.now })
const BUYS: Partial<Conditional> = { trigger: trigger({ buyFlag: true }) }

const stopsAt = (priceOf: (n: number) => number, change: Partial<Conditional> = {}) =>
  desk.crowdOf(MANY, (n) => ({ ...change, stopPrice: cents(priceOf(n)), createdAt: 1_000_000 + ((n * 7) % MANY) }))

describe('more than a thousand stops of one market', () => {
  it.each([
    ['down', {}, 20],
    ['up', BUYS, 80],
  ] as const)('are sent in price and then age order on the way %s', async (way, change, at) => {
    const ids = await stopsAt((n) => 40 + (n % 3) * 10, change)
    await desk.arm(20_000, { stopPrice: cents(way === 'down' ? 10 : 95), ...change })
    desk.show(at, at + 2)
    const place = new Map(ids.map((id, n) => [id, { at: 40 + (n % 3) * 10, age: (n * 7) % MANY }]))
    const placeOf = (id: string) => place.get(id) ?? { at: 0, age: 0 }
    const expected = ids.toSorted((a, b) => {
      const [one, other] = [placeOf(a), placeOf(b)]
      return (way === 'down' ? other.at - one.at : one.at - other.at) || one.age - other.age
    })
    expect(await poll()).toEqual(expected)
  })

  it('are sent once more while nothing fires, and no longer when all have fired', async () => {
    const ids = await stopsAt(() => 30)
    desk.show(20, 22)
    expect(await poll()).toHaveLength(MANY)
    for (let polls = 0; polls < 6; polls += 1) {
      desk.pass(5)
      expect(await poll()).toEqual([])
    }
    desk.pass(30)
    expect(new Set(await poll())).toEqual(new Set(ids))
    await desk.leave(ids)
    desk.pass(60)
    expect(await poll()).toEqual([])
  })

  it('are all sent by a trade between polls, if they watch the last trade', async () => {
    const ids = await stopsAt(() => 30, { triggerPriceType: 'LAST' })
    const up = await desk.arm(20_000, { ...BUYS, triggerPriceType: 'LAST', stopPrice: cents(60) })
    await desk.arm(20_001, { stopPrice: cents(30) })
    await desk.arm(20_002, { triggerPriceType: 'LAST', stopPrice: cents(22) })
    const before = { price: cents(20), at: desk.time.now - 1 }
    desk.pass(2)
    desk.show(40, 42, { lastPrice: cents(41), trades: [before, made(61), made(29), made(41)] })
    expect((await poll()).toSorted()).toEqual([...ids, up].toSorted())
  })

  it('are found behind very many that watch another price', async () => {
    await stopsAt(() => 60, { triggerPriceType: 'LAST' })
    const behind = await desk.crowdOf(100, (n) => ({ stopPrice: cents(50), createdAt: n }), MANY)
    desk.show(48, 50)
    expect(await poll()).toEqual(behind)
    // A trade reaches those in front.
    desk.show(48, 50, { lastPrice: cents(55) })
    expect(await poll()).toHaveLength(MANY)
  })

  it('keep no stop of another market waiting for the next poll', async () => {
    await stopsAt(() => 50)
    const there = await desk.arm(20_002, { target: sampleTarget({ svcId: 77, nativeId: 'KXOTHER' }) })
    desk.show(20, 22)
    desk.show(20, 22, { nativeId: 'KXOTHER' })
    expect(await poll()).toContain(there)
  })

  it('go in one group of the queue, so that a stop of another market does not wait behind them', async () => {
    await stopsAt(() => 50)
    const there = await desk.arm(20_002, { target: sampleTarget({ svcId: 77, nativeId: 'KXOTHER' }) })
    desk.show(20, 22)
    desk.show(20, 22, { nativeId: 'KXOTHER' })
    await desk.poll()
    const sent = desk.queues.sent.map(({ group, body }) => ({ group, id: JSON.parse(body).complexOrderId }))
    expect(sent.filter(({ group }) => group === '77')).toEqual([{ group: '77', id: there }])
    expect(new Set(sent.map(({ group }) => group))).toEqual(new Set(['77', String(sampleTarget().svcId)]))
  })

  it('wait while their market does not trade, also if only a direct question shows that', async () => {
    await stopsAt(() => 50)
    desk.show(40, 42, { state: 'paused' })
    expect(await poll()).toEqual([])
    desk.pass(5)
    desk.show(40, 42, { stateIsLive: false })
    desk.over.add('KXTEST')
    expect(await poll()).toEqual([])
    desk.pass(5)
    desk.over.clear()
    expect(await poll()).toHaveLength(MANY)
  })

  it('are followed by a stop that is armed after they have fired', async () => {
    const ids = await stopsAt(() => 50)
    desk.show(40, 42)
    expect(await poll()).toHaveLength(MANY)
    await desk.leave(ids)
    desk.pass(5)
    const late = await desk.arm(30_000, { stopPrice: cents(45) })
    desk.pass(5)
    expect(await poll()).toEqual([late])
  })
})
