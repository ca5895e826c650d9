/** The report of a whole order from the answer to an amend and the fills known at its send. */

import { expect, it } from 'vitest'
import { money, qty } from '#domain/kernel/numbers.ts'
import { reportOfAmend } from '#domain/orders/amend/report-of-amend.ts'
import { sampleOrder } from '../../../adapters/store/samples.ts'

const TRADED = { qty: qty(6_000_000), cost: 2_640_000_000_000n, fees: money(100_000) }

/** An order of 10 that is known to have bought 4 at 0.40. */
const before = sampleOrder({
  qty: qty(10_000_000),
  tradedQty: qty(4_000_000),
  exchangeFilledQty: qty(4_000_000),
  tradedCost: 1_600_000_000_000n,
  feesPaid: money(20_000),
})

it.each([
  ['has ended where nothing rests and both are all of it', before, null, 'ended', 10_000_000, 4_240_000_000_000n],
  [
    'rests where some of it does',
    { ...before, qty: qty(12_000_000) },
    qty(10_000_000),
    'live',
    10_000_000,
    4_240_000_000_000n,
  ],
])('an order %s, with the cost of both', (_what, order, filledQty, state, filled, cost) => {
  expect(reportOfAmend(order, TRADED, filledQty, order.qty)).toEqual({
    state,
    filledQty: filled,
    traded: { cost, fees: 120_000 },
  })
})

it('an order with no rest and incomplete fills counts the known fills, and stays live until a read', () => {
  const report = reportOfAmend(before, TRADED, null, qty(12_000_000))
  expect(report).toMatchObject({ state: 'live', filledQty: 10_000_000 })
})

it('a quantity that others took meanwhile counts, and has no price yet', () => {
  const report = reportOfAmend(before, TRADED, qty(11_000_000), qty(12_000_000))
  expect(report).toEqual({ state: 'live', filledQty: 11_000_000, traded: undefined })
})
