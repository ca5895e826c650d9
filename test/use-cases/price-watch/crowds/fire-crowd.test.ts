/** A price that reaches more stops of a market than are sent at once. */

import { beforeEach, describe, expect, it } from 'vitest'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { MadeTrade } from '#domain/contingent/mark-price.ts'
import { cancel } from '#domain/contingent/transitions.ts'
import { cents, sampleTarget, trigger } from '#test/domain/contingent/complex-samples.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { newCrowd } from '#use-cases/price-watch/crowds/crowd-memory.ts'
import { crowdsRest, goOnWithCrowds, MOST_UNDER_WAY } from '#use-cases/price-watch/crowds/fire-crowd.ts'
import { showCrowd } from '#use-cases/price-watch/crowds/show-crowd.ts'
import { openPriceDesk, type PriceDesk } from '../price-desk.ts'

let desk: PriceDesk

beforeEach(async () => {
  desk = await openPriceDesk()
})

/** The ids told by one look, in the order in which they were sent. */
const poll = async (): Promise<readonly string[]> => {
  await desk.poll()
  return desk.told().map(({ complexOrderId }) => complexOrderId)
}

/** What is told fires, and leaves the index. */
const fire = (ids: readonly string[]): Promise<void> => desk.leave(ids)

/** Looks until nothing more is told; each look answers what it told. */
const pollAll = async (): Promise<readonly (readonly string[])[]> => {
  const looks: (readonly string[])[] = []
  for (;;) {
    const told = await poll()
    if (told.length === 0) return looks
    looks.push(told)
    await fire(told)
    desk.pass(1)
  }
}

/** Whole reads of a thousand, and more than a page of the survey, which is 4,000. */
const BEHIND = inThisRun({ usual: 5_000, long: 9_000 })
const made = (at: number) => ({ price: cents(at), at: desk.time.now })
const USER_2 = '0193a5c0-0000-7000-8000-0000000000f2'
const BUYS: Partial<Conditional> = { trigger: trigger({ buyFlag: true }) }

/** Where each stop of `crowd` is told, by its number. */
const stopsAt = (many: number, priceOf: (n: number) => number, change: Partial<Conditional> = {}) =>
  desk.crowdOf(many, (n) => ({ ...change, stopPrice: cents(priceOf(n)), createdAt: 1_000_000 + ((n * 7) % many) }))

describe('a crowd', () => {
  it.each([
    ['down', {}, 20],
    ['up', BUYS, 80],
  ] as const)(
    'fires in price and then age order on the way %s, a bounded number at a time',
    async (way, change, at) => {
      const many = inThisRun({ usual: 1_100, long: 2_500 })
      const ids = await stopsAt(many, (n) => 40 + (n % 3) * 10, change)
      await desk.arm(9_000, { stopPrice: cents(way === 'down' ? 10 : 95), ...change })
      desk.show(at, at + 2)
      const looks = await pollAll()
      const place = new Map(ids.map((id, n) => [id, { at: 40 + (n % 3) * 10, age: (n * 7) % many }]))
      const placeOf = (id: string) => place.get(id) ?? { at: 0, age: 0 }
      const expected = ids.toSorted((a, b) => {
        const [one, other] = [placeOf(a), placeOf(b)]
        return (way === 'down' ? other.at - one.at : one.at - other.at) || one.age - other.age
      })
      for (const told of looks) expect(told.length).toBeLessThanOrEqual(MOST_UNDER_WAY)
      expect(looks.flat()).toEqual(expected)
    },
  )

  it('has no more under way than its bound while nothing fires, and sends what is lost once more', async () => {
    await stopsAt(MOST_UNDER_WAY + 100, () => 30)
    desk.show(20, 22)
    const first = await poll()
    expect(first).toHaveLength(MOST_UNDER_WAY)
    for (let looks = 0; looks < 5; looks += 1) {
      desk.pass(5)
      expect(await poll()).toEqual([])
    }
    desk.pass(10)
    expect(await poll()).toEqual(first)
  })

  it('is followed by those behind it as it fires, each once', async () => {
    const fullLooks = inThisRun({ usual: 2, long: 3 })
    const ids = await stopsAt(fullLooks * MOST_UNDER_WAY + 100, () => 30)
    desk.show(20, 22)
    const looks = await pollAll()
    expect(looks.flat().toSorted()).toEqual(ids.toSorted())
    expect(looks.map((told) => told.length)).toEqual([...Array<number>(fullLooks).fill(MOST_UNDER_WAY), 100])
  })

  it('of LAST stops fires by a trade that came and went, each once, however long that takes', async () => {
    const ids = await stopsAt(MOST_UNDER_WAY + 100, () => 30, { triggerPriceType: 'LAST' })
    const up = await desk.arm(20_000, { ...BUYS, triggerPriceType: 'LAST', stopPrice: cents(60) })
    const other = await desk.arm(20_001, { stopPrice: cents(30) })
    const low = await desk.arm(20_002, { triggerPriceType: 'LAST', stopPrice: cents(22) })
    const late = { price: cents(25), at: desk.time.now - 1 }
    desk.pass(2)
    desk.show(40, 42, { lastPrice: cents(41), trades: [late, made(61), made(29), made(41)] })
    const tooOld = made(20)
    const looks = [await poll()]
    for (const told of looks) await fire(told)
    // The rest of them fires only now, when the exchange tells of that trade no more, and of one that counts no more.
    desk.pass(130)
    desk.show(40, 42, { lastPrice: cents(41), trades: [tooOld] })
    looks.push(...(await pollAll()))
    expect(looks.flat().toSorted()).toEqual([...ids, up].toSorted())
    for (const one of [other, low]) expect(looks.flat()).not.toContain(one)
  })

  it('fires by a trade for twenty minutes, and no longer', async () => {
    const market = { svcId: 7, exchange: 'EXCHANGE_A', nativeId: 'KXTEST', armedAt: 0 } as const
    const shown = { nativeId: 'KXTEST', state: 'open', bid: null, ask: null, lastPrice: null, asOf: 0 } as const
    const quote = { ...shown, tradeMark: '', lastTradeAt: null, stateIsLive: true }
    const { memory } = desk.deps
    memory.crowds.set(7, newCrowd(market, quote))
    const tradesAfter = (minutes: number, trades: readonly MadeTrade[] = []) => {
      showCrowd(memory, market, { ...quote, trades }, desk.time.now + 60_000 * minutes)
      return memory.crowds.get(7)?.trades
    }
    const trade = made(29)
    expect(tradesAfter(0, [trade])).toEqual([trade])
    expect(tradesAfter(20)).toEqual([trade])
    expect(tradesAfter(20.1)).toEqual([])
  })

  it('keeps no stop of another user behind it, in the same market or in another', async () => {
    await stopsAt(BEHIND, () => 50)
    const here = await desk.arm(20_001, { userId: USER_2, stopPrice: cents(30) })
    const there = await desk.arm(20_002, {
      userId: USER_2,
      target: sampleTarget({ svcId: 77, nativeId: 'KXOTHER' }),
    })
    desk.show(20, 22)
    desk.show(20, 22, { nativeId: 'KXOTHER' })
    const told = await poll()
    expect(told).toEqual(expect.arrayContaining([here, there]))
    expect(told.length).toBeLessThanOrEqual(2 * MOST_UNDER_WAY)
  })

  it('makes no look wait', async () => {
    await stopsAt(MOST_UNDER_WAY + 100, () => 50)
    const there = await desk.arm(20_002, { target: sampleTarget({ svcId: 77, nativeId: 'KXOTHER' }) })
    desk.show(20, 22)
    desk.show(20, 22, { nativeId: 'KXOTHER' })
    const { crossedNearest } = desk.complexOrders
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    desk.complexOrders.crossedNearest = async (...asked) => {
      await gate
      return crossedNearest(...asked)
    }
    await desk.look()
    expect(desk.told().map(({ complexOrderId }) => complexOrderId)).toEqual([there])
    release()
    expect(await poll()).toHaveLength(MOST_UNDER_WAY)
  })

  it('is found behind very many stops that watch another price', async () => {
    await stopsAt(BEHIND, () => 60, { triggerPriceType: 'LAST' })
    const behind = await desk.crowdOf(MOST_UNDER_WAY + 100, (n) => ({ stopPrice: cents(50), createdAt: n }), BEHIND)
    desk.show(48, 50)
    const looks = await pollAll()
    expect(looks.flat()).toEqual(behind)
    // A trade reaches those in front.
    desk.show(48, 50, { lastPrice: cents(55) })
    expect(await poll()).toHaveLength(MOST_UNDER_WAY)
  })

  it('stops when the price comes back', async () => {
    await stopsAt(2 * MOST_UNDER_WAY + 100, () => 50)
    desk.show(40, 42)
    const first = await poll()
    expect(first).toHaveLength(MOST_UNDER_WAY)
    await fire(first)
    desk.show(60, 62)
    desk.pass(1)
    expect(await poll()).toEqual([])
    desk.show(40, 42)
    desk.pass(1)
    expect(await poll()).toHaveLength(MOST_UNDER_WAY)
  })

  it('goes no further once its market pauses', async () => {
    await stopsAt(2 * MOST_UNDER_WAY + 100, () => 50)
    desk.show(40, 42)
    const first = await poll()
    await fire(first)
    desk.show(40, 42, { state: 'paused' })
    desk.pass(5)
    expect(await poll()).toEqual([])
    goOnWithCrowds(desk.deps)
    await crowdsRest(desk.deps.memory)
    expect(desk.told()).toEqual([])
    desk.show(40, 42)
    desk.pass(5)
    expect(await poll()).toHaveLength(MOST_UNDER_WAY)
  })

  it('asks its exchange first where the word that the market trades is old', async () => {
    await stopsAt(MOST_UNDER_WAY + 100, () => 50)
    desk.show(40, 42, { stateIsLive: false })
    desk.over.add('KXTEST')
    expect(await poll()).toEqual([])
    desk.over.clear()
    desk.pass(5)
    expect(await poll()).toHaveLength(MOST_UNDER_WAY)
  })

  it('waits while its market does not trade', async () => {
    await stopsAt(MOST_UNDER_WAY + 100, () => 50)
    desk.show(40, 42, { state: 'paused' })
    expect(await poll()).toEqual([])
    desk.pass(5)
    desk.show(40, 42)
    expect(await poll()).toHaveLength(MOST_UNDER_WAY)
  })
})

it('has a stop fire at once that is armed after a crowd has gone', async () => {
  await stopsAt(MOST_UNDER_WAY + 100, () => 50)
  desk.show(40, 42)
  await pollAll()
  desk.pass(5)
  await poll()
  const late = await desk.arm(30_000, { stopPrice: cents(45) })
  desk.pass(5)
  expect(await poll()).toEqual([late])
  const stored = await desk.complexOrders.get(late)
  if (stored === null || !isConditional(stored)) throw new Error('it is not stored')
  await desk.complexOrders.save({ changedComplexOrders: [cancel(stored, 'user', desk.time.now)] })
})
