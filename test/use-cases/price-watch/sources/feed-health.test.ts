/** Stores the state of the feed of an exchange. Health shows the state, and a run reads there that the next run has taken over. */

import { beforeEach, expect, it } from 'vitest'
import { MINUTE } from '#domain/kernel/time.ts'
import {
  type FeedCounts,
  isTakenOver,
  recordDelay,
  recordFeed,
  reportUnpriced,
  takeOver,
} from '#use-cases/price-watch/sources/feed-health.ts'
import { openPriceDesk, type PriceDesk } from '../price-desk.ts'

let desk: PriceDesk
beforeEach(async () => {
  desk = await openPriceDesk()
})

const NOTHING: FeedCounts = { watched: 0, streamed: 0, accounts: 0, failing: null }
const keep = async (change: Partial<FeedCounts>, deps = desk.deps) => {
  await recordFeed(deps, 'EXCHANGE_A', { ...NOTHING, ...change })
  return (await desk.priceFeeds.all())[0]
}

it('the slowest message since a feed was stored is stored with it, and at once if it is slow', async () => {
  const streamed = { watched: 1, streamed: 1 }
  expect(await keep(streamed)).toMatchObject({ delayMs: null })
  const take = (ms: number) => recordDelay(desk.deps.memory, 'EXCHANGE_A', ms)
  for (const ms of [40, 300, -20]) take(ms)
  expect(await keep(streamed)).toMatchObject({ delayMs: null })
  desk.time.now += MINUTE
  expect(await keep(streamed)).toMatchObject({ delayMs: 300 })
  take(5_000)
  expect(await keep(streamed)).toMatchObject({ delayMs: 5_000 })
  desk.time.now += MINUTE
  expect(await keep(streamed)).toMatchObject({ delayMs: null })
})

it('a feed is stored when it changes, and once a minute', async () => {
  expect(await keep({})).toBeUndefined()
  const states: ReadonlyArray<Partial<FeedCounts>> = [
    { watched: 2 },
    { watched: 2, streamed: 2 },
    { watched: 2, streamed: 2, accounts: 1 },
    { watched: 2, streamed: 2, accounts: 1, failing: 'away' },
    { watched: 2, streamed: 2, accounts: 1 },
    { accounts: 1 },
    {},
  ]
  for (const state of states) {
    desk.pass(1)
    const { failing, ...counts } = { ...NOTHING, ...state }
    const failingSince = failing === null ? null : desk.time.now
    expect(await keep(state)).toMatchObject({ ...counts, failingSince, polledAt: desk.time.now })
  }

  await keep({ watched: 2, streamed: 1 })
  const stored = desk.time.now
  desk.pass(59)
  for (const state of [{ watched: 2, streamed: 1 }, { watched: 3 }])
    expect(await keep(state)).toMatchObject({ watched: 2, polledAt: stored })
  desk.pass(1)
  expect(await keep({ watched: 3 })).toMatchObject({ watched: 3, polledAt: stored + MINUTE })
})

it('a feed without watched markets is stored no more', async () => {
  await keep({ watched: 1 })
  const idle = await keep({})
  desk.pass(3_600)
  for (const deps of [desk.deps, desk.newDeps()]) expect(await keep({}, deps)).toEqual(idle)
})

it('a feed fails since its first failure, also for the next container', async () => {
  await keep({ watched: 1 })
  const failingSince = desk.time.now
  for (const deps of [desk.deps, desk.newDeps()]) {
    expect(await keep({ watched: 1, failing: 'away' }, deps)).toMatchObject({ failingSince, failingReason: 'away' })
    desk.pass(60)
  }
  expect(await keep({ watched: 1 })).toMatchObject({ failingSince: null, failingReason: null })
})

it('a run is taken over only by a later run, which stores this for each watched feed', async () => {
  const began = desk.time.now
  await keep({ watched: 1 })
  await recordFeed(desk.deps, 'EXCHANGE_B', { ...NOTHING, watched: 1 })
  await recordFeed(desk.deps, 'EXCHANGE_B', NOTHING)
  await takeOver(desk.deps, began)
  expect(await isTakenOver(desk.deps, began)).toBe(false)
  expect(await isTakenOver(desk.deps, began - 1)).toBe(true)
  expect((await desk.priceFeeds.all()).map(({ heldSince }) => heldSince)).toEqual([began, 0])
  // A container that runs both knows the later one.
  await takeOver(desk.deps, began - 1)
  expect(await keep({ watched: 0, accounts: 1 })).toMatchObject({ heldSince: began })
})

it('markets without a price are reported after a minute, once a minute', () => {
  const market = { svcId: 7, exchange: 'EXCHANGE_A', nativeId: 'KXTEST', armedAt: 0 } as const
  const reportedAfter = (seconds: number) => {
    desk.pass(seconds)
    reportUnpriced(desk.deps, 'EXCHANGE_A', [market])
    return desk.metrics.splice(0).length
  }
  expect([0, 60, 1, 59, 1].map(reportedAfter)).toEqual([0, 0, 1, 0, 1])
})
