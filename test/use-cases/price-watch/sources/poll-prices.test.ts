/** The polls of the price watch: the stops they send, and their cost. */

import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { basketTarget } from '#domain/complex-orders/target.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { cancel } from '#domain/contingent/transitions.ts'
import { isTriggered } from '#domain/contingent/trigger/trigger-rule.ts'
import { HOUR } from '#domain/kernel/time.ts'
import { watchedPrice } from '#domain/markets/mark-price.ts'
import { isInPart } from '#domain/price-watch/watch-part.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'
import { cents, contracts, sampleTarget, T0, trigger } from '#test/domain/contingent/complex-samples.ts'
import { watchedAt } from '#test/support/contingent/watched-at.ts'
import { rounds } from '#test/support/run/plays.ts'
import { startWatch, watchPart } from '#use-cases/price-watch/start-watch.ts'
import { NO_STREAMS, openPriceDesk, type PriceDesk } from '../price-desk.ts'

let desk: PriceDesk

beforeEach(async () => {
  desk = await openPriceDesk()
})

/** Returns the ids that one poll sends. */
const poll = async (): Promise<readonly string[]> => {
  await desk.poll()
  return desk.told().map(({ complexOrderId }) => complexOrderId)
}

const side = (at: number) => ({ price: cents(at), qty: contracts(100) })

const BUYS: Partial<Conditional> = { trigger: trigger({ buyFlag: true }) }

describe('rows of ended streams and accounts, which DynamoDB drops days later', () => {
  const { svcId, exchange, nativeId } = sampleTarget()
  const leave = (age: number): void => {
    const { watched } = desk.complexOrders
    const at = desk.time.now - age
    const listener = {
      ...{ streamId: 'one', userId: uuidAt(1, 1), keyId: uuidAt(1, 2), openedAt: at },
      listening: [{ name: 'quotes', svcId, exchange, nativeId, since: at }] as const,
    }
    desk.complexOrders.watched = async () => ({
      ...(await watched()),
      listeners: [listener],
      accounts: [{ subaccountId: uuidAt(1, 3), exchange, at }],
    })
  }
  const counted = async () => (await desk.priceFeeds.all()).map(({ watched, accounts }) => ({ watched, accounts }))

  it('is watched while it may be open', async () => {
    leave(HOUR)
    expect(await desk.poll()).toBe(1)
    expect(await counted()).toEqual([{ watched: 1, accounts: 1 }])
  })

  it('is watched no longer', async () => {
    leave(3 * HOUR)
    expect(await desk.poll()).toBe(0)
    expect(await counted()).toEqual([])
  })
})

describe('a stop whose price is crossed', () => {
  it.each([
    ['a stop that sells', {}, [31, 33], [29, 31]],
    ['a stop that buys', BUYS, [27, 29], [29, 31]],
    ['a reverse stop that sells', { subtype: 'REVERSE_STOP' as const }, [27, 29], [29, 31]],
    ['a reverse stop that buys', { ...BUYS, subtype: 'REVERSE_STOP' as const }, [31, 33], [29, 31]],
  ])('%s is sent at 0.30, and not before', async (_, change, [bid = 0, ask = 0], [bidThen = 0, askThen = 0]) => {
    const stop = await desk.arm(1, change)
    desk.show(bid, ask)
    expect(await poll()).toEqual([])
    desk.show(bidThen, askThen)
    await desk.poll()
    expect(desk.told()).toEqual([{ queue: 'fire-trigger', complexOrderId: stop, price: 300_000, source: 'mid' }])
  })

  it('is compared with its watched price: the middle, the last trade, or the side it would hit', async () => {
    const mark = await desk.arm(1)
    const side = await desk.arm(2, { triggerPriceType: 'BID_ASK' })
    const last = await desk.arm(3, { triggerPriceType: 'LAST' })
    desk.show(29, 35, { lastPrice: cents(33), tradeMark: '1' })
    expect(await poll()).toEqual([side])
    desk.pass(5)
    desk.show(33, 35, { lastPrice: cents(29), tradeMark: '2' })
    expect(await poll()).toEqual([last])
    desk.pass(5)
    desk.show(28, 30)
    expect(new Set(await poll())).toEqual(new Set([mark, side]))
  })

  it('is found at the best price among many stops that watch another price', async () => {
    for (let n = 0; n < 30; n += 1) await desk.arm(n + 10, { stopPrice: cents(54), triggerPriceType: 'LAST' })
    const far = await desk.arm(1, { stopPrice: cents(60) })
    desk.show(50, 56, { lastPrice: cents(55), tradeMark: '1' })
    expect(await poll()).toEqual([far])
  })

  it('is sent again while the stop stays armed, but not by every poll', async () => {
    const stop = await desk.arm(1)
    desk.show(20, 22)
    expect(await poll()).toEqual([stop])
    desk.pass(5)
    expect(await poll()).toEqual([])
    desk.pass(5)
    expect(await poll()).toEqual([stop])
  })

  it('in a crowd is sent again only after the time that a crowd needs', async () => {
    for (let n = 0; n < 400; n += 1) await desk.arm(n)
    desk.show(20, 22)
    expect(await poll()).toHaveLength(400)
    desk.pass(10)
    expect(await poll()).toEqual([])
    desk.pass(2)
    expect(await poll()).toHaveLength(400)
  })

  it('is not sent any more once the stop has fired, also between two readings of its market', async () => {
    const stop = await desk.arm(1)
    desk.show(40, 42)
    desk.pass(120)
    await desk.poll()
    desk.show(20, 22)
    desk.pass(5)
    expect(await poll()).toEqual([stop])
    await desk.leave([stop])
    desk.pass(10)
    expect(await poll()).toEqual([])
  })

  it('is sent by the next poll when the queue does not take it', async () => {
    const stop = await desk.arm(1)
    desk.show(20, 22)
    const { send } = desk.queues
    desk.queues.send = () => Promise.reject(new Error('no queue'))
    expect(await poll()).toEqual([])
    desk.queues.send = send
    desk.pass(5)
    expect(await poll()).toEqual([stop])
  })

  it('is sent by the next poll though its price has gone, when the queue does not take it', async () => {
    const stop = await desk.arm(1)
    desk.show(20, 22)
    const { send } = desk.queues
    desk.queues.send = () => Promise.reject(new Error('no queue'))
    expect(await poll()).toEqual([])
    desk.queues.send = send
    desk.pass(5)
    desk.show(40, 42)
    await desk.poll()
    expect(desk.told()).toEqual([{ queue: 'fire-trigger', complexOrderId: stop, price: 210_000, source: 'mid' }])
  })

  it('is not sent any more after two readings, ten seconds apart, without it: one alone may lag', async () => {
    const stop = await desk.arm(1)
    desk.show(20, 22)
    expect(await poll()).toEqual([stop])
    const { armedStops } = desk.complexOrders
    desk.complexOrders.armedStops = async () => ({ stops: [], isAny: false })
    desk.show(40, 42)
    desk.pass(10)
    expect(await poll()).toEqual([])
    desk.complexOrders.armedStops = armedStops
    desk.pass(10)
    expect(await poll()).toEqual([stop])
    await desk.leave([stop])
    for (const seconds of [10, 10, 10]) {
      desk.pass(seconds)
      expect(await poll()).toEqual([])
    }
    expect(desk.deps.memory.reached.size).toBe(0)
  })

  it('is sent at the current price after two minutes in which it has not fired', async () => {
    const stop = await desk.arm(1)
    desk.show(20, 22)
    expect(await poll()).toEqual([stop])
    desk.show(40, 42)
    for (let seconds = 0; seconds < 130; seconds += 10) {
      desk.pass(10)
      await desk.poll()
    }
    desk.told()
    desk.pass(10)
    expect(await poll()).toEqual([])
    desk.show(25, 27)
    await desk.poll()
    expect(desk.told()).toEqual([{ queue: 'fire-trigger', complexOrderId: stop, price: 260_000, source: 'mid' }])
  })

  it('is found while the table cannot be read, if the stop was known before', async () => {
    const stop = await desk.arm(1)
    desk.show(40, 42)
    expect(await poll()).toEqual([])
    desk.complexOrders.armedStops = () => Promise.reject(new Error('no table'))
    desk.pass(61)
    desk.show(20, 22)
    expect(await poll()).toEqual([stop])
    expect(desk.metrics).toContainEqual(['MarketsNotWatched', 1])
  })

  it('is found even if one reading does not show it: the index briefly omits a moving trailing stop', async () => {
    const stop = await desk.arm(1)
    desk.show(40, 42)
    expect(await poll()).toEqual([])
    const { armedStops } = desk.complexOrders
    desk.complexOrders.armedStops = async () => ({ stops: [], isAny: false })
    desk.pass(61)
    expect(await poll()).toEqual([])
    desk.complexOrders.armedStops = armedStops
    desk.pass(5)
    desk.show(20, 22)
    expect(await poll()).toEqual([stop])
  })

  it('is found beside a run of the same process for other markets, also while the table cannot be read', async () => {
    const half = (svcId: number) => Number(isInPart({ index: 1, of: 2 }, svcId))
    const svcIds = [0, 1].map((index) => [...Array(50).keys()].find((n) => half(100 + n) === index) ?? 0)
    const stops: string[] = []
    for (const [n, offset] of svcIds.entries())
      stops.push(await desk.arm(n, { target: sampleTarget({ svcId: 100 + offset, nativeId: `KX${n}` }) }))
    const pollHalves = async (): Promise<void> => {
      for (const index of [0, 1]) await desk.poll(desk.deps, { index, of: 2 })
    }
    const show = (at: number): void => {
      for (const n of [0, 1]) desk.show(at, at + 2, { nativeId: `KX${n}` })
    }
    show(40)
    await pollHalves()
    desk.complexOrders.armedStops = () => Promise.reject(new Error('no table'))
    desk.pass(5)
    show(20)
    await pollHalves()
    expect(desk.told().map(({ complexOrderId }) => complexOrderId)).toEqual(stops)
  })

  it('does not fire if two readings in turn do not show it', async () => {
    const stop = await desk.arm(1)
    desk.show(40, 42)
    await desk.poll()
    await desk.leave([stop])
    for (const seconds of [61, 61]) {
      desk.pass(seconds)
      expect(await poll()).toEqual([])
    }
    desk.show(20, 22)
    expect(await poll()).toEqual([])
  })

  it('is found among 10,000 stops, 1,000 of them in one market, by one poll', async () => {
    const markets = Array.from({ length: 11 }, (_, n) => sampleTarget({ svcId: 100 + n, nativeId: `KX${n}` }))
    const many = (market: number) => (market === 0 ? 1_000 : 900)
    for (const [n, target] of markets.entries()) {
      await desk.crowdOf(many(n), (stop) => ({ target, stopPrice: cents(30 + (stop % 3)) }), n * 1_000)
      desk.show(20, 22, { nativeId: target.nativeId })
    }
    const reported = await poll()
    expect(reported).toHaveLength(10_000)
    expect(new Set(reported).size).toBe(10_000)
    desk.pass(5)
    expect(await poll()).toEqual([])
  })

  it('is found also if it was armed after the price was reached', async () => {
    await desk.arm(1, { stopPrice: cents(10) })
    desk.show(20, 22)
    for (let seconds = 0; seconds < 120; seconds += 5) {
      desk.pass(5)
      expect(await poll()).toEqual([])
    }
    const late = await desk.arm(2)
    desk.pass(5)
    expect(await poll()).toEqual([late])
  })

  it('is found by the next poll even if it was armed too soon after another to record its market again', async () => {
    await desk.arm(1, { stopPrice: cents(10) })
    desk.show(20, 22)
    expect(await poll()).toEqual([])
    desk.pass(1)
    const late = await desk.arm(2)
    desk.pass(4)
    expect(await poll()).toEqual([late])
  })

  it('is found even if its watch entry is written a minute before the index shows it', async () => {
    const { armedStops } = desk.complexOrders
    const stop = await desk.arm(1)
    desk.show(20, 22)
    desk.complexOrders.armedStops = async () => ({ stops: [], isAny: false })
    for (let seconds = 0; seconds < 55; seconds += 5) {
      desk.pass(5)
      expect(await poll()).toEqual([])
    }
    desk.complexOrders.armedStops = armedStops
    desk.pass(10)
    expect(await poll()).toEqual([stop])
  })

  it('is found by the first poll after its own price reaches it, and not before', async () => {
    const cent = fc.integer({ min: 20, max: 80 })
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('arm' as const),
        at: cent,
        buyFlag: fc.boolean(),
        subtype: fc.constantFrom('STOP' as const, 'REVERSE_STOP' as const),
        type: fc.constantFrom('MARK' as const, 'BID_ASK' as const),
      }),
      fc.record({ kind: fc.constant('show' as const), bid: cent, spread: fc.constantFrom(1, 2, 6, 14) }),
      fc.record({ kind: fc.constant('wait' as const), looks: fc.integer({ min: 1, max: 14 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        desk = await openPriceDesk()
        const armed = new Map<string, Conditional>()
        let quote: { bid: number; ask: number } | null = null
        const look = async (): Promise<void> => {
          const reports = new Set(await poll())
          for (const [id, stop] of armed) {
            if (quote === null) break
            const { bid, ask } = quote
            const shown = { bid: side(bid), ask: side(ask), lastPrice: null, asOf: desk.time.now, paused: false }
            const watched = watchedPrice(shown, stop.triggerPriceType, stop.trigger.buyFlag, desk.time.now)
            expect(reports.has(id), id).toBe(watched !== null && isTriggered(stop, watched.price))
            // A sent stop fires, and leaves the index.
            if (!reports.has(id)) continue
            armed.delete(id)
            await desk.complexOrders.save({ changedComplexOrders: [cancel(stop, 'user', desk.time.now)] })
          }
          desk.pass(5)
        }
        for (const [n, one] of steps.entries()) {
          if (one.kind === 'arm') {
            const change = { subtype: one.subtype, stopPrice: cents(one.at), triggerPriceType: one.type }
            const id = await desk.arm(n, { ...change, trigger: trigger({ buyFlag: one.buyFlag }) })
            const stop = await desk.complexOrders.get(id)
            if (stop !== null && isConditional(stop)) armed.set(id, stop)
          }
          if (one.kind === 'show') {
            quote = { bid: one.bid, ask: one.bid + one.spread }
            desk.show(quote.bid, quote.ask)
          }
          for (let looks = one.kind === 'wait' ? one.looks : 1; looks > 0; looks -= 1) await look()
        }
      }),
      { numRuns: rounds(40) },
    )
  })

  it('is found on the way up, however many stops on the way down watch another price', async () => {
    await desk.crowd(10_000, { triggerPriceType: 'LAST' })
    const up = await desk.arm(20_000, BUYS)
    desk.show(29, 31)
    expect(await poll()).toEqual([up])
  })

  it('is sent by each run that polls', async () => {
    const stop = await desk.arm(1)
    desk.show(20, 22)
    await Promise.all([desk.poll(), desk.poll(desk.newDeps())])
    expect(desk.told().map(({ complexOrderId }) => complexOrderId)).toEqual([stop, stop])
  })
})

describe('the last trade', () => {
  it('fires LAST at once, also in a container that has just begun, whenever the trade was', async () => {
    const stop = await desk.arm(1, { triggerPriceType: 'LAST' })
    desk.show(40, 42, { lastPrice: cents(20), tradeMark: '1' })
    await desk.poll()
    expect(desk.told()).toEqual([{ queue: 'fire-trigger', complexOrderId: stop, price: 200_000, source: 'last_trade' }])
    desk.pass(3_600)
    await desk.poll(desk.newDeps())
    expect(desk.told()).toHaveLength(1)
  })

  it('is the MARK of a wide or one-sided book, held within bid and ask', async () => {
    const stop = await desk.arm(1)
    desk.show(20, 60, { lastPrice: cents(31), tradeMark: '1' })
    expect(await poll()).toEqual([])
    desk.show(10, 29, { lastPrice: cents(31), tradeMark: '1' })
    await desk.poll()
    expect(desk.told()).toEqual([{ queue: 'fire-trigger', complexOrderId: stop, price: 290_000, source: 'last_trade' }])
  })
})

describe('trades between two polls', () => {
  const made = (at: number, ago = 0) => ({ price: cents(at), at: desk.time.now - ago * 1_000 })
  const LAST: Partial<Conditional> = { triggerPriceType: 'LAST' }
  const last = (id: string, at: number) => ({
    queue: 'fire-trigger',
    complexOrderId: id,
    price: cents(at),
    source: 'last_trade',
  })
  /** The last trade is at 0.41 again. */
  const show = (trades: ReturnType<typeof made>[]) => desk.show(40, 42, { lastPrice: cents(41), trades })

  it('fire each LAST stop by the first trade that reached it, and no other stop', async () => {
    const [first, second] = [await desk.arm(1, LAST), await desk.arm(2, { ...LAST, stopPrice: cents(26) })]
    await desk.arm(3, { ...LAST, stopPrice: cents(24) })
    await desk.arm(4)
    await desk.arm(5, { triggerPriceType: 'BID_ASK' })
    show([])
    expect(await poll()).toEqual([])
    desk.pass(5)
    show([made(41, 4), made(29, 3), made(25, 2), made(41, 1)])
    await desk.poll()
    expect(desk.told()).toEqual([last(first, 29), last(second, 25)])
  })

  it('fire no stop that was armed later, or so close that clocks may differ', async () => {
    await desk.arm(1, { ...LAST, createdAt: desk.time.now - 3_600_000 })
    show([made(29, 10), made(41, 9)])
    expect(await poll()).toEqual([])
    desk.pass(5)
    show([made(29, 15), made(41, 14), made(29, 4.5), made(41, 4)])
    expect(await poll()).toEqual([])
    desk.pass(5)
    const old = [made(29, 20), made(41, 19), made(29, 9.5), made(41, 9)]
    show([...old, made(28, 1), made(41, 0)])
    expect(await poll()).toHaveLength(1)
  })

  it('fire nothing after two minutes, and nothing while the market is paused', async () => {
    await desk.arm(1, LAST)
    desk.pass(10)
    const touch = [made(29), made(41)]
    desk.show(40, 42, { lastPrice: cents(41), trades: touch, state: 'paused' })
    expect(await poll()).toEqual([])
    desk.pass(121)
    show(touch)
    expect(await poll()).toEqual([])
  })

  it('fire a stop that the index shows late', async () => {
    const { armedStops } = desk.complexOrders
    const stop = await desk.arm(1, LAST)
    desk.complexOrders.armedStops = async () => ({ stops: [], isAny: false })
    desk.pass(5)
    const touch = [made(29), made(41)]
    show(touch)
    expect(await poll()).toEqual([])
    desk.complexOrders.armedStops = armedStops
    desk.pass(10)
    show(touch)
    expect(await poll()).toEqual([stop])
  })

  it('are sent again while the stop stays armed, but not by every poll', async () => {
    const stop = await desk.arm(1, LAST)
    desk.pass(5)
    const touch = [made(29), made(41)]
    show(touch)
    expect(await poll()).toEqual([stop])
    desk.pass(5)
    expect(await poll()).toEqual([])
    desk.pass(5)
    expect(await poll()).toEqual([stop])
  })

  it('cost no query if no stop watches the last trade', async () => {
    await desk.arm(1, { stopPrice: cents(20) })
    desk.pass(60)
    show([])
    await desk.poll()
    desk.pass(61)
    await desk.poll()
    desk.spent()
    for (const at of [35, 30, 60, 25, 70]) {
      desk.pass(5)
      show([made(at), made(41)])
      expect(await poll()).toEqual([])
      expect(desk.spent()).toBe(0.5)
    }
  })

  describe('at an exchange whose quotes do not contain trades', () => {
    const B = (n: number): Partial<Conditional> => ({
      ...LAST,
      target: sampleTarget({ exchange: 'EXCHANGE_B', svcId: 50 + n, nativeId: `0x${n}` }),
    })
    const showAll = (many: number, more = {}) => {
      for (let n = 0; n < many; n += 1) desk.show(40, 42, { nativeId: `0x${n}`, lastPrice: cents(41), ...more })
    }

    it('are read for markets with LAST stops, and fire them', async () => {
      const stop = await desk.arm(0, B(0))
      await desk.arm(1, { ...B(1), triggerPriceType: 'MARK' })
      desk.pass(5)
      showAll(2)
      expect(await poll()).toEqual([])
      expect(desk.read.splice(0)).toEqual(['0x0'])
      desk.pass(5)
      desk.tape.set('0x0', [made(29), made(41)])
      await desk.poll()
      expect(desk.told()).toEqual([last(stop, 29)])
      expect(desk.read).toEqual(['0x0'])
    })

    it('are not read while the book does not change, and fire nothing if they cannot be read', async () => {
      await desk.arm(0, B(0))
      desk.pass(120)
      showAll(1, { statedAt: desk.time.now - 160_000 })
      await desk.poll()
      expect(desk.read).toEqual([])
      desk.tape.set('0x0', 'away')
      showAll(1, { statedAt: desk.time.now, lastPrice: cents(29) })
      // The price of the quote fires as always.
      expect(await poll()).toHaveLength(1)
      expect(desk.read).toEqual(['0x0'])
    })

    it('are read for some markets in each poll if they are many, for all of them in turn', async () => {
      for (let n = 0; n < 70; n += 1) await desk.arm(n, B(n))
      showAll(70)
      await desk.poll()
      const looks: string[][] = []
      for (let n = 0; n < 3; n += 1) {
        desk.pass(5)
        await desk.poll()
        looks.push(desk.read.splice(0))
      }
      expect(looks.map((read) => read.length)).toEqual([60, 30, 30])
      expect(new Set(looks.flat()).size).toBe(70)
    })
  })
})

describe('trades of members between two polls', () => {
  const made = (at: number, ago = 0) => ({ price: cents(at), at: desk.time.now - ago * 1_000 })
  const members = [
    { svcId: 7, exchange: 'EXCHANGE_A', nativeId: 'KXTEST' },
    { svcId: 51, exchange: 'EXCHANGE_B', nativeId: '0x1' },
  ] as const
  const on = (allocation: 'BEST_PRICE' | 'EQUAL', more: Partial<Conditional> = {}): Partial<Conditional> => ({
    triggerPriceType: 'LAST',
    target: basketTarget({ customAssetId: '0193a5c0-0000-7000-8000-0000000000a1', label: null, allocation }, members),
    ...more,
  })
  const show = (trades: ReturnType<typeof made>[], more = {}) => {
    desk.show(40, 42, { lastPrice: cents(41), lastTradeAt: desk.time.now, trades, ...more })
    desk.show(40, 42, { nativeId: '0x1', lastPrice: cents(41), lastTradeAt: desk.time.now })
  }

  it.each([
    ['that its quotes tell', () => show([made(29), made(41)])],
    ['that are read', () => void desk.tape.set('0x1', [made(29), made(41)])],
  ])('fire a LAST stop on a custom asset that is one bet: of a member %s', async (_, touch) => {
    const stop = await desk.arm(1, on('BEST_PRICE'))
    show([])
    expect(await poll()).toEqual([])
    desk.pass(5)
    show([])
    touch()
    await desk.poll()
    expect(desk.told()).toEqual([{ queue: 'fire-trigger', complexOrderId: stop, price: 290_000, source: 'last_trade' }])
  })

  it('fire nothing from before the arming, of a paused member, on a mean, or by the mark', async () => {
    const stop = await desk.arm(1, on('BEST_PRICE'))
    await desk.arm(2, on('EQUAL'))
    await desk.arm(3, on('BEST_PRICE', { triggerPriceType: 'MARK' }))
    show([made(29), made(41)])
    expect(await poll()).toEqual([])
    desk.pass(5)
    show([made(29, 1), made(41)], { state: 'paused' })
    expect(await poll()).toEqual([])
    // Its list says that it trades, and its exchange, when it is asked, that it does not.
    show([made(29, 1), made(41)], { stateIsLive: false })
    desk.over.add('KXTEST')
    expect(await poll()).toEqual([])
    desk.over.clear()
    expect(await poll()).toEqual([stop])
  })

  it('fire nothing if the member is over, and its book is no price: one bet continues if it trades', async () => {
    const stop = await desk.arm(1, on('BEST_PRICE', { triggerPriceType: 'MARK' }))
    await desk.arm(2, on('BEST_PRICE'))
    show([], { state: 'closed' })
    expect(await poll()).toEqual([])
    desk.pass(5)
    show([made(29)], { state: 'closed', bid: side(10), ask: side(12) })
    expect(await poll()).toEqual([])
    desk.show(28, 30, { nativeId: '0x1', lastPrice: cents(41), lastTradeAt: desk.time.now })
    expect(await poll()).toEqual([stop])
    // Its message may be lost: it is sent again, and not at every look.
    desk.pass(5)
    expect(await poll()).toEqual([])
    desk.pass(5)
    expect(await poll()).toEqual([stop])
  })

  it('are not read if no stop uses them', async () => {
    await desk.arm(1, on('EQUAL'))
    await desk.arm(2, on('BEST_PRICE', { triggerPriceType: 'MARK' }))
    show([])
    await desk.poll()
    desk.read.splice(0)
    desk.pass(5)
    show([])
    await desk.poll()
    expect(desk.read).toEqual([])
  })
})

describe('bad data', () => {
  it.each([
    ['nothing is offered on either side', { bid: null, ask: null }],
    ['every size is 0', { bid: { price: cents(20), qty: 0 as never }, ask: { price: cents(21), qty: 0 as never } }],
    ['the market is paused', { state: 'paused' as const }],
    ['the quote is older than a minute', { asOf: 0 }],
  ])('fires nothing: %s', async (_, more) => {
    await desk.arm(1)
    desk.show(20, 22, more)
    expect(await poll()).toEqual([])
  })

  it.each([
    ['only bids are left', [2, null]],
    ['only offers are left', [null, 2]],
    ['a wide book has left an old print behind', [40, 60]],
  ] as const)('fires no MARK: %s', async (_, [bid, ask]) => {
    await desk.arm(1)
    desk.show(bid, ask, { lastPrice: ask === 60 ? cents(20) : null, tradeMark: '1' })
    expect(await poll()).toEqual([])
  })

  it('is reported after a minute, as a metric', async () => {
    await desk.arm(1)
    desk.show(null, null)
    for (let seconds = 0; seconds <= 65; seconds += 5) {
      await desk.poll()
      desk.pass(5)
    }
    expect(desk.metrics.filter(([name]) => name === 'MarketsWithoutPrice')).toEqual([['MarketsWithoutPrice', 1]])
  })
})

describe('an exchange that does not answer', () => {
  it('is reported in a metric and in the state of its feed, and delays no other exchange', async () => {
    await desk.arm(1)
    const other = await desk.arm(2, { target: sampleTarget({ exchange: 'EXCHANGE_B', svcId: 8, nativeId: '0xb' }) })
    desk.show(20, 22, { nativeId: '0xb' })
    desk.down.add('EXCHANGE_A')
    expect(await poll()).toEqual([other])
    const since = desk.time.now
    expect(desk.metrics).toContainEqual(['PricesUnavailable', 1])
    expect(await desk.priceFeeds.all()).toEqual([
      {
        exchange: 'EXCHANGE_A',
        watched: 1,
        streamed: 0,
        accounts: 0,
        polledAt: since,
        failingSince: since,
        failingReason: 'away',
        heldSince: 0,
        delayMs: null,
      },
      {
        exchange: 'EXCHANGE_B',
        watched: 1,
        streamed: 0,
        accounts: 0,
        polledAt: since,
        failingSince: null,
        failingReason: null,
        heldSince: 0,
        delayMs: null,
      },
    ])
    desk.pass(5)
    desk.down.clear()
    desk.show(40, 42)
    await desk.poll()
    expect((await desk.priceFeeds.all())[0]).toMatchObject({ failingSince: null })
  })
})

describe('a market that is over', () => {
  it('cancels the armed stops with the reason', async () => {
    const [sells, buys] = [await desk.arm(1), await desk.arm(2, BUYS)]
    desk.show(20, 22, { state: 'closed' })
    await desk.poll()
    await desk.endMarkets()
    for (const id of [sells, buys]) {
      expect(await desk.complexOrders.get(id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'market_closed' })
    }
  })

  it('is asked for by name once a minute after the exchange lists it no more', async () => {
    const stop = await desk.arm(1)
    expect(await poll()).toEqual([])
    desk.over.add('KXTEST')
    desk.pass(30)
    await desk.poll()
    await desk.endMarkets()
    expect(await desk.complexOrders.get(stop)).toMatchObject({ status: 'ACTIVE' })
    desk.pass(30)
    await desk.poll()
    await desk.endMarkets()
    expect(await desk.complexOrders.get(stop)).toMatchObject({ status: 'CANCELLED', cancelReason: 'market_closed' })
  })

  it.each(['open', 'paused'] as const)(
    'keeps its armed stops while the exchange reports it as %s without a quote',
    async (state) => {
      const id = await desk.arm(1)
      const exchanges: typeof desk.deps.exchanges = (name) => {
        const real = desk.deps.exchanges(name)
        if (real === null) return null
        return { ...real, marketStates: async (ids) => ids.map((nativeId) => ({ nativeId, state })) }
      }
      await desk.poll({ ...desk.deps, exchanges })
      expect(await desk.complexOrders.get(id)).toMatchObject({ status: 'ACTIVE' })
    },
  )

  it('is forgotten after a while without armed stops', async () => {
    await desk.arm(1)
    desk.show(20, 22, { state: 'closed' })
    expect(await desk.poll()).toBe(1)
    await desk.endMarkets()
    for (const seconds of [301, 61]) {
      desk.pass(seconds)
      expect(await desk.poll()).toBe(1)
    }
    expect(await desk.poll()).toBe(0)
    expect((await desk.priceFeeds.all())[0]).toMatchObject({ watched: 0 })
  })

  it('stays watched if only one reading shows no armed stop', async () => {
    const stop = await desk.arm(1)
    desk.show(40, 42)
    await desk.poll()
    const { armedStops } = desk.complexOrders
    desk.complexOrders.armedStops = async () => ({ stops: [], isAny: false })
    desk.pass(301)
    await desk.poll()
    desk.complexOrders.armedStops = armedStops
    desk.pass(61)
    desk.show(20, 22)
    await desk.poll()
    expect(desk.told()).toMatchObject([{ complexOrderId: stop }])
  })
})

describe('the cost of a poll', () => {
  it('is no write for members of a custom asset on which nothing else was ever armed', async () => {
    const members = [1, 2].map((n) => ({ svcId: 70 + n, exchange: 'EXCHANGE_A' as const, nativeId: `KX${n}` }))
    const asset = { customAssetId: '0193a5c0-0000-7000-8000-0000000000a1', label: null, allocation: 'EQUAL' as const }
    await desk.arm(1, { target: basketTarget(asset, members) })
    await desk.arm(2)
    const { unwatch } = desk.complexOrders
    const unwatched: string[] = []
    desk.complexOrders.unwatch = async (market) => {
      unwatched.push(market.nativeId)
      await unwatch(market)
    }
    await desk.leave([uuidAt(T0, 0xc002)])
    for (const seconds of [1, 301, 61, 61]) {
      desk.pass(seconds)
      await desk.poll()
    }
    expect(unwatched).toEqual(['KXTEST'])
  })

  it('is half a read unit when nothing is armed', async () => {
    desk.spent()
    expect(await desk.poll()).toBe(0)
    // The stored state of the feed is read once in the life of a container.
    expect(desk.spent()).toBeLessThanOrEqual(1.5)
    await desk.poll()
    expect(desk.spent()).toBe(0.5)
    expect(desk.asked).toEqual([])
  })

  /** Markets that each have stops on both sides of 0.40, out of reach of what they show. */
  const armedOnBothSides = async (markets: number, stopsEach = 2) => {
    for (let market = 0; market < markets; market += 1) {
      const nativeId = `KX${market}`
      for (let n = 0; n < stopsEach; n += 1) {
        const far = n % 2 === 0 ? { stopPrice: cents(10 + n) } : { ...BUYS, stopPrice: cents(60 + n) }
        await desk.arm(market * stopsEach + n, { target: sampleTarget({ svcId: 100 + market, nativeId }), ...far })
      }
      desk.show(40, 42, { nativeId })
    }
    desk.spent()
  }

  it('is half a read unit for each market, asked in both directions, in a poll of all markets', async () => {
    const markets = 20
    await armedOnBothSides(markets, 10)
    // Beside the list, the state of the feeds once in the life of a container.
    await desk.poll()
    expect(desk.spent()).toBe(markets * 0.5 + 0.5 + 1)
    desk.pass(61)
    await desk.poll()
    expect(desk.spent()).toBe(markets * 0.5 + 0.5)
    desk.pass(5)
    await desk.poll()
    expect(desk.spent()).toBe(0.5)
  })

  it('is less than a read unit for each market in every poll that fires nothing, however its price goes', async () => {
    const markets = 8
    await armedOnBothSides(markets)
    const looks = Array.from({ length: 150 }, (_, n) => n)
    let total = 0
    for (const n of looks) {
      // Still for a while, then to and fro, then further with each look, down and up by turns.
      const away = n < 40 ? 0 : n < 80 ? (n % 5) * 2 : ((n % 2 === 0 ? 1 : -1) * (n - 80)) / 4
      const bid = Math.round(36 + away)
      for (let market = 0; market < markets; market += 1) desk.show(bid, bid + 2, { nativeId: `KX${market}` })
      await desk.poll()
      const spent = desk.spent()
      expect(spent, `look ${n}`).toBeLessThanOrEqual(markets * 0.5 + (n === 0 ? 2 : n % 12 === 0 ? 1 : 0.5))
      total += spent
      desk.pass(5)
    }
    expect(desk.told()).toEqual([])
    expect(total / looks.length / markets).toBeLessThan(0.3)
  })

  it('is nothing for a market between two readings of its stops, however far its prices move', async () => {
    await armedOnBothSides(1)
    await desk.poll()
    desk.pass(70)
    desk.spent()
    for (const [bid, spent] of [
      [40, 1],
      [44, 0.5],
      [38, 0.5],
      [45, 0.5],
      [20, 0.5],
    ] as const) {
      desk.show(bid, bid + 2, { nativeId: 'KX0' })
      await desk.poll()
      expect(desk.spent(), `at ${bid}`).toBe(spent)
      desk.pass(5)
    }
  })

  it('is one question a minute for a market that is over, until it is forgotten', async () => {
    await armedOnBothSides(1)
    desk.show(40, 42, { nativeId: 'KX0', state: 'closed' })
    await desk.poll()
    await desk.endMarkets()
    for (const [seconds, spent] of [
      [60, 1],
      [241, 1],
    ] as const) {
      desk.pass(seconds)
      desk.spent()
      await desk.poll()
      // The list is a half.
      expect(desk.spent()).toBe(spent)
    }
    expect(await desk.poll()).toBe(0)
  })
})

describe('a minute', () => {
  const minute = (until: number) => {
    const deps = {
      ...desk.newDeps(),
      ...NO_STREAMS,
      pollEveryMs: 5_000,
      pause: async (ms: number) => {
        desk.time.now += ms
      },
    }
    return startWatch(deps, until)
  }

  it('is one poll when nothing is armed', async () => {
    const begun = desk.time.now
    await minute(begun + 58_000)
    expect(desk.time.now).toBe(begun)
  })

  it('is a poll every five seconds when something is', async () => {
    await desk.arm(1)
    desk.show(40, 42)
    await minute(desk.time.now + 58_000)
    expect(desk.asked).toHaveLength(12)
  })

  it('continues after a failed poll, and fails if the last poll failed', async () => {
    await desk.arm(1)
    desk.show(40, 42)
    const { watched } = desk.complexOrders
    let looks = 0
    desk.complexOrders.watched = () => {
      looks += 1
      return looks % 2 === 0 ? Promise.reject(new Error('no table')) : watched()
    }
    const deps = {
      ...desk.newDeps(),
      ...NO_STREAMS,
      pollEveryMs: 5_000,
      pause: async (ms: number) => desk.pass(ms / 1_000),
    }
    await watchPart(deps, { index: 0, of: 1 }, desk.time.now + 12_000)
    expect(looks).toBe(3)
    await expect(watchPart(deps, { index: 0, of: 1 }, desk.time.now + 2_000)).rejects.toThrow('no table')
  })

  it('whose message comes too late is counted in a metric, and nothing is polled', async () => {
    await desk.arm(1)
    desk.show(40, 42)
    await watchPart(
      { ...desk.deps, ...NO_STREAMS, pollEveryMs: 5_000, pause: async () => undefined },
      { index: 1, of: 2 },
      desk.time.now,
    )
    expect([desk.metrics, desk.asked]).toEqual([[['SharesNotWatched', 1]], []])
  })

  it('is split into shares if one run cannot poll all markets, each market in one share', async () => {
    const markets = Array.from({ length: 2_500 }, (_, svcId) => ({
      svcId,
      exchange: 'EXCHANGE_A' as const,
      nativeId: `KX${svcId}`,
      armedAt: 0,
    }))
    desk.complexOrders.watched = async () => watchedAt(markets)
    desk.complexOrders.armedStops = async () => ({ stops: [], isAny: false })
    const until = desk.time.now + 5_000
    await minute(until)
    expect(desk.told()).toEqual([
      { queue: 'watch-shard', index: 1, of: 3, until },
      { queue: 'watch-shard', index: 2, of: 3, until },
    ])
    await desk.poll(desk.newDeps(), { index: 1, of: 3 })
    await desk.poll(desk.newDeps(), { index: 2, of: 3 })
    const requested = desk.asked.flat()
    expect(requested).toHaveLength(2_500)
    expect(new Set(requested).size).toBe(2_500)
  })

  it('has each stop on a custom asset compared in one share, with all of its members', async () => {
    const markets = Array.from({ length: 2_000 }, (_, svcId) => ({
      svcId,
      exchange: 'EXCHANGE_A' as const,
      nativeId: `KX${svcId}`,
      armedAt: 0,
    }))
    const member = (svcId: number) => ({ svcId, exchange: 'EXCHANGE_A' as const, nativeId: `KX${svcId}` })
    const basket = {
      complexOrderId: 'c0000000-0000-7000-8000-000000000001',
      allocation: 'EQUAL' as const,
      members: [member(1), member(2), member(5_000)],
      stopPrice: cents(30),
      trail: null,
      direction: 'down' as const,
      buyFlag: false,
      triggerPriceType: 'MARK' as const,
      armedAt: 0,
    }
    desk.complexOrders.watched = async () => ({
      markets,
      users: [{ userId: 'u', armedAt: 0 }],
      accounts: [],
      listeners: [],
    })
    desk.complexOrders.armedBaskets = async () => ({ baskets: [basket], next: null })
    desk.complexOrders.armedStops = async () => ({ stops: [], isAny: false })
    for (const { nativeId } of basket.members) desk.show(20, 22, { nativeId })
    const statements = []
    for (const index of [0, 1, 2]) {
      await desk.poll(desk.newDeps(), { index, of: 3 })
      statements.push(...desk.told())
    }
    const { complexOrderId } = basket
    expect(statements).toEqual([{ queue: 'fire-trigger', complexOrderId, price: 210_000, source: 'mean' }])
  })
})
