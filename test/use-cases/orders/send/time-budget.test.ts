/** How long a consumer may send, and how long others leave what it sends alone. */

import { expect, it } from 'vitest'
import { TimeBudget } from '#use-cases/orders/send/time-budget.ts'

it('the lease of an order is longer than its sender can live', () => {
  expect(new TimeBudget(15_000, 4_000).leaseUntil(1_000)).toBe(31_000)
})

it('a wait does not begin if it leaves too little time for a call', () => {
  const window = new TimeBudget(15_000, 15_000)
  expect([window.allows(4_000), window.allows(6_000)]).toEqual([true, false])
})

it('a send under way is aborted two seconds before the run ends', async () => {
  const [late, early] = [new TimeBudget(15_000, 1_900).sendSignal(), new TimeBudget(15_000, 15_000).sendSignal()]
  await new Promise((go) => setTimeout(go, 20))
  expect([late.aborted, early.aborted]).toEqual([true, false])
})
