/** Members of baskets for tests: prices in cents, quantities in contracts. */

import fc from 'fast-check'
import type { BasketMember } from '#domain/baskets/plan/plan.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { Level } from '#domain/markets/depth.ts'

export type Side = ReadonlyArray<readonly [cents: number, contracts: number]>

export const contracts = (count: number) => qty(Math.round(count * ONE))

export const cents = (count: number) => price(Math.round(count * 10_000))

export const levels = (side: Side): Level[] => side.map(([at, count]) => ({ price: cents(at), qty: contracts(count) }))

interface Sample {
  readonly asks?: Side
  readonly bids?: Side
  readonly least?: number
  readonly lot?: number
  readonly rate?: number
  readonly held?: number | undefined
  readonly worst?: number | undefined
}

/** Members 1 to 9 are on EXCHANGE_A (fee 0.07), the others on EXCHANGE_B (0.04). */
export const member = (
  svcId: number,
  { asks = [], bids = [], least, lot = 0.01, rate, held, worst }: Sample,
): BasketMember => ({
  svcId,
  exchange: svcId < 10 ? 'EXCHANGE_A' : 'EXCHANGE_B',
  tickSizeQty: contracts(lot),
  minimumOrderSize: contracts(least ?? lot),
  priceRanges: [{ start: cents(1), end: cents(99), step: cents(1) }],
  feeTerms: { rate: rate ?? (svcId < 10 ? 70_000 : 40_000), exponent: 1 },
  asks: levels(asks),
  bids: levels(bids),
  held: held === undefined ? null : contracts(held),
  worstPrice: worst === undefined ? null : cents(worst),
})

const side = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 1_500 })), {
    selector: ([at]) => at,
    maxLength: 8,
  })
  .map((found) => found.sort(([a], [b]) => a - b).map(([at, hundredths]): [number, number] => [at, hundredths / 100]))

const sample = fc.record({
  onA: fc.boolean(),
  asks: side,
  bids: side.map((found) => found.toReversed()),
  lot: fc.constantFrom(0.01, 0.01, 1),
  least: fc.constantFrom(1, 1, 5),
  rate: fc.constantFrom(0, 35_000, 50_000, 70_000),
  held: fc.option(
    fc.integer({ min: 0, max: 2_000 }).map((hundredths) => hundredths / 100),
    { nil: undefined },
  ),
  worst: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
})

/** Any basket of up to six members. */
export const anyMembers = fc
  .array(sample, { maxLength: 6 })
  .map((found) => found.map(({ onA, ...rest }, n) => member(onA ? n + 1 : n + 11, rest)))

export const anyQty = fc.integer({ min: 1, max: 6_000 }).map((hundredths) => contracts(hundredths / 100))
