/** A page of a tape equals the same part of the whole tape, in however many calls its exchange returns it. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTape } from '#adapters/exchanges/read-tape.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { type PublicTrade, tapePage } from '#domain/markets/public-trade.ts'
import { rounds } from '#test/support/run/plays.ts'

/** An exchange that returns at most `page` trades in a call, and filters by whole seconds only. */
const exchangeOf = (tape: readonly PublicTrade[], before: number, page: number) => {
  const reported = tape.filter(({ at }) => at < Math.ceil(before / 1_000) * 1_000)
  return async (most: number, from: number | null) => {
    const size = Math.min(most, page)
    const [start, end] = [from ?? 0, (from ?? 0) + size]
    const trades = reported.slice(start, end).filter(({ at }) => at < before)
    return { trades, next: end < reported.length ? end : null, asOf: 7, unreadAt: [] }
  }
}

it('whatever has one time, and however many trades are younger than asked for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 8, max: 30 }),
      fc.integer({ min: 1, max: 5_000 }),
      async (times, limit, page, before) => {
        const trades = times
          .toSorted((a, b) => b - a)
          .map((at, n) => ({ tradeId: `${n}`, price: price(500_000), qty: qty(1), takerBuys: true, at }))
        const older = trades.filter(({ at }) => at < before)
        const read = await readTape({ limit }, exchangeOf(trades, before, page))
        expect(read).toEqual({ ...tapePage(older, limit, true), asOf: 7 })
      },
    ),
    { numRuns: rounds(200) },
  )
})
