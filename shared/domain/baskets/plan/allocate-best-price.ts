/** Splits an order over markets of the same bet at the least price, fees included. */

import { takerFee } from '../../exchanges/fees/taker-fee.ts'
import { EXCHANGE_NAMES } from '../../kernel/exchange-name.ts'
import { exactCost, ONE, type Price, price, qty } from '../../kernel/numbers.ts'
import { walkLevels } from '../../markets/walk-levels.ts'
import { cheapestSplit, type FoundSplit } from './cheapest-split.ts'
import { type CostCurve, toCostCurve } from './cost-curve.ts'
import { type BasketDemand, type BasketPlan, bySvcId, type PlannedLeg, type SkipReason } from './plan.ts'

/**
 * Places as much of `qty` as the members can take, at the least price with the fees of each contract. Each member gets whole lots, and at
 * least the minimum of its exchange. Of levels at the same price the larger comes first, then the lower `svcId`.
 *
 * The plan is compared with the same number of contracts from one member alone, and from the members of one exchange alone, if these can
 * take that number (depth, lot, minimum, holding). It is never dearer, with fees rounded as the exchanges round them.
 */
export const allocateBestPrice = ({ buyFlag, qty: requested, members }: BasketDemand): BasketPlan => {
  const curves = [...members].sort(bySvcId).map((member) => toCostCurve(member, buyFlag, requested))
  const skipped = curves.flatMap((curve) => {
    const reason = whyNot(curve)
    return reason === null ? [] : [{ svcId: curve.member.svcId, reason }]
  })
  const usable = curves.filter(({ least }) => least !== null)
  const split = cheapestSplit(usable, requested)
  const { legs, placed } = bestOf(toPlacement(usable, split), usable, buyFlag)
  const dropped = usable.flatMap(({ member: { svcId } }, at) => {
    const isRequested = (split.free.shares[at] ?? 0) > 0
    const isLeftOut = !legs.some((leg) => leg.svcId === svcId)
    return isRequested && isLeftOut && (split.shares[at] ?? 0) === 0
      ? [{ svcId, reason: 'below_minimum' as const }]
      : []
  })
  return { legs, unplaced: qty(requested - placed), skipped: [...skipped, ...dropped].sort(bySvcId) }
}

interface Placement {
  readonly legs: readonly PlannedLeg[]
  readonly placed: number
}

/** Returns why a member gets nothing even from the whole order; null if it can get some. */
const whyNot = ({ member, levels, least }: CostCurve): SkipReason | null => {
  if (member.held !== null && member.held <= 0) return 'not_held'
  if (levels.length === 0) return 'no_liquidity'
  return least === null ? 'below_minimum' : null
}

const toPlacement = (curves: readonly CostCurve[], { shares, placed }: FoundSplit): Placement => ({
  placed,
  legs: curves.flatMap(({ member: { svcId }, levels }, at) => {
    const share = qty(shares[at] ?? 0)
    if (share === 0) return []
    const takes = walkLevels(levels, share)
    return [{ svcId, qty: share, limitPrice: takes.at(-1)?.price ?? DEAREST, takes }]
  }),
})

/** The fees as they are rounded can make one exchange or member alone the cheaper choice. */
const bestOf = (plan: Placement, curves: readonly CostCurve[], buyFlag: boolean): Placement => {
  if (curves.length < 2) return plan
  const alone = [
    ...EXCHANGE_NAMES.map((name) => curves.filter(({ member }) => member.exchange === name)),
    ...curves.map((curve) => [curve]),
  ].filter((group) => group.length < curves.length && mostOf(group) >= plan.placed)
  let [best, least] = [plan, alone.length === 0 ? 0n : priceOf(plan, curves, buyFlag)]
  for (const group of alone) {
    const other = toPlacement(group, cheapestSplit(group, plan.placed))
    // Fees are never below 0: a plan that costs more without fees costs more with them.
    if (other.placed !== plan.placed || worthOf(other, buyFlag) >= least) continue
    const price = priceOf(other, curves, buyFlag)
    if (price < least) [best, least] = [other, price]
  }
  return best
}

/** Quantity that all curves can take together. */
const mostOf = (curves: readonly CostCurve[]): number => curves.reduce((sum, { most }) => sum + most, 0)

/** Cost of a plan with its fees, in 1e-12 dollars; below 0 for a sale. */
const priceOf = (plan: Placement, curves: readonly CostCurve[], buyFlag: boolean): bigint =>
  plan.legs.reduce(
    (sum, { svcId, takes }) => {
      const curve = curves.find(({ member }) => member.svcId === svcId)
      const fee = curve === undefined ? 0 : takerFee(curve.member, buyFlag, takes)
      return sum + BigInt(fee) * BigInt(ONE)
    },
    worthOf(plan, buyFlag),
  )

/** The cost without fees. */
const worthOf = ({ legs }: Placement, buyFlag: boolean): bigint => {
  let worth = 0n
  for (const { takes } of legs) for (const take of takes) worth += exactCost(take.price, take.qty)
  return buyFlag ? worth : -worth
}

/** Limit price without any level. */
const DEAREST: Price = price(ONE)
