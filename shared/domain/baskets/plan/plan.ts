/** The input and the result of planning an order on a custom asset. */

import { leastQty } from '../../exchanges/least-qty.ts'
import { traitsOf } from '../../exchanges/traits-of.ts'
import { exactCost, ONE, type Price, type Qty, qty } from '../../kernel/numbers.ts'
import type { Depth, Level } from '../../markets/depth.ts'
import type { Market } from '../../markets/market.ts'

/** EQUAL: every member gets the same number of contracts. BEST_PRICE: all members are one bet, bought at the cheapest price. */
export const ALLOCATIONS = ['EQUAL', 'BEST_PRICE'] as const
export type Allocation = (typeof ALLOCATIONS)[number]

/** One market of the basket with its current book: both sides best first, one level per price. */
export interface BasketMember
  extends Pick<Market, 'svcId' | 'exchange' | 'tickSizeQty' | 'minimumOrderSize' | 'priceRanges' | 'feeTerms'>,
    Depth {
  /** YES contracts that a sale may sell without going short; null: as many as requested. */
  readonly held: Qty | null
  /** Worst accepted price; null: any. */
  readonly worstPrice: Price | null
}

export interface BasketDemand {
  readonly buyFlag: boolean
  /** Contracts over all members. */
  readonly qty: Qty
  readonly members: readonly BasketMember[]
}

/** An IOC limit order for one member. */
export interface PlannedLeg {
  readonly svcId: number
  readonly qty: Qty
  /** The worst price it accepts. */
  readonly limitPrice: Price
  /** Expected fills in the book of the plan, level by level, best first. */
  readonly takes: readonly Level[]
}

/**
 * Why a member gets no leg.
 * - `no_liquidity`: its book has no level at an accepted price.
 * - `not_held`: a sale, and nothing of it is held.
 * - `below_minimum`: what it could get is less than its exchange accepts.
 */
export type SkipReason = 'no_liquidity' | 'not_held' | 'below_minimum'

export interface BasketPlan {
  /** Ascending by `svcId`, at most one for each member. */
  readonly legs: readonly PlannedLeg[]
  /** Contracts no leg asks for. */
  readonly unplaced: Qty
  readonly skipped: readonly { readonly svcId: number; readonly reason: SkipReason }[]
}

/** The levels that an order of the member accepts, best first. */
export const acceptedLevels = ({ bids, asks, worstPrice }: BasketMember, buyFlag: boolean): readonly Level[] => {
  const levels = buyFlag ? asks : bids
  if (worstPrice === null) return levels
  return levels.filter(({ price }) => (buyFlag ? price <= worstPrice : price >= worstPrice))
}

/** Rounds `amount` down to whole lots of the member, and to the quantity that may be sold. */
export const inLots = ({ held, tickSizeQty: lot }: BasketMember, amount: number): Qty =>
  qty(Math.floor(Math.min(amount, held ?? amount) / lot) * lot)

/** Returns whether the exchange would refuse an order for its size: too few contracts, or a buy that is worth too little. */
export const isTooSmall = (member: BasketMember, buyFlag: boolean, amount: Qty, limit: Price): boolean => {
  if (amount < leastOfLeg(member, buyFlag)) return true
  const { minimumBuyValue } = traitsOf(member.exchange)
  return buyFlag && minimumBuyValue !== null && exactCost(limit, amount) < BigInt(minimumBuyValue) * BigInt(ONE)
}

/** The minimum of a leg. Only a sale of a holding certainly sells. Any other sale may buy NO. */
export const leastOfLeg = (member: BasketMember, buyFlag: boolean): Qty =>
  leastQty(member, { sellsAtOnce: !buyFlag && member.held !== null })

/** Orders ascending by `svcId`, for `sort`. */
export const bySvcId = (a: { readonly svcId: number }, b: { readonly svcId: number }): number => a.svcId - b.svcId
