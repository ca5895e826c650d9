/** Splits an order over markets that are the same bet: one consolidated book, best price first, fees included. */

import { allInPrice, takerFee } from '../fees/taker-fee.ts'
import { EXCHANGE_NAMES } from '../kernel/exchange-name.ts'
import { exactCost, ONE, type Price, price, type Qty, qty } from '../kernel/numbers.ts'
import {
  acceptedLevels,
  type BasketDemand,
  type BasketMember,
  type BasketPlan,
  type BookLevel,
  bySvcId,
  inLots,
  isTooSmall,
  neededPrice,
  type PlannedLeg,
  type SkipReason,
  walkLevels,
} from './plan.ts'

/**
 * Takes levels by their all-in price (price and fee of one contract; of equal ones the larger level, then the lower `svcId`)
 * until `qty`; each member gets whole lots, and one that gets less than its exchange takes gives it to the next best.
 *
 * The plan is never dearer, fees rounded as the exchanges round them included, than the same number of contracts from any one
 * member alone or from the members of one exchange alone, where these could take that number (depth, lot, minimum, holding).
 */
export const allocateBestPrice = ({ buyFlag, qty: asked, members }: BasketDemand): BasketPlan => {
  const lanes = [...members].sort(bySvcId).map((member) => toLane(member, buyFlag))
  const skipped = lanes.flatMap((lane) => {
    const reason = whyNot(lane, buyFlag, asked)
    return reason === null ? [] : [{ svcId: lane.member.svcId, reason }]
  })
  const usable = lanes.filter(({ member }) => !skipped.some(({ svcId }) => svcId === member.svcId))
  const plan = bestOf(place(usable, buyFlag, asked), usable, buyFlag, asked)
  const dropped = plan.dropped.map((svcId) => ({ svcId, reason: 'below_minimum' as const }))
  return {
    legs: plan.legs,
    unplaced: qty(asked - plan.placed),
    skipped: [...skipped, ...dropped].sort(bySvcId),
  }
}

/** A member, whose levels are taken one after the other. */
interface Lane {
  readonly member: BasketMember
  readonly levels: readonly BookLevel[]
  /** Contracts of all levels. */
  readonly depth: number
  /** By the index of the level. */
  readonly rank: (index: number) => Rank
}

/** All-in, lower is better for both sides. */
interface Rank {
  readonly exact: bigint
  /** The nearest double: quick to compare, and never in the opposite order of the exact values. */
  readonly near: number
}

interface Placement {
  readonly legs: readonly PlannedLeg[]
  readonly placed: number
  /** Members that got too little to be sent. */
  readonly dropped: readonly number[]
}

const toLane = (member: BasketMember, buyFlag: boolean): Lane => {
  const levels = acceptedLevels(member, buyFlag)
  const ranks: Rank[] = []
  const rank = (index: number): Rank => {
    const known = ranks[index]
    if (known !== undefined) return known
    const allIn = allInPrice(member, buyFlag, levels[index]?.price ?? DEAREST)
    const exact = buyFlag ? allIn : -allIn
    const made = { exact, near: Number(exact) }
    ranks[index] = made
    return made
  }
  return { member, levels, depth: depthOf(levels), rank }
}

/** Why a member gets nothing even if the whole order went to it; null when it can get some. */
const whyNot = ({ member, levels, depth }: Lane, buyFlag: boolean, asked: Qty): SkipReason | null => {
  if (member.held !== null && member.held <= 0) return 'not_held'
  if (levels.length === 0) return 'no_liquidity'
  const most = inLots(member, Math.min(asked, depth))
  const worst = neededPrice(levels, most)
  return worst === null || isTooSmall(member, buyFlag, most, worst) ? 'below_minimum' : null
}

/** Drops the lanes that get too little beside others, the worst first, until every lane can be sent. */
const place = (lanes: readonly Lane[], buyFlag: boolean, asked: Qty): Placement => {
  const dropped: number[] = []
  for (let left = lanes; ; ) {
    const shares = merge(left, asked)
    const legs = left.flatMap(({ member: { svcId }, levels }, n) => {
      const share = shares[n] ?? qty(0)
      if (share === 0) return []
      const takes = walkLevels(levels, share)
      return [{ svcId, qty: share, limitPrice: worstOf(takes), takes }]
    })
    const small = left.filter(({ member }) => {
      const leg = legs.find(({ svcId }) => svcId === member.svcId)
      return leg !== undefined && isTooSmall(member, buyFlag, leg.qty, leg.limitPrice)
    })
    const worst = small.sort((a, b) => compareHeads(startOf(b), startOf(a)))[0]
    if (worst === undefined) return { legs, placed: legs.reduce((sum, leg) => sum + leg.qty, 0), dropped }
    dropped.push(worst.member.svcId)
    left = left.filter((lane) => lane !== worst)
  }
}

/** How many contracts each lane gets, by its index, when the best level of all is taken again and again. */
const merge = (lanes: readonly Lane[], asked: Qty): readonly Qty[] => {
  const runs = lanes.map(startOf)
  const line = runs.toSorted(compareHeads)
  let left: number = asked
  for (let best = line.shift(); best !== undefined; best = line.shift()) {
    const { member, levels } = best.lane
    // What is left only shrinks: a lane that cannot take more now never can.
    if (inLots(member, best.share + left) <= best.share) continue
    best.reached += levels[best.next]?.qty ?? 0
    best.next += 1
    // What is less than a lot of this level may make a whole one with the next.
    const share = inLots(member, Math.min(best.reached, best.share + left))
    left -= share - best.share
    best.share = share
    if (best.next < levels.length) standInLine(line, best)
  }
  return runs.map(({ share }) => qty(share))
}

/** How far a lane has been taken. */
interface Run {
  readonly lane: Lane
  next: number
  /** Of level `next`. */
  rank: Rank
  /** Contracts of all levels before `next`. */
  reached: number
  share: number
}

const startOf = (lane: Lane): Run => ({ lane, next: 0, rank: lane.rank(0), reached: 0, share: 0 })

/** Inserts the run where its next level belongs; searched from the end, because it is seldom the best again. */
const standInLine = (line: Run[], run: Run): void => {
  run.rank = run.lane.rank(run.next)
  line.splice(line.findLastIndex((other) => compareHeads(other, run) < 0) + 1, 0, run)
}

/** Below 0 when the next level of `a` comes before that of `b`. */
const compareHeads = (a: Run, b: Run): number => {
  if (a.rank.near !== b.rank.near) return a.rank.near - b.rank.near
  if (a.rank.exact !== b.rank.exact) return a.rank.exact < b.rank.exact ? -1 : 1
  return (b.lane.levels[b.next]?.qty ?? 0) - (a.lane.levels[a.next]?.qty ?? 0) || bySvcId(a.lane.member, b.lane.member)
}

/**
 * Minimums, lots and rounded fees can make one exchange or member alone the cheaper choice. Where they leave some of the order
 * unplaced, the same members may do better when asked for no more than they can take.
 */
const bestOf = (plan: Placement, lanes: readonly Lane[], buyFlag: boolean, asked: Qty): Placement => {
  if (lanes.length < 2) return plan
  const alone = [
    ...EXCHANGE_NAMES.map((name) => lanes.filter(({ member }) => member.exchange === name)),
    ...lanes.map((lane) => [lane]),
  ].filter((group) => (group.length < lanes.length || plan.placed < asked) && mostOf(group, plan.placed) >= plan.placed)
  let [best, least] = [plan, alone.length === 0 ? 0n : priceOf(plan, lanes, buyFlag)]
  for (const group of alone) {
    const other = place(group, buyFlag, qty(plan.placed))
    // Fees are never below 0: a plan that costs more without fees costs more with them.
    if (other.placed !== plan.placed || worthOf(other, buyFlag) >= least) continue
    const price = priceOf(other, lanes, buyFlag)
    if (price < least) [best, least] = [{ ...other, dropped: [] }, price]
  }
  return best
}

/** How many contracts the lanes can take together, each at most `asked`. */
const mostOf = (lanes: readonly Lane[], asked: number): number =>
  lanes.reduce((sum, { member, depth }) => sum + inLots(member, Math.min(asked, depth)), 0)

/** What a plan costs with its fees, in 1e-12 dollars; below 0 it earns. */
const priceOf = (plan: Placement, lanes: readonly Lane[], buyFlag: boolean): bigint =>
  plan.legs.reduce(
    (sum, { svcId, takes }) => {
      const lane = lanes.find(({ member }) => member.svcId === svcId)
      const fee = lane === undefined ? 0 : takerFee(lane.member, buyFlag, takes)
      return sum + BigInt(fee) * BigInt(ONE)
    },
    worthOf(plan, buyFlag),
  )

/** The same without fees. */
const worthOf = ({ legs }: Placement, buyFlag: boolean): bigint => {
  let worth = 0n
  for (const { takes } of legs) for (const take of takes) worth += exactCost(take.price, take.qty)
  return buyFlag ? worth : -worth
}

const depthOf = (levels: readonly BookLevel[]): number => levels.reduce((sum, level) => sum + level.qty, 0)

const worstOf = (takes: readonly BookLevel[]): Price => takes.at(-1)?.price ?? DEAREST

/** Where there is no level. */
const DEAREST = price(ONE)
