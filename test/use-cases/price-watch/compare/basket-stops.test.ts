/** The price watch between users: a user with as many armed stops on custom assets as the quota allows delays no other user. */

import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { arm, cancel } from '#domain/contingent/transitions.ts'
import { shareOf } from '#domain/markets/late-share.ts'
import type { Item } from '#local-dynamodb/item-size.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'
import { cents, contracts, sampleConditional, T0 } from '#test/domain/contingent/complex-samples.ts'
import { openPriceDesk, type PriceDesk } from '../price-desk.ts'

const NOISY = uuidAt(T0, 0xbad)
const QUIET = uuidAt(T0, 0x900d)

let desk: PriceDesk

beforeEach(async () => {
  desk = await openPriceDesk()
})

const member = (svcId: number) => ({ svcId, exchange: 'EXCHANGE_A' as const, nativeId: `KX${svcId}` })

/** A stop on a custom asset with these members, that sells at a mean of 0.30 or below. */
const basketStop = (n: number, userId: string, svcIds: readonly number[]) => {
  const target = {
    kind: 'custom_asset' as const,
    customAssetId: uuidAt(T0, 0xca),
    label: null,
    allocation: 'EQUAL' as const,
    members: svcIds.map(member),
  }
  const pending = { ...sampleConditional({ complexOrderId: uuidAt(T0, n) }), userId, target }
  return arm(pending, contracts(10), null, desk.time.now)
}

const save = (stop: ReturnType<typeof basketStop>) => desk.complexOrders.save({ newComplexOrders: [stop] })

/** Stops of the noisy user, as many as his quota allows, each on members without other stops. */
const crowd = async (many = 2_000): Promise<void> => {
  await save(basketStop(0, NOISY, [1_000, 1_001]))
  await desk.crowdOnBaskets(
    Array.from({ length: many - 1 }, (_, n) => basketStop(n + 1, NOISY, [1_000 + (n % 300), 2_000 + (n % 300)])),
  )
}

/** From now on each page of a list of armed stops takes so long. Answers whose pages are read. */
const slowPages = (ms: number): string[] => {
  const { armedBaskets } = desk.complexOrders
  const read: string[] = []
  desk.complexOrders.armedBaskets = async (userId, ...rest) => {
    desk.time.now += ms
    read.push(String(userId))
    return armedBaskets(userId, ...rest)
  }
  return read
}

const reported = (): readonly string[] => desk.told().map(({ complexOrderId }) => complexOrderId)

describe('as many armed stops of one user on custom assets as the quota allows', () => {
  it('do not keep the stops of another from being sent by the next poll, whoever was first', async () => {
    await crowd()
    const onMarket = await desk.arm(0xa)
    const onBasket = basketStop(9_999, QUIET, [1, 2])
    await save(onBasket)
    for (const nativeId of ['KXTEST', 'KX1', 'KX2']) desk.show(28, 30, { nativeId })
    const read = slowPages(50)
    const began = desk.time.now
    await desk.poll()
    expect(new Set(reported())).toEqual(new Set([onMarket, onBasket.complexOrderId]))
    expect(desk.time.now - began).toBeLessThan(1_500)
    expect(read.filter((userId) => userId === QUIET)).toHaveLength(1)
    expect(read.filter((userId) => userId === NOISY).length).toBeLessThanOrEqual(21)
  })

  it('do not use up the time in which exchanges are to answer: it begins when they are asked', async () => {
    await crowd(500)
    await desk.arm(0xa)
    desk.show(28, 30)
    const { armedBaskets } = desk.complexOrders
    desk.complexOrders.armedBaskets = async (...requested) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return armedBaskets(...requested)
    }
    const seen: boolean[] = []
    const exchanges: typeof desk.deps.exchanges = (name) => {
      const exchange = desk.deps.exchanges(name)
      if (exchange === null) return null
      return {
        ...exchange,
        quotes: (ids, signal) => {
          seen.push(signal?.aborted ?? false)
          return exchange.quotes(ids, signal)
        },
      }
    }
    await desk.poll({ ...desk.deps, exchanges }, undefined, 60)
    expect(seen[0]).toBe(false)
  })

  it('are all compared in one poll', async () => {
    await crowd()
    const last = basketStop(0xffff, NOISY, [3_000, 3_001])
    await save(last)
    for (const nativeId of ['KX3000', 'KX3001']) desk.show(20, 22, { nativeId })
    await desk.poll()
    expect(reported()).toEqual([last.complexOrderId])
  })

  it('keep no poll waiting if an exchange does not report last trades', async () => {
    const stops = Array.from({ length: 200 }, (_, n) => {
      const stop = basketStop(n, NOISY, [1_000 + n, 2_000 + n])
      return {
        ...stop,
        target: { ...stop.target, allocation: 'BEST_PRICE' as const },
        triggerPriceType: 'LAST' as const,
      }
    })
    await save(stops[0] ?? expect.fail())
    await desk.crowdOnBaskets(stops.slice(1))
    for (let svcId = 1_000; svcId < 2_200; svcId += 1)
      desk.show(40, 42, { nativeId: `KX${svcId}`, lastPrice: cents(41), tradeMark: 'one' })
    const exchanges: typeof desk.deps.exchanges = (name) => {
      const exchange = desk.deps.exchanges(name)
      if (exchange === null) return null
      const lastTrade: typeof exchange.lastTrade = (_, signal) =>
        new Promise((_resolve, reject) => {
          const stop = () => reject(new ExchangeUnavailable(name, 'too late'))
          if (signal?.aborted) stop()
          signal?.addEventListener('abort', stop)
        })
      return { ...exchange, lastTrade }
    }
    const began = Date.now()
    await desk.poll({ ...desk.deps, exchanges }, undefined, 300)
    expect(Date.now() - began).toBeLessThan(2_000)
  })

  it('are polled after all others, and do not make an exchange that answers count as failing', async () => {
    await crowd(600)
    await desk.arm(0xa)
    await save(basketStop(9_999, QUIET, [1, 2]))
    for (let svcId = 1_000; svcId < 2_300; svcId += 1) desk.show(40, 42, { nativeId: `KX${svcId}` })
    for (const nativeId of ['KXTEST', 'KX1', 'KX2']) desk.show(40, 42, { nativeId })
    await desk.poll()
    expect(desk.asked[0]?.slice(0, 3)).toEqual(['KXTEST', 'KX1', 'KX2'])
    const slow: typeof desk.deps.exchanges = (name) => {
      const exchange = desk.deps.exchanges(name)
      if (exchange === null) return null
      return {
        ...exchange,
        quotes: async (ids, signal) => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          if (signal?.aborted) throw new ExchangeUnavailable(name, 'too late')
          return exchange.quotes(ids, signal)
        },
      }
    }
    desk.asked.splice(0)
    for (let look = 0; look < 8; look += 1) {
      desk.pass(5)
      await desk.poll({ ...desk.deps, exchanges: slow }, undefined, 50)
    }
    expect(new Set(desk.asked.flat()).size).toBe(603)
    expect((await desk.priceFeeds.all())[0]).toMatchObject({ failingSince: null })
  })
})

describe('a late share', () => {
  it('is shown to health checks until it is late no more, by a name that requires the user id', async () => {
    await crowd(600)
    await save(basketStop(9_999, QUIET, [1, 2]))
    for (const nativeId of ['KX1', 'KX2']) desk.show(40, 42, { nativeId })
    // The exchange is slow: of the members a hundred wait for the next poll, 20 seconds later.
    const slow: typeof desk.deps.exchanges = (name) => {
      const exchange = desk.deps.exchanges(name)
      if (exchange === null) return null
      return {
        ...exchange,
        quotes: async (ids, signal) => {
          const quotes = await exchange.quotes(ids, signal)
          await new Promise((resolve) => setTimeout(resolve, 60))
          return quotes
        },
      }
    }
    const begun = desk.time.now
    for (let poll = 0; poll < 4; poll += 1) {
      await desk.poll({ ...desk.deps, exchanges: slow }, undefined, 50)
      desk.pass(20)
    }
    const late = await desk.priceFeeds.late(desk.time.now)
    expect(late).toEqual([{ share: shareOf(NOISY), stops: 600, since: expect.any(Number) }])
    expect(late[0]?.since).toBeGreaterThanOrEqual(begun)
    expect(JSON.stringify(late)).not.toContain(NOISY)
    for (let poll = 0; poll < 3; poll += 1) {
      await desk.poll()
      desk.pass(5)
    }
    expect(await desk.priceFeeds.late(desk.time.now)).toEqual([])
  })

  it('is not shown any more when the run that recorded it is gone', async () => {
    await desk.priceFeeds.saveLate(3, [{ share: 'abc', stops: 1, since: T0 }], desk.time.now)
    expect(await desk.priceFeeds.late(desk.time.now)).toHaveLength(1)
    desk.pass(181)
    expect(await desk.priceFeeds.late(desk.time.now)).toEqual([])
  })
})

describe('the list of a user', () => {
  it('does not hold up the lists of others when it cannot be read', async () => {
    await save(basketStop(1, NOISY, [1_000, 1_001]))
    const quiet = basketStop(2, QUIET, [1, 2])
    await save(quiet)
    for (const nativeId of ['KX1', 'KX2']) desk.show(28, 30, { nativeId })
    const { armedBaskets } = desk.complexOrders
    desk.complexOrders.armedBaskets = (userId, ...rest) =>
      userId === NOISY ? Promise.reject(new Error('damaged')) : armedBaskets(userId, ...rest)
    await desk.poll()
    expect(reported()).toEqual([quiet.complexOrderId])
  })

  it('is read no more some minutes after its last stop is gone', async () => {
    const stop = basketStop(1, QUIET, [1, 2])
    await save(stop)
    await desk.poll()
    await desk.complexOrders.save({ changedComplexOrders: [cancel(stop, 'user', desk.time.now)] })
    desk.pass(301)
    await desk.poll()
    expect((await desk.complexOrders.watched()).users).toHaveLength(1)
    desk.pass(301)
    await desk.poll()
    expect((await desk.complexOrders.watched()).users).toEqual([])
  })
})

describe('armed stops on custom assets as commit 4384fd5f stored them', () => {
  const rows: readonly Item[] = JSON.parse(
    readFileSync(new URL('../../../fixtures/armed-basket-rows.json', import.meta.url), 'utf8'),
  )

  it('are all watched after an update, for each user, trailing stops too', async () => {
    desk = await openPriceDesk(rows)
    for (const nativeId of ['KX1', 'KX2', 'KX3', 'KX4']) desk.show(28, 30, { nativeId })
    await desk.poll()
    expect(reported().toSorted()).toEqual([uuidAt(T0, 1), uuidAt(T0, 2)])
    desk.pass(5)
    for (const nativeId of ['KX3', 'KX4']) desk.show(20, 22, { nativeId })
    await desk.poll()
    expect(reported()).toEqual([uuidAt(T0, 3)])
  })
})
