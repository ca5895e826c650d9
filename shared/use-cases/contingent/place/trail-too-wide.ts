/** Refuses a trail that is as wide as the current price: its stop would be at or below 0, or at or above 1. */

import type { Allocation } from '#domain/baskets/plan/plan.ts'
import { type ConditionalRequest, trailAmountOf } from '#domain/contingent/request/conditional-request.ts'
import type { Trail } from '#domain/contingent/trigger/trailing.ts'
import { isTooWide } from '#domain/contingent/trigger/trailing.ts'
import { type Price, smallest, toNumber } from '#domain/kernel/numbers.ts'
import { type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { type MarkNowDeps, markSoon } from '../fire/mark-now.ts'

/** The target of the stop. */
export interface TrailedTarget {
  readonly allocation: Allocation
  readonly markets: readonly Market[]
}

/** Returns the 409 for the first trail that is too wide; null without one, and if the exchange shows no price in time. */
export const trailTooWide = async (
  deps: MarkNowDeps,
  { allocation, markets }: TrailedTarget,
  requests: readonly ConditionalRequest[],
): Promise<Problem | null> => {
  const amounts = requests.flatMap((one) => {
    const amount = trailAmountOf(one)
    return amount === null ? [] : [{ amount, buyFlag: one.trigger.buyFlag }]
  })
  if (amounts.length === 0) return null
  const mark = await markSoon(deps, allocation, markets)
  if (mark === null) return null
  const wide = amounts.find(({ amount, buyFlag }) => isTooWide(buyFlag, amount, mark))
  return wide === undefined ? null : tooWide(wide, mark)
}

const tooWide = ({ amount, buyFlag }: { readonly amount: Price; readonly buyFlag: boolean }, mark: Price): Problem =>
  problem(
    409,
    'trail_too_wide',
    `The mark is ${toNumber(mark)}: a stop ${toNumber(amount)} ${buyFlag ? 'above it would stand at or above 1' : 'below it would stand at or below 0'}, where no price reaches it.`,
  )

/** Returns the requested trail on these markets; null for a fixed stop. The step is the finest price tick. */
export const trailOn = (markets: readonly Market[], request: ConditionalRequest): Trail | null => {
  const amount = trailAmountOf(request)
  const [first, ...others] = markets.map(({ tickSizePrice }) => tickSizePrice)
  return amount === null || first === undefined ? null : { amount, step: smallest(first, ...others) }
}
