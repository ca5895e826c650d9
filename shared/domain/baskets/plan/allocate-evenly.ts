/** Splits an order over different bets: every member gets the same number of contracts, priced by its own book. */

import { largest, type Price, type Qty, qty, smallest } from '../../kernel/numbers.ts'
import { walkLevels } from '../../markets/walk-levels.ts'
import { bookLimit } from '../../orders/price/book-limit.ts'
import {
  acceptedLevels,
  type BasketDemand,
  type BasketMember,
  type BasketPlan,
  bySvcId,
  inLots,
  isTooSmall,
  type PlannedLeg,
  type SkipReason,
} from './plan.ts'

/**
 * Plans one leg for each member. `slippage` is the price that a leg may pay beyond its worst needed level, in millionths. A share that a
 * member cannot take stays unplaced: the other members get no more than their shares.
 */
export const allocateEvenly = (demand: BasketDemand, slippage: number): BasketPlan =>
  placeShares(demand, sharesOf(demand.qty, demand.members), slippage)

/**
 * Returns the share of each member in contracts, by `svcId`. `amount` is divided evenly in whole lots. Of the rest, the first members by
 * `svcId` get one lot each. The remainder goes to the first member whose lot it holds.
 */
export const sharesOf = (
  amount: Qty,
  members: readonly Pick<BasketMember, 'svcId' | 'tickSizeQty'>[],
): ReadonlyMap<number, Qty> => {
  const lots = [...members].sort(bySvcId).map(({ svcId, tickSizeQty: lot }) => ({ svcId, lot, due: 0 }))
  let left: number = amount
  const give = (to: { readonly lot: number; due: number }, most: number): void => {
    const given = Math.floor(most / to.lot) * to.lot
    to.due += given
    left -= given
  }
  for (const each of lots) give(each, amount / lots.length)
  for (const each of lots) give(each, Math.min(each.lot, left))
  for (const each of lots) give(each, left)
  return new Map(lots.map(({ svcId, due }) => [svcId, qty(due)]))
}

/** Plans a leg for each member that has a share and can take it. `demand.qty` is the quantity of the whole plan. */
export const placeShares = (
  { buyFlag, qty: requested, members }: BasketDemand,
  shares: ReadonlyMap<number, Qty>,
  slippage: number,
): BasketPlan => {
  const legs: PlannedLeg[] = []
  const skipped: { svcId: number; reason: SkipReason }[] = []
  for (const member of [...members].sort(bySvcId)) {
    const due = shares.get(member.svcId) ?? qty(0)
    if (due === 0) continue
    const found = legOf(member, due, buyFlag, slippage)
    if (typeof found === 'string') skipped.push({ svcId: member.svcId, reason: found })
    else legs.push(found)
  }
  return { legs, unplaced: qty(requested - legs.reduce((sum, leg) => sum + leg.qty, 0)), skipped }
}

const legOf = (member: BasketMember, due: Qty, buyFlag: boolean, slippage: number): PlannedLeg | SkipReason => {
  if (member.held !== null && member.held <= 0) return 'not_held'
  const levels = acceptedLevels(member, buyFlag)
  const amount = inLots(member, due)
  const limit = bookLimit(member, levels, amount, buyFlag, slippage)
  if (limit === null) return amount === 0 ? 'below_minimum' : 'no_liquidity'
  const limitPrice = within(member.worstPrice, limit, buyFlag)
  if (isTooSmall(member, buyFlag, amount, limitPrice)) return 'below_minimum'
  return { svcId: member.svcId, qty: amount, limitPrice, takes: walkLevels(levels, amount) }
}

const within = (worst: Price | null, limit: Price, buyFlag: boolean): Price => {
  if (worst === null) return limit
  return buyFlag ? smallest(worst, limit) : largest(worst, limit)
}
