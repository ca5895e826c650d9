/** A TWAP on paper: which slice goes when, what it waits for, how it ends, whatever happens in whatever order. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPLEX_ORDER_MOVES, isTerminal } from '#domain/complex-orders/status.ts'
import type { Qty } from '#domain/kernel/numbers.ts'
import { marketLimit } from '#domain/orders/price/market-limit.ts'
import { planTwap, TOO_SMALL, type TwapStep } from '#domain/twap/plan.ts'
import { largestSlice } from '#domain/twap/schedule.ts'
import { endsTwap, twapSlice, twapSliceOf } from '#domain/twap/slice.ts'
import {
  cancelTwap,
  endTwap,
  nextCheckAt,
  nextCheckIn,
  settleTwap,
  takeSlice,
  updateSlices,
  waitUntil,
} from '#domain/twap/transitions.ts'
import {
  mayStillFill,
  newTwap,
  type TwapOrder,
  type TwapSlice,
  type TwapTerms,
  tradedBy,
} from '#domain/twap/twap-order.ts'
import { rounds } from '#test/support/run/plays.ts'
import { cents, contracts, sampleTarget, T0 } from '../contingent/complex-samples.ts'

const GRID = { lot: contracts(1), least: contracts(1) }
const MINUTE = 60_000

/** A hundred in ten slices over ten minutes. */
const sample = (terms: Partial<TwapTerms> = {}): TwapOrder =>
  newTwap(
    {
      complexOrderId: '0193a5c0-0000-7000-8000-0000000000d1',
      userId: '0193a5c0-0000-7000-8000-000000000002',
      subaccountId: '0193a5c0-0000-7000-8000-000000000003',
      target: sampleTarget(),
      subscriberState: null,
      terms: {
        buyFlag: true,
        totalQty: contracts(100),
        durationMs: 10 * MINUTE,
        slices: 10,
        limitPrice: null,
        maxSlippage: null,
        randomize: false,
        ...terms,
      },
    },
    T0,
  )

const slice = (qty: number, traded = qty, state: TwapSlice['state'] = 'done', orderId = 'o'): TwapSlice => ({
  orderId,
  qty: contracts(qty),
  tradedQty: contracts(traded),
  tradedCost: 0n,
  state,
})

/** Running for `minutes` of its ten, with these slices behind it. */
const running = (minutes: number, slices: readonly TwapSlice[], terms: Partial<TwapTerms> = {}): TwapOrder => ({
  ...sample(terms),
  status: 'ACTIVE',
  startedAt: T0,
  slicesDone: minutes,
  slices,
})

const planAt = (twap: TwapOrder, minutes: number, grid = GRID): TwapStep =>
  planTwap(twap, grid, null, T0 + minutes * MINUTE)
const sends = (index: number, qty: number): TwapStep => ({ kind: 'slice', index, qty: contracts(qty) })

describe('the next step of a TWAP', () => {
  const none = { kind: 'wait', until: null } as const
  it.each<[string, TwapOrder, number, TwapStep]>([
    ['the first slice at once', sample(), 7, sends(0, 10)],
    ['nothing before the next is due', running(1, [slice(10)]), 0.5, { kind: 'wait', until: T0 + MINUTE }],
    ['the next when it is', running(1, [slice(10)]), 1, sends(1, 10)],
    ['nothing while the one before is open', running(1, [slice(10, 4, 'open')]), 1, none],
    ['the next once it has ended, however late in its time', running(1, [slice(10)]), 1.9, sends(1, 10)],
    ['what one left is spread over those to come', running(1, [slice(10, 1)]), 1, sends(1, 11)],
    ['nothing filled for half its time: the rest is spread', running(5, [slice(10, 0)]), 5, sends(5, 20)],
    ['an outage of three: the schedule of the clock', running(2, [slice(10), slice(10)]), 5, sends(5, 16)],
    ['an outage to the last: no more than three even ones', running(1, [slice(10)]), 9, sends(9, 30)],
    ['what is watched for counts as filled', running(1, [slice(10, 0, 'watched')]), 1, sends(1, 10)],
    ['a fill taken back is sent again', running(5, [slice(50, 40)]), 5, sends(5, 12)],
    ['settling trades keep no slice waiting', running(1, [slice(10, 10, 'settling')]), 1, sends(1, 10)],
    ['all filled: over', running(6, [slice(100)]), 6.1, { kind: 'end', as: 'COMPLETED' }],
    [
      'more than all filled, by a late fill: over',
      running(6, [slice(100), slice(3)]),
      6,
      { kind: 'end', as: 'COMPLETED' },
    ],
    ['all filled and still settling: nothing', running(6, [slice(100, 100, 'settling')]), 6.1, none],
    ['all but less than a lot filled: over', running(6, [slice(99.5)]), 6, { kind: 'end', as: 'COMPLETED' }],
    ['the last one ended short: over', running(10, [slice(10, 9)]), 9.1, { kind: 'end', as: 'EXPIRED' }],
    ['the last one still open: nothing', running(10, [slice(10, 9, 'open')]), 11, none],
    ['short, and still settling: nothing', running(10, [slice(10, 9, 'settling')]), 11, none],
    ['its time is over before the last slice: over', running(3, [slice(10)]), 10, { kind: 'end', as: 'EXPIRED' }],
  ])('%s', (_, twap, minutes, step) => {
    expect(planAt(twap, minutes)).toEqual(step)
  })

  it('a quantity too small for an order is carried over, and never sent in one burst', () => {
    const grid = { lot: contracts(1), least: contracts(5) }
    const twap = (done: number, traded: number) =>
      running(done, traded === 0 ? [] : [slice(traded)], { totalQty: contracts(20) })
    expect(planAt(twap(0, 0), 0, grid)).toEqual({ kind: 'carry', index: 0 })
    expect(planAt(twap(6, 0), 6, grid)).toEqual(sends(6, 5))
    expect(planAt(twap(7, 5), 7, grid)).toEqual(sends(7, 5))
    expect(planAt(twap(9, 0), 9, grid)).toEqual(sends(9, 6))
    // Less than an order is left: as complete as it can get.
    expect(planAt(twap(9, 16), 9, grid)).toEqual({ kind: 'end', as: 'COMPLETED' })
  })

  it('a total that can never be an order ends at once with a reason', () => {
    const grid = { lot: contracts(1), least: contracts(5) }
    expect(planAt(sample({ totalQty: contracts(12) }), 0, grid)).toEqual({ kind: 'cancel', reason: TOO_SMALL })
    expect(planAt(sample({ totalQty: contracts(3), slices: 2 }), 0, grid)).toEqual({
      kind: 'cancel',
      reason: TOO_SMALL,
    })
  })

  it('a larger minimum of the exchange neither ends a TWAP that has begun nor completes it', () => {
    const grid = { lot: contracts(1), least: contracts(40) }
    expect(planAt(running(9, [slice(90)]), 9, grid)).toEqual({ kind: 'end', as: 'COMPLETED' })
    const small = { totalQty: contracts(30) }
    expect(planAt(running(1, [slice(3, 0)], small), 1, grid)).toEqual({ kind: 'carry', index: 1 })
    expect(planAt(running(10, [slice(3, 0)], small), 9.5, grid)).toEqual({ kind: 'end', as: 'EXPIRED' })
  })

  it('a random slice varies by a fifth, and chance alone does not make it too small', () => {
    const at = (random: number, least = 1) => planTwap(sample(), { ...GRID, least: contracts(least) }, random, T0)
    expect(at(0)).toEqual(sends(0, 8))
    expect(at(0.5)).toEqual(sends(0, 10))
    expect(at(0.999)).toEqual(sends(0, 11))
    expect(at(0, 10)).toEqual(sends(0, 10))
  })

  it('the last slice takes the whole rest, whatever the random variation', () => {
    const last = running(9, [slice(90)], { randomize: true })
    for (const random of [0, 0.5, 0.999]) expect(planTwap(last, GRID, random, T0 + 9 * MINUTE)).toEqual(sends(9, 10))
  })
})

describe('the dates of a TWAP', () => {
  it('a taken slice makes the next one due, with its grace while a message announces it', () => {
    const first = takeSlice(sample(), 0, slice(10, 0, 'open'), T0 + 3)
    expect(first).toMatchObject({ status: 'ACTIVE', startedAt: T0 + 3, slicesDone: 1, dueAt: T0 + 3 + MINUTE + 5_000 })
    expect(nextCheckIn(first, T0 + 4)).toBe(MINUTE - 1)
    const slow = takeSlice(sample({ durationMs: 1_440 * MINUTE, slices: 24 }), 0, slice(10), T0)
    expect(slow.dueAt).toBe(T0 + 60 * MINUTE + 5_000)
    expect(nextCheckIn(slow, T0)).toBe(60 * MINUTE)
  })

  it('a slice is taken once and never after the end, and the first slice fixes the schedule', () => {
    const twice = running(2, [slice(10), slice(10)])
    expect(takeSlice(twice, 1, slice(10, 0, 'open'), T0 + 2 * MINUTE)).toBe(twice)
    const over = cancelTwap(twice, 'user', T0)
    expect(takeSlice(over, 2, slice(10, 0, 'open'), T0 + 2 * MINUTE)).toBe(over)
    expect(takeSlice(twice, 2, slice(10, 0, 'open'), T0 + 2 * MINUTE + 9)).toMatchObject({
      startedAt: T0,
      dueAt: T0 + 3 * MINUTE + 5_000,
    })
  })

  it('a TWAP reads its market every 45 s until the next slice, and every 15 s in a pause', () => {
    const due = (dueAt: number | null) => ({ dueAt })
    expect(nextCheckAt(due(null), T0 + 60 * MINUTE, false, T0)).toBe(T0 + 45_000)
    expect(nextCheckAt(due(null), T0 + 20_000, false, T0)).toBe(T0 + 20_000)
    expect(nextCheckAt(due(null), T0, true, T0)).toBe(T0 + 15_000)
    // A look that is planned stays, so that looking changes nothing.
    expect(nextCheckAt(due(T0 + 35_000), T0 + 60 * MINUTE, false, T0)).toBe(T0 + 30_000)
    expect(nextCheckAt(due(T0 + 60 * MINUTE), T0 + 60 * MINUTE, false, T0)).toBe(T0 + 45_000)
  })

  it('a TWAP waits for news of its last slice, and is due at once without an open slice', () => {
    expect(takeSlice(running(9, []), 9, slice(10, 0, 'open'), T0).dueAt).toBeNull()
    expect(takeSlice(running(9, []), 9, null, T0 + 5).dueAt).toBe(T0 + 5)
  })

  it('a slice that is open at the next due date removes the date, and its news restores it', () => {
    const twap = { ...running(1, [slice(10, 0, 'open')]), dueAt: T0 + MINUTE + 5_000 }
    expect(waitUntil(twap, null, T0 + MINUTE - 1)).toBe(twap)
    const waiting = waitUntil(twap, null, T0 + MINUTE)
    expect(waiting.dueAt).toBeNull()
    expect(waitUntil(waiting, T0 + MINUTE, T0 + 5).dueAt).toBe(T0 + MINUTE + 5_000)
  })

  it('a cancel is due while something may be at the exchange, and only then', () => {
    expect(cancelTwap(running(1, [slice(10)]), 'user', T0 + 9)).toMatchObject({ status: 'CANCELLED', dueAt: null })
    expect(cancelTwap(running(1, [slice(10, 0, 'open')]), 'user', T0 + 9).dueAt).toBe(T0 + 9)
    const over = endTwap(running(10, []), 'EXPIRED', T0)
    expect(cancelTwap(over, 'user', T0)).toBe(over)
  })

  it('a cancelled TWAP with its slices asked off the book is checked again only after they have changed', () => {
    const cancelled = cancelTwap(running(1, [slice(10, 0, 'open')]), 'user', T0)
    expect(nextCheckIn(cancelled, T0)).toBeNull()
    expect(settleTwap(cancelled)).toMatchObject({ status: 'CANCELLED', dueAt: null })
  })
})

describe('a slice', () => {
  it('may still fill its rest if it is open or watched', () => {
    const states = (['open', 'watched', 'settling', 'done'] as const).map((state) => running(1, [slice(10, 4, state)]))
    expect(states.map(mayStillFill)).toEqual([6, 6, 0, 0].map(contracts))
  })

  it('is stored anew after any change, and not without one', () => {
    const known = slice(10, 4, 'open')
    const twap = running(1, [known])
    expect(updateSlices(twap, [{ ...known }], T0 + 9)).toBe(twap)
    for (const change of [{ state: 'done' as const }, { tradedCost: 1n }, { tradedQty: contracts(5) }])
      expect(updateSlices(twap, [{ ...known, ...change }], T0 + 9).slices).toEqual([{ ...known, ...change }])
  })

  it('is an immediate order, within the limit, and knows its TWAP', () => {
    const limited = twapSlice(sample({ limitPrice: cents(45), maxSlippage: cents(2) }), 'o1', contracts(7), T0)
    expect(limited).toMatchObject({
      orderType: 'LIMIT',
      timeInForce: 'IOC',
      price: cents(45),
      maxSlippage: cents(2),
      qty: contracts(7),
      origin: { kind: 'slice', complexOrderId: sample().complexOrderId },
      sendBy: T0 + 30_000,
    })
    expect(twapSlice(sample(), 'o1', contracts(7), T0)).toMatchObject({ orderType: 'MARKET', price: null })
  })

  it('is open until it is over and all its fills are stored', () => {
    const order = twapSlice(sample(), 'o1', contracts(7), T0)
    expect(twapSliceOf(order)).toMatchObject({ state: 'open', tradedQty: 0 })
    const ended = { ...order, status: 'CANCELLED', exchangeState: 'ended', exchangeFilledQty: contracts(4) } as const
    expect(twapSliceOf(ended).state).toBe('open')
    // A known fill counts once its cost is known too.
    expect(twapSliceOf(ended)).toMatchObject({ tradedQty: 0, tradedCost: 0n })
    const reported = { ...ended, reported: { qty: contracts(4), cost: 1_760_000_000_000n, fees: null } }
    expect(twapSliceOf(reported)).toMatchObject({ tradedQty: contracts(4), tradedCost: 1_760_000_000_000n })
    const full = { ...ended, tradedQty: contracts(4) }
    expect(twapSliceOf(full)).toMatchObject({ state: 'done', tradedQty: contracts(4) })
    expect(twapSliceOf({ ...full, provisional: { count: 1, since: T0 } }).state).toBe('settling')
    expect(twapSliceOf({ ...full, watchUntil: T0 }).state).toBe('watched')
    expect(twapSliceOf({ ...full, exchangeState: 'live' }).state).toBe('open')
  })

  it.each<[string, string | null, string | null]>([
    ['market_closed', null, 'market_closed'],
    ['price_off_tick', null, 'price_off_tick'],
    ['credentials_missing', null, 'credentials_missing'],
    ['insufficient_balance', null, null],
    ['value_below_minimum', null, null],
    ['qty_below_minimum', null, null],
    ['trading_halted', null, 'risk_limit'],
    ['', 'risk_limit', 'risk_limit'],
    ['', 'not_filled', null],
    ['', 'too_late', null],
  ])('refused as %s, ended as %s: the TWAP ends as %s', (rejectCode, cancelReason, why) => {
    const status = rejectCode === '' ? 'CANCELLED' : 'REJECTED'
    expect(endsTwap({ status, rejectCode: rejectCode === '' ? null : rejectCode, cancelReason })).toBe(why)
  })

  it.each<[boolean, number | null, number, number, number]>([
    [true, null, 44, 2, 46],
    [true, 45, 44, 2, 45],
    [true, 50, 44, 2, 46],
    [true, 40, 44, 2, 40],
    [false, null, 40, 2, 38],
    [false, 39, 40, 2, 39],
    [false, 30, 40, 2, 38],
    [true, null, 44, 1.5, 45],
    [false, null, 40, 1.5, 39],
  ])('buys %s, limit %s, best %i, slippage %d: goes no further than %i', (buyFlag, limit, best, most, expected) => {
    const market = { priceRanges: [{ start: cents(1), end: cents(99), step: cents(1) }] }
    const price = limit === null ? null : cents(limit)
    const order = { buyFlag, price, qty: contracts(10), maxSlippage: cents(most), protectionPrice: null }
    const levels = [{ price: cents(best), qty: contracts(1) }]
    expect(marketLimit(market, levels, order, 90_000)).toEqual({ kind: 'price', price: cents(expected) })
  })
})

describe('a TWAP under random events', () => {
  type Event =
    | { readonly kind: 'time'; readonly ms: number }
    | { readonly kind: 'news'; readonly which: number; readonly share: number; readonly state: TwapSlice['state'] }
    | { readonly kind: 'reversal'; readonly which: number }
    | { readonly kind: 'cancel' }

  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.nat(3 * MINUTE) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('news' as const),
        which: fc.nat(30),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        state: fc.constantFrom<TwapSlice['state']>('open', 'settling', 'watched', 'done'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reversal' as const), which: fc.nat(30) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
  )

  const terms = fc.record({
    totalQty: fc.integer({ min: 1, max: 500 }).map(contracts),
    slices: fc.integer({ min: 2, max: 12 }),
    randomize: fc.boolean(),
  })

  /** One run of its consumer, as often as something is left to do. */
  const run = (before: TwapOrder, random: number, now: number, sent: Array<{ at: number; qty: Qty }>): TwapOrder => {
    let twap = before
    for (let round = 0; round < 5 && !isTerminal(twap.status); round += 1) {
      const step = planTwap(twap, GRID, twap.terms.randomize ? random : null, now)
      switch (step.kind) {
        case 'wait':
          return waitUntil(twap, step.until, now)
        case 'end':
          twap = endTwap(twap, step.as, now)
          break
        case 'cancel':
          twap = cancelTwap(twap, step.reason, now)
          break
        case 'carry':
          twap = takeSlice(twap, step.index, null, now)
          break
        case 'slice':
          sent.push({ at: now, qty: step.qty })
          expect(step.index).toBeGreaterThanOrEqual(twap.slicesDone)
          twap = takeSlice(twap, step.index, { ...slice(0, 0, 'open', `o${sent.length}`), qty: step.qty }, now)
          return twap
      }
    }
    return twap
  }

  it('sends no more than requested and no burst, ends once, and always has a next check', () => {
    fc.assert(
      fc.property(
        terms,
        fc.array(fc.tuple(event, fc.double({ min: 0, max: 0.999, noNaN: true })), { maxLength: 60 }),
        (requested, events) => {
          let now = T0
          let twap = sample(requested)
          const sent: Array<{ at: number; qty: Qty }> = []
          for (const [happens, random] of events) {
            const before = twap
            if (happens.kind === 'time') now += happens.ms
            if (happens.kind === 'cancel') twap = cancelTwap(twap, 'user', now)
            const one = 'which' in happens ? twap.slices[happens.which % Math.max(1, twap.slices.length)] : undefined
            if (happens.kind === 'news' && one !== undefined && one.state !== 'done') {
              // All fills of one that settles are here: it grows no more, and nothing opens it again.
              const isWhole = one.state === 'settling'
              const grown = Math.max(one.tradedQty, Math.floor((one.qty / 1e6) * happens.share) * 1e6) as Qty
              const reports = isWhole
                ? { state: happens.state === 'done' ? ('done' as const) : one.state }
                : { state: happens.state, tradedQty: grown }
              twap = updateSlices(twap, [{ ...one, ...reports }], now)
            }
            if (happens.kind === 'reversal' && one !== undefined && one.state === 'settling')
              twap = updateSlices(twap, [{ ...one, tradedQty: contracts(0), state: 'done' }], now)
            twap = run(twap, random, now, sent)

            expect(tradedBy(twap).qty + mayStillFill(twap)).toBeLessThanOrEqual(twap.terms.totalQty)
            if (twap.status !== before.status) expect(COMPLEX_ORDER_MOVES[before.status]).toContain(twap.status)
            if (isTerminal(before.status)) expect(twap.slices.length).toBe(before.slices.length)
            // Asked again, there is nothing more to do.
            if (!isTerminal(twap.status)) {
              expect(run(twap, random, now, sent)).toEqual(twap)
              const waitsForNews = twap.slices.some(({ state }) => state === 'open' || state === 'settling')
              expect(twap.dueAt !== null || waitsForNews).toBe(true)
            }
          }
          const every = twap.terms.durationMs / twap.terms.slices
          const slots = sent.map(({ at }) => Math.floor((at - (twap.startedAt ?? 0)) / every))
          expect(new Set(slots).size).toBe(slots.length)
          for (const { qty } of sent) expect(qty).toBeLessThanOrEqual(Math.max(largestSlice(twap.terms), 1e6))
        },
      ),
      { numRuns: rounds(500) },
    )
  })
})
