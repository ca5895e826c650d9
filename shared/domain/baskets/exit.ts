/** The quantity of each member that the exits of an order on a custom asset may sell: no more than that order bought. */

import { add, largest, type Qty, qty, remaining, smallest, sumOf } from '../kernel/numbers.ts'
import { flooredToLot } from '../markets/lot-size.ts'
import type { Market } from '../markets/market.ts'
import { isFinal } from '../orders/status.ts'
import { type BasketOrder, type BasketPart, legsOf } from './basket-order.ts'

/** The fields of a market that exits need. */
export type ExitMarket = Pick<Market, 'svcId' | 'exchange' | 'tickSizeQty' | 'minimumOrderSize'>

/** Contracts by `svcId`. */
export type ByMember = ReadonlyMap<number, Qty>

/** Bought quantity of each member that no other trade has closed, in whole lots: less than a lot cannot be sold. */
export const boughtOf = ({ parts }: Pick<BasketOrder, 'parts'>, markets: readonly ExitMarket[]): ByMember =>
  new Map(parts.map(({ svcId, filled, closed }) => [svcId, inLots(remaining(filled, closed), lotOf(svcId, markets))]))

/** Bought quantity of each member, closed or not, in whole lots. */
export const enteredOf = ({ parts }: Pick<BasketOrder, 'parts'>, markets: readonly ExitMarket[]): ByMember =>
  new Map(parts.map(({ svcId, filled }) => [svcId, inLots(filled, lotOf(svcId, markets))]))

/** Bought quantity that other trades have closed, over all members. */
export const closedOf = ({ parts }: Pick<BasketOrder, 'parts'>): Qty =>
  sumOf(parts, ({ closed, filled }) => smallest(closed, filled))

/**
 * Maximum quantity of an exit with the requested quantity `requested`. EQUAL: for each member the proportion of the bought quantity that other
 * trades have not closed. BEST_PRICE: all of `requested`, because the members are one bet.
 */
export const requestedOf = (
  { allocation, parts }: Pick<BasketOrder, 'allocation' | 'parts'>,
  requested: Qty,
  markets: readonly ExitMarket[],
): Qty => {
  if (allocation === 'BEST_PRICE' || parts.every(({ closed }) => closed === 0)) return requested
  return totalOf(least(inProportion(requested, enteredOf({ parts }, markets), markets), boughtOf({ parts }, markets)))
}

/** The quantity of each member that is left even if all open orders of the exits fill. */
export const leftOf = (bought: ByMember, orders: readonly BasketOrder[]): ByMember => less(bought, takenBy(orders))

/** The quantity of each member that the orders have sold, or may still sell. */
export const takenBy = (orders: readonly BasketOrder[]): ByMember => {
  const taken = new Map<number, Qty>()
  for (const order of orders) {
    const isOpen = !isFinal(order.status) && !order.suspended
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

/** The facts that decide about the share of an exit. */
export interface ExitShare {
  /** Requested quantity of the exit. */
  readonly requested: Qty
  /** Bought quantity of each member, closed or not. */
  readonly entered: ByMember
  /** Quantity of each member that its own orders have taken so far. */
  readonly taken: ByMember
  /** Quantity of each member that other trades and the linked exits leave. */
  readonly left: ByMember
}

/**
 * Returns the quantity of each member that the next order of an exit may sell, `qty` in all. EQUAL: the proportion of the exit of each
 * member; more of one member only if linked exits have sold more of others. BEST_PRICE: the whole rest of each, as the best bids decide.
 */
export const splitExit = (
  { allocation }: Pick<BasketOrder, 'allocation'>,
  qty: Qty,
  { requested, entered, taken, left }: ExitShare,
  markets: readonly ExitMarket[],
): ByMember => {
  if (allocation === 'BEST_PRICE') return left
  const due = least(less(inProportion(requested, entered, markets), taken), left)
  const missing = qty - totalOf(due)
  return missing <= 0 ? inProportion(qty, due, markets) : plus(due, inProportion(missing, less(left, due), markets))
}

/** The sum over all members. */
export const totalOf = (quantities: ByMember): Qty => sumOf([...quantities.values()], (one) => one)

/** Divides `amount` in proportion to `all`, in whole lots. The rest goes to the first members by `svcId`. */
const inProportion = (amount: number, all: ByMember, markets: readonly ExitMarket[]): ByMember => {
  const whole = totalOf(all)
  if (amount >= whole) return all
  const shares = [...all]
    .sort(([a], [b]) => a - b)
    .map(([svcId, most]) => {
      const lot = lotOf(svcId, markets)
      // The product of two quantities exceeds a double.
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

/** The lot of the market. A market that left the catalogue has no lot: the exchange refuses a quantity that does not fit. */
const lotOf = (svcId: number, markets: readonly ExitMarket[]): Qty =>
  markets.find((market) => market.svcId === svcId)?.tickSizeQty ?? qty(1)

/** Rounds down to lots. The plan of the order checks the minimum. */
const inLots = (qty: number, lot: Qty): Qty => flooredToLot({ lot }, qty)

const NONE = qty(0)
