/** Pages of a tape end between two times, so that no trade is lost or sent twice. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, qty } from '#domain/kernel/numbers.ts'
import { type PublicTrade, tapePage } from '#domain/markets/public-trade.ts'
import { rounds } from '#test/support/run/plays.ts'

const trade = (at: number, n: number): PublicTrade => ({
  tradeId: `${at}-${n}`,
  price: price(500_000),
  qty: qty(1_000_000),
  takerBuys: true,
  at,
})
const tape = (...times: readonly number[]) => times.map(trade)
const times = (page: ReturnType<typeof tapePage>) => page && [page.trades.map(({ at }) => at), page.hasMore]

describe('a page of a tape', () => {
  it.each([
    ['has as many as asked for where the next one has another time', [9, 8, 7], 2, true, [[9, 8], true]],
    ['ends before the time that does not fit', [9, 8, 8, 7], 2, true, [[9], true]],
    ['is longer where all of it has one time', [9, 9, 9, 8], 2, true, [[9, 9, 9], true]],
    ['has all where there are no more', [9, 9, 9], 2, true, [[9, 9, 9], false]],
    ['has fewer at the end of the tape', [9], 2, true, [[9], false]],
    ['is none while the end of its time is not known', [9, 9, 9], 2, false, null],
    ['is none while it may have more', [9, 8], 2, false, null],
  ] as const)('%s', (_, all, limit, isComplete, page) => {
    expect(times(tapePage(tape(...all), limit, isComplete))).toEqual(page)
  })

  it('adds up to the tape together with the pages before its last time', () => {
    const anyTimes = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 })
    fc.assert(
      fc.property(anyTimes, fc.integer({ min: 1, max: 9 }), (given, limit) => {
        const whole = tape(...given.sort((a, b) => b - a))
        const read: PublicTrade[] = []
        for (let before = Number.POSITIVE_INFINITY; ; before = read.at(-1)?.at ?? 0) {
          const left = whole.filter(({ at }) => at < before)
          const page = tapePage(left, limit, true)
          read.push(...(page?.trades ?? []))
          if (!page?.hasMore) break
        }
        expect(read).toEqual(whole)
      }),
      { numRuns: rounds(300) },
    )
  })
})
