/** How much of each member the exits of an order on a custom asset may sell: no more than that order bought of it. */

import { add, largest, type Qty, qty, remaining, smallest, sumOf } from '../kernel/numbers.ts'
import { flooredToLot } from '../markets/lot-size.ts'
import type { Market } from '../markets/market.ts'
import { isFinal } from '../orders/status.ts'
import { type BasketOrder, type BasketPart, legsOf } from './basket-order.ts'

/** A market as far as exits need to know it. */
export type ExitMarket = Pick<Market, 'svcId' | 'exchange' | 'tickSizeQty' | 'minimumOrderSize'>

/** Contracts by `svcId`. */
export type ByMember = ReadonlyMap<number, Qty>

/** What was bought of each member and not closed otherwise, in whole lots: less than a lot cannot be sold. */
export const boughtOf = ({ parts }: Pick<BasketOrder, 'parts'>, markets: readonly ExitMarket[]): ByMember =>
  new Map(parts.map(({ svcId, filled, closed }) => [svcId, inLots(remaining(filled, closed), lotOf(svcId, markets))]))

/** What was bought of each member, whatever became of it, in whole lots. */
export const enteredOf = ({ parts }: Pick<BasketOrder, 'parts'>, markets: readonly ExitMarket[]): ByMember =>
  new Map(parts.map(({ svcId, filled }) => [svcId, inLots(filled, lotOf(svcId, markets))]))

/** How much of what was bought other trades have closed, over all members. */
export const closedOf = ({ parts }: Pick<BasketOrder, 'parts'>): Qty =>
  sumOf(parts, ({ closed, filled }) => smallest(closed, filled))

/**
 * How much an exit that was asked for `wanted` can want at most. EQUAL: of each member its proportion of what was bought, as far as
 * other trades have not closed it. BEST_PRICE: all of it, because the members are one bet.
 */
export const wantedOf = (
  { allocation, parts }: Pick<BasketOrder, 'allocation' | 'parts'>,
  wanted: Qty,
  markets: readonly ExitMarket[],
): Qty => {
  if (allocation === 'BEST_PRICE' || parts.every(({ closed }) => closed === 0)) return wanted
  return totalOf(least(inProportion(wanted, enteredOf({ parts }, markets), markets), boughtOf({ parts }, markets)))
}

/** What is certainly left of each member, even if all open orders of the exits fill. */
export const leftOf = (bought: ByMember, orders: readonly BasketOrder[]): ByMember => less(bought, takenBy(orders))

/** How much of each member the orders have sold, or may still sell. */
export const takenBy = (orders: readonly BasketOrder[]): ByMember => {
  const taken = new Map<number, Qty>()
  for (const order of orders) {
    const isOpen = !isFinal(order.status) && !order.heldBack
    for (const part of order.parts) {
      const atMost = isOpen ? largest(part.filled, mayFill(order, part)) : part.filled
      taken.set(part.svcId, add(taken.get(part.svcId) ?? NONE, atMost))
    }
  }
  return taken
}

/** An order with a cancel request gets no further legs: only the legs it has can still fill. */
const mayFill = (order: BasketOrder, { svcId, most }: BasketPart): Qty => {
  const all = most ?? order.qty
  if (order.cancelRequestedAt === null) return all
  const sent = legsOf(order).filter((leg) => leg.svcId === svcId)
  return smallest(
    all,
    sumOf(sent, (leg) => leg.qty),
  )
}

/** What the share of an exit follows from. */
export interface ExitShare {
  /** All that it was asked to sell. */
  readonly wanted: Qty
  /** What was bought of each member, whatever became of it. */
  readonly entered: ByMember
  /** By its own orders so far. */
  readonly taken: ByMember
  /** What other trades and the linked exits leave it of each member. */
  readonly left: ByMember
}

/**
 * How much of each member the next order of an exit may sell, `qty` in all. EQUAL: the exit's proportion of each member; more of
 * one member only where linked exits have sold more of others. BEST_PRICE: all that is left of each, as the best bids decide.
 */
export const splitExit = (
  { allocation }: Pick<BasketOrder, 'allocation'>,
  qty: Qty,
  { wanted, entered, taken, left }: ExitShare,
  markets: readonly ExitMarket[],
): ByMember => {
  if (allocation === 'BEST_PRICE') return left
  const due = least(less(inProportion(wanted, entered, markets), taken), left)
  const missing = qty - totalOf(due)
  return missing <= 0 ? inProportion(qty, due, markets) : plus(due, inProportion(missing, less(left, due), markets))
}

/** The sum over all members. */
export const totalOf = (quantities: ByMember): Qty => sumOf([...quantities.values()], (one) => one)

/** `amount` divided in proportion to `all`, in whole lots; what remains goes to the first by `svcId`. */
const inProportion = (amount: number, all: ByMember, markets: readonly ExitMarket[]): ByMember => {
  const whole = totalOf(all)
  if (amount >= whole) return all
  const shares = [...all]
    .sort(([a], [b]) => a - b)
    .map(([svcId, most]) => {
      const lot = lotOf(svcId, markets)
      // The product of two quantities is more than a double holds.
      const share = inLots(Number((BigInt(amount) * BigInt(most)) / BigInt(whole)), lot)
      return { svcId, most, lot, share }
    })
  let rest = amount - shares.reduce((sum, { share }) => sum + share, 0)
  for (const one of shares) {
    const more = inLots(Math.min(rest, one.most - one.share), one.lot)
    one.share = add(one.share, more)
    rest -= more
  }
  return new Map(shares.map(({ svcId, share }) => [svcId, share]))
}

const less = (from: ByMember, some: ByMember): ByMember =>
  new Map([...from].map(([svcId, qty]) => [svcId, remaining(qty, some.get(svcId) ?? NONE)]))

const plus = (to: ByMember, more: ByMember): ByMember =>
  new Map([...to].map(([svcId, qty]) => [svcId, add(qty, more.get(svcId) ?? NONE)]))

const least = (one: ByMember, other: ByMember): ByMember =>
  new Map([...one].map(([svcId, qty]) => [svcId, smallest(qty, other.get(svcId) ?? NONE)]))

/** Of a market that left the catalogue, any quantity: the exchange refuses what does not fit. */
const lotOf = (svcId: number, markets: readonly ExitMarket[]): Qty =>
  markets.find((market) => market.svcId === svcId)?.tickSizeQty ?? qty(1)

/** Minimums are checked where an order is planned. */
const inLots = (qty: number, lot: Qty): Qty => flooredToLot({ lot }, qty)

const NONE = qty(0)
