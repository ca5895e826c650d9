/** How much an order that may only reduce a position can be for, and which resting ones are for too much. */

import { type Qty, qty, sumOf } from '../../kernel/numbers.ts'
import { closesOnly, filledOf, type Order } from '../order.ts'
import { isExitOrder } from '../origin.ts'
import { isFinal } from '../status.ts'
import { ordersAhead } from './orders-ahead.ts'

/** One side of one market: the orders that move its position the same way. */
export interface MarketSide {
  readonly svcId: number
  readonly buyFlag: boolean
}

/**
 * Quantity of a position that a trade on that side can close, in millionths of a contract. `position` above 0 holds
 * YES.
 */
export const closableOf = ({ buyFlag }: Pick<MarketSide, 'buyFlag'>, position: number): number =>
  Math.max(0, buyFlag ? -position : position)

/** An order that its user wants only to reduce. Exits have a plan of their own that bounds them. */
export const onlyReduces = (order: Pick<Order, 'reduceOnly' | 'origin'>): boolean =>
  order.reduceOnly && !isExitOrder(order)

/**
 * Quantity that the order can reduce: the position, less fills of others that it does not show yet, less their offers.
 * Only earlier orders count among the unsent, so that two consumers never give the same quantity to both. Read `others`
 * before the position: a fill in between then counts twice, never zero times. `everyOffer`: the exchange keeps the
 * quantity of every offer, so that every order counts.
 */
export const reducible = (order: Order, position: number, others: readonly Order[], everyOffer: boolean): Qty => {
  const beside = others.filter((one) => isBeside(order, one))
  const offering = offersAhead(order, beside).filter((one) => everyOffer || closesOnly(one))
  return leftFor(order, position, beside, offering)
}

/**
 * Quantity that the order may grow to: the position, less all that others have filled, offer, or will offer, however
 * late they came.
 */
export const growable = (order: Order, position: number, others: readonly Order[], everyOffer: boolean): Qty => {
  const beside = others.filter((one) => isBeside(order, one) && one.orderId !== order.orderId)
  const offering = beside
    .filter((one) => (everyOffer || closesOnly(one)) && !one.suspended)
    .filter((one) => !isFinal(one.status) || one.exchangeState === 'live')
  return leftFor(order, position, beside, offering)
}

/** Quantity of the position that these orders have neither filled nor offered. */
const leftFor = (order: Order, position: number, beside: readonly Order[], offering: readonly Order[]): Qty => {
  const filled = sumOf([...beside, order], notYetStored)
  return qty(Math.max(0, closableOf(order, position) - filled - sumOf(offering, openOf)))
}

/**
 * True if the reducible quantity is about to change: a known fill is not stored, or an earlier order is unsent or
 * leaves its book.
 */
export const isUnsettled = (order: Order, others: readonly Order[]): boolean =>
  others.some((one) => one.svcId === order.svcId && one.orderId !== order.orderId && notYetStored(one) > 0) ||
  offersAhead(
    order,
    others.filter((one) => isBeside(order, one)),
  ).some((one) => one.sendState === 'none' || one.cancelRequestedAt !== null)

const isBeside = (order: MarketSide, one: MarketSide): boolean =>
  one.svcId === order.svcId && one.buyFlag === order.buyFlag

/** An exit that is held back offers nothing. Neither does a final order, unless it is still on its book. */
const offersAhead = (order: Order, beside: readonly Order[]): readonly Order[] => [
  ...ordersAhead(order, beside).filter(({ suspended }) => !suspended),
  ...beside.filter((one) => isFinal(one.status) && one.exchangeState === 'live' && one.orderId !== order.orderId),
]

/** A resting order, and its largest total: the filled quantity and the quantity left to reduce. */
export interface Excess {
  readonly order: Order
  readonly most: Qty
}

/**
 * Returns the resting orders of one side that together offer more than the position. The newest give way first. Exits
 * and orders that were just sent keep their offers. Exits follow the position themselves, and sent orders act at once
 * or are bounded when they rest.
 */
export const excessOf = (side: MarketSide, position: number, live: readonly Order[]): readonly Excess[] => {
  const beside = live.filter((one) => isBeside(side, one))
  const filled = sumOf(beside, notYetStored)
  const resting = beside.filter(restsToReduce).toSorted(byAge)
  const firm = beside.filter((one) => closesOnly(one) && !restsToReduce(one))
  let free = closableOf(side, position) - filled - sumOf(firm, offeredBy)
  return resting.flatMap((order) => {
    const open = offeredBy(order)
    const left = Math.max(0, Math.min(open, free))
    free -= left
    return left < open ? [{ order, most: qty(filledOf(order) + left) }] : []
  })
}

/** On the book, and wanted there. */
export const restsToReduce = (order: Order): boolean =>
  onlyReduces(order) && order.exchangeState === 'live' && order.cancelRequestedAt === null && !isFinal(order.status)

/** Quantity that the order may still trade: zero before it is sent. */
const offeredBy = (order: Order): number =>
  order.sendState === 'none' || (isFinal(order.status) && order.exchangeState !== 'live') ? 0 : openOf(order)

const openOf = (order: Order): number => Math.max(0, order.qty - filledOf(order))

/** Filled quantity that is not among the stored fills, which the position counts. */
const notYetStored = (order: Order): number => Math.max(0, filledOf(order) - order.tradedQty)

const byAge = (one: Order, other: Order): number =>
  one.createdAt - other.createdAt || (one.orderId < other.orderId ? -1 : 1)
