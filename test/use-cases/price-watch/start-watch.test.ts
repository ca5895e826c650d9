/** The length of a run of the price watch, and the private streams that it holds. */

import { beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#domain/kernel/time.ts'
import { isInPart, type WatchPart, WHOLE_WATCH } from '#domain/price-watch/watch-part.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'
import { cents } from '#test/domain/contingent/complex-samples.ts'
import { watchPart } from '#use-cases/price-watch/start-watch.ts'
import type { WatchRunDeps } from '#use-cases/price-watch/watch-run.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { NO_STREAMS, openPriceDesk, type PriceDesk } from './price-desk.ts'

const FIRST: WatchPart = { index: 0, of: 2 }
const HELPER: WatchPart = { index: 1, of: 2 }

let desk: PriceDesk
let opened: string[]
beforeEach(async () => {
  desk = await openPriceDesk()
  opened = []
})

/** A subaccount of that part of the watch, the `n`th of them. */
const subaccountIn = (part: WatchPart, n = 0): string =>
  Array.from({ length: 50 }, (_, at) => uuidAt(1, at)).filter((id) => isInPart(part, id))[n] ?? expect.fail()

/** The accounts of these are to be streamed, since so long. */
const stream = (...accounts: ReadonlyArray<readonly [subaccountId: string, since: number]>): void => {
  const { watched } = desk.complexOrders
  const exchange = 'EXCHANGE_A' as const
  desk.complexOrders.watched = async () => ({
    ...(await watched()),
    accounts: accounts.map(([subaccountId, since]) => ({ subaccountId, exchange, at: desk.time.now - since })),
  })
}

/** Returns the seconds that the run continued after its end. */
const run = async (part: WatchPart, seconds: number, more: Partial<WatchRunDeps> = {}): Promise<number> => {
  const until = desk.time.now + seconds * SECOND
  const deps: WatchRunDeps = {
    ...desk.deps,
    ...NO_STREAMS,
    pollEveryMs: 5_000,
    openAccount: async (subaccountId) => ({ accountKey: subaccountId, secrets: {} }),
    accountStreams: (name) =>
      name === 'EXCHANGE_B'
        ? null
        : {
            open: async ({ accountKey }, onEvent) => {
              opened.push(accountKey)
              onEvent({ kind: 'open' })
              return { close: () => undefined }
            },
          },
    pause: async (ms) => {
      desk.time.now += Math.max(1, ms)
      if (desk.time.now > until + MINUTE) throw new Error('it goes on for ever')
    },
    ...more,
  }
  await watchPart(deps, part, until)
  return Math.round((desk.time.now - until) / SECOND)
}

it('a run holds the streams of its accounts that were requested in the last two hours', async () => {
  const mine = subaccountIn(FIRST)
  stream([mine, HOUR], [subaccountIn(FIRST, 1), 2 * HOUR], [subaccountIn(HELPER), 0])
  await run(FIRST, 3)
  expect(opened).toEqual([mine])
})

it('a run continues for 25 s while no other run has taken over, even if it cannot read the takeover', async () => {
  stream([subaccountIn(WHOLE_WATCH), 0])
  expect(await run(WHOLE_WATCH, 3)).toBe(25)
  const until = desk.time.now + 3 * SECOND
  const { all } = desk.priceFeeds
  const away = async () => {
    if (desk.time.now >= until) throw new Error('no table')
    return all()
  }
  expect(await run(WHOLE_WATCH, 3, { priceFeeds: { ...desk.priceFeeds, all: away } })).toBe(25)
})

it('a helper run continues for 8 s, and takes over from no run', async () => {
  stream([subaccountIn(HELPER), 0])
  // Its container has run the first part before.
  await run(WHOLE_WATCH, 3)
  const before = await desk.priceFeeds.all()
  expect(before).toMatchObject([{ accounts: 1 }])
  expect(await run(HELPER, 3)).toBe(8)
  expect(await desk.priceFeeds.all()).toEqual(before)
})

it('a helper run continues to poll if nothing is watched yet: a newly armed stop begins no other run', async () => {
  const { watched } = desk.complexOrders
  let looks = 0
  desk.complexOrders.watched = () => {
    looks += 1
    return watched()
  }
  await run(HELPER, 12)
  expect(looks).toBe(3)
  await run(WHOLE_WATCH, 12)
  expect(looks).toBe(4)
})

it.each([
  ['as soon as its streams show all', true, 0],
  ['after five seconds where they do not', false, 5],
])('a run takes over from the run before %s', async (_, areOpen, seconds) => {
  stream([subaccountIn(WHOLE_WATCH), 0])
  const began = desk.time.now
  const after: number[] = []
  const priceFeeds: WatchRunDeps['priceFeeds'] = {
    ...desk.priceFeeds,
    save: async (feed) => {
      if (feed.heldSince >= began) after.push(Math.floor((desk.time.now - began) / SECOND))
      return desk.priceFeeds.save(feed)
    },
  }
  const accountStreams: WatchRunDeps['accountStreams'] = () => ({
    open: async (_account, hear) => {
      if (areOpen) hear({ kind: 'open' })
      return { close: () => undefined }
    },
  })
  await run(WHOLE_WATCH, 20, { priceFeeds, accountStreams, memory: newWatchState() })
  expect(after[0]).toBe(seconds)
})

it('a run ends when all reached stops are sent: nothing of a function runs afterwards', async () => {
  const stops = await desk.crowdOf(1_100, () => ({ stopPrice: cents(50) }))
  desk.show(40, 42)
  const queues: WatchRunDeps['queues'] = {
    send: async (...message) => {
      await new Promise(setImmediate)
      await desk.queues.send(...message)
    },
  }
  const fires: WatchRunDeps['pause'] = async (ms) => {
    desk.time.now += ms
  }
  await run(WHOLE_WATCH, 1, { queues, pause: fires })
  const sent = desk.told().length
  await new Promise((go) => setTimeout(go, 20))
  expect(desk.told()).toEqual([])
  expect(sent).toBe(stops.length)
})
