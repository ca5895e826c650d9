/** The range of prices that conditionals of one market can be watching. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TRIGGER_PRICE_TYPES } from '#domain/contingent/conditional.ts'
import { type Quote, watchedPrice } from '#domain/contingent/mark-price.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { watchedRange } from '#domain/price-watch/watched-range.ts'
import { T0 } from '#test/domain/contingent/complex-samples.ts'

const level = fc.option(
  fc.record({ price: fc.integer({ min: 0, max: 1_000_000 }).map(price), qty: fc.constantFrom(qty(0), qty(1_000_000)) }),
)
const anyQuote: fc.Arbitrary<Quote> = fc.record({
  bid: level,
  ask: level,
  lastPrice: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map(price)),
  asOf: fc.constantFrom(T0, T0 - 61_000),
  paused: fc.boolean(),
})

describe('the watched range', () => {
  it('holds every price that any conditional can see, and ends at two of them', () => {
    fc.assert(
      fc.property(anyQuote, (quote) => {
        const seen = TRIGGER_PRICE_TYPES.flatMap((type) =>
          [true, false].flatMap((buyFlag) => watchedPrice(quote, type, buyFlag, T0)?.price ?? []),
        )
        const range = watchedRange(quote, T0)
        if (seen.length === 0) expect(range).toBeNull()
        else expect(range).toMatchObject({ low: Math.min(...seen), high: Math.max(...seen) })
      }),
    )
  })
})
