/** Plans the next round of an order on a custom asset: splits the rest over the members by their current books. */

import { largest, ONE, type Price, price, type Qty, qty, smallest } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import { clipToGrid, type Market } from '../markets/market.ts'
import type { Order } from '../orders/order.ts'
import { filledOf } from '../orders/order.ts'
import { isExitOrder } from '../orders/origin.ts'
import { closest, furthestPrice } from '../orders/price/price-bounds.ts'
import type { BasketLeg, BasketOrder, BasketPart, SkippedMember } from './basket-order.ts'
import { legsOf } from './basket-order.ts'
import { excludedMembers, isRefused, mayBeRetried } from './excluded-members.ts'
import { allocateBestPrice } from './plan/allocate-best-price.ts'
import { placeShares, sharesOf } from './plan/allocate-evenly.ts'
import type { BasketMember, BasketPlan, PlannedLeg, SkipReason } from './plan/plan.ts'
import { shareAnew } from './share-anew.ts'
import { addRound, endBasket, type LegOrders, mayStillFill } from './transitions.ts'
import { whyShort } from './why-short.ts'

/** A member that can be traded now. For a sale, `held` is the holding of the account. */
export type LiveMember = Pick<Market, 'nativeId' | 'shard'> & Omit<BasketMember, 'worstPrice'>

export interface RoundInput {
  readonly members: readonly LiveMember[]
  /** Members that cannot be traded now. */
  readonly skipped: readonly SkippedMember[]
  /** Distance beyond the worst needed level that an order may trade, in 1e-6 dollars. */
  readonly slippage: number
  readonly newId: () => string
}

/** Returns the order with one more round, or ended if no leg can be sent. */
export const planBasketRound = (basket: BasketOrder, legs: LegOrders, input: RoundInput, now: Millis): BasketOrder => {
  const made = legsOf(basket).flatMap(({ orderId }) => legs.get(orderId) ?? [])
  const excluded = excludedMembers(made, input.members, now)
  const open = input.members.filter(({ svcId }) => !excluded.some((one) => one.svcId === svcId))
  const parts = withBound(basket, shareAnew(basket, fixParts(basket, open), open, made), legs)
  const plan = allocate(basket, parts, open, made, input.slippage)
  const planned = plan.legs.flatMap((leg) => toLeg(leg, open, input.newId))
  const skipped = mergeSkipped(basket.skipped, [...input.skipped, ...excluded, ...plan.skipped.map(inWords)], planned)
  const nothing = planned.length === 0 || (basket.timeInForce === 'FOK' && plan.unplaced > 0)
  if (nothing)
    return endBasket(
      { ...basket, parts },
      whyNothing(basket, made, [...skipped, ...plan.skipped.map(inWords)]),
      skipped,
      now,
    )
  return addRound(
    basket,
    { plannedAt: now, legs: planned },
    parts.map((part) => boundPart(basket, part, open, plan.legs, input.slippage)),
    skipped,
  )
}

/**
 * Fixes the shares in the first plan; later plans keep them. The holding of a member is fixed when the member can first be traded. The
 * shares of an exit are fixed before.
 */
const fixParts = (basket: BasketOrder, open: readonly LiveMember[]): readonly BasketPart[] => {
  if (isExitOrder(basket)) return basket.parts.map((part) => fixExitPart(basket, part, open))
  const held = new Map(open.map((member) => [member.svcId, member.held]))
  const parts = basket.parts.map((part) =>
    basket.buyFlag ? part : { ...part, held: part.held ?? held.get(part.svcId) ?? null },
  )
  if (basket.rounds.length > 0 || basket.allocation === 'BEST_PRICE') return parts
  const shares = sharesOf(basket.qty, open)
  return parts.map((part) => ({ ...part, share: shares.get(part.svcId) ?? qty(0) }))
}

const fixExitPart = (basket: BasketOrder, part: BasketPart, open: readonly LiveMember[]): BasketPart => {
  const member = open.find(({ svcId }) => svcId === part.svcId)
  if (part.held !== null || member === undefined) return part
  const most = part.most ?? qty(0)
  const held = qty(Math.min(most, member.held ?? most))
  return { ...part, share: basket.allocation === 'EQUAL' ? most : null, held }
}

/** Clears the bound if a member refused its orders: its prices were never available, so the other members make a new bound. */
const withBound = (basket: BasketOrder, parts: readonly BasketPart[], legs: LegOrders): readonly BasketPart[] => {
  const last = basket.rounds.at(-1)?.legs.flatMap(({ orderId }) => legs.get(orderId) ?? []) ?? []
  // After the first accepted order, `max_slippage` counts from the best price of that time.
  const isKept = basket.maxSlippage !== null && !mayBeRetried([...legs.values()])
  return basket.allocation === 'BEST_PRICE' && last.some(isRefused) && !isKept
    ? parts.map((part) => ({ ...part, worstPrice: null }))
    : parts
}

const allocate = (
  basket: BasketOrder,
  parts: readonly BasketPart[],
  open: readonly LiveMember[],
  made: readonly Order[],
  slippage: number,
): BasketPlan => {
  const partOf = new Map(parts.map((part) => [part.svcId, part]))
  const filled = (svcId: number): number =>
    made.filter((leg) => leg.svcId === svcId).reduce((sum, leg) => sum + filledOf(leg), 0)
  const rest = (most: number, svcId: number): Qty => qty(Math.max(0, most - filled(svcId)))
  const members = open.map((member): BasketMember => {
    const part = partOf.get(member.svcId)
    const held = basket.buyFlag ? null : rest(part?.held ?? 0, member.svcId)
    return { ...member, held, worstPrice: part?.worstPrice ?? boundOf(basket, open, member) }
  })
  // Some members of an exit may continue while legs of other members are open.
  const left = qty(Math.max(0, basket.qty - basket.filledQty - mayStillFill(made)))
  const demand = { buyFlag: basket.buyFlag, qty: left, members }
  if (basket.allocation === 'BEST_PRICE') return allocateBestPrice(demand)
  const shares = new Map(parts.map(({ svcId, share }) => [svcId, rest(share ?? 0, svcId)]))
  return placeShares(demand, shares, basket.maxSlippage ?? slippage)
}

/**
 * The bound of the user. BEST_PRICE counts it from the best price of all members, EQUAL from the best price of each member. Null:
 * unbounded.
 */
const boundOf = (basket: BasketOrder, open: readonly LiveMember[], member: LiveMember): Price | null => {
  const best = bestOf(basket.allocation === 'EQUAL' ? [member] : open, basket.buyFlag)
  const bound = best === null ? basket.protectionPrice : furthestPrice(basket, basket.buyFlag, best)
  if (bound === null || basket.allocation === 'BEST_PRICE') return bound
  // The limit of a leg may be the bound itself. If the grid has no price within the bound, no level is accepted.
  return clipToGrid(member, bound, basket.buyFlag) ?? price(basket.buyFlag ? 0 : ONE)
}

/** The best price of the members that can be traded. A sale ignores members without a holding. */
const bestOf = (members: readonly LiveMember[], buyFlag: boolean): Price | null => {
  const tops = members.flatMap(({ bids, asks, held }) => (held === 0 ? [] : ((buyFlag ? asks : bids)[0]?.price ?? [])))
  const [first, ...others] = tops
  if (first === undefined) return null
  return buyFlag ? smallest(first, ...others) : largest(first, ...others)
}

/**
 * Fixes the worst price of the first round as the limit of all later rounds, like the one limit of a MARKET order. Members of one bet share
 * it.
 */
const boundPart = (
  basket: BasketOrder,
  part: BasketPart,
  open: readonly LiveMember[],
  legs: readonly PlannedLeg[],
  slippage: number,
): BasketPart => {
  if (part.worstPrice !== null) return part
  if (basket.allocation === 'EQUAL') {
    return { ...part, worstPrice: legs.find(({ svcId }) => svcId === part.svcId)?.limitPrice ?? null }
  }
  const limits = legs.map(({ limitPrice }) => limitPrice)
  const worst = basket.buyFlag ? Math.max(...limits) + slippage : Math.min(...limits) - slippage
  const usual = basket.maxSlippage === null ? price(Math.min(Math.max(worst, 1), ONE - 1)) : null
  const best = bestOf(open, basket.buyFlag)
  const bound = best === null ? basket.protectionPrice : furthestPrice(basket, basket.buyFlag, best)
  return { ...part, worstPrice: closest(usual, bound, basket.buyFlag) }
}

const toLeg = (planned: PlannedLeg, open: readonly LiveMember[], newId: () => string): readonly BasketLeg[] => {
  const member = open.find(({ svcId }) => svcId === planned.svcId)
  if (member === undefined) return []
  const { svcId, exchange, nativeId, shard } = member
  return [{ orderId: newId(), svcId, exchange, nativeId, shard, qty: planned.qty, price: planned.limitPrice }]
}

const inWords = ({ svcId, reason }: { readonly svcId: number; readonly reason: SkipReason }): SkippedMember => ({
  svcId,
  code: reason,
  reason: WORDS[reason],
})

const WORDS: Readonly<Record<SkipReason, string>> = {
  no_liquidity: 'Nobody offers to trade it at an accepted price.',
  not_held: 'Nothing of it is held that could be sold.',
  below_minimum: 'What it would get is less than its exchange takes.',
}

/** The latest reason for each member, without members that get an order now. */
const mergeSkipped = (
  before: readonly SkippedMember[],
  now: readonly SkippedMember[],
  planned: readonly BasketLeg[],
): readonly SkippedMember[] => {
  const merged = new Map([...before, ...now].map((one) => [one.svcId, one]))
  for (const { svcId } of planned) merged.delete(svcId)
  return [...merged.values()].sort((a, b) => a.svcId - b.svcId)
}

/** The `cancel_reason` of an order without a counterparty. */
export const NO_LIQUIDITY = 'no liquidity'

/** Returns why the order ends. `no liquidity` is also the reason of an order on one market. */
const whyNothing = (basket: BasketOrder, made: readonly Order[], skipped: readonly SkippedMember[]): string => {
  const codes = new Set(skipped.map(({ code }) => code))
  const [only] = codes
  const why =
    codes.size === 1 && only !== undefined && only !== 'no_liquidity' && only !== 'no_order_book' ? only : NO_LIQUIDITY
  return basket.rounds.length === 0 ? why : whyShort(basket, made, why)
}
