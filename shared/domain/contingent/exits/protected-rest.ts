/**
 * The rest of a position after the orders of a fired protect stop have filled. Contracts bought before the stop was done belong to the stop.
 * They showed only later: a fill was reported late, or settled late.
 */

import { isBasketOrder, type PlacedOrder } from '../../baskets/placed-order.ts'
import { type Qty, remaining, sumOf } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Fill } from '../../orders/fills/fill.ts'
import type { Conditional } from '../conditional.ts'
import { exitOrderOf } from './exit-view.ts'

/** Parts of the rest, by the time of their purchase. */
export interface ProtectedRest {
  /** Bought before the order of the stop was sent, or while an order that acts at once was on its way: another order closes it. */
  readonly toClose: Qty
  /** Bought before the last order was done. The stop is reported as incomplete for the contracts bought while that order rested. */
  readonly toReport: Qty
}

/** Returns whether all orders of a fired stop have filled, so that it would be over. */
export const hasFilled = (stop: Conditional, orders: ReadonlyMap<string, PlacedOrder>): boolean => {
  const placed = ordersOf(stop, orders).map(exitOrderOf)
  return (
    stop.status === 'TRIGGERED' &&
    placed.length > 0 &&
    placed.every(({ state, end }) => state === 'ended' && end === null)
  )
}

/** When its last order was changed last. */
export const filledAt = (stop: Conditional, orders: ReadonlyMap<string, PlacedOrder>): Millis =>
  Math.max(...ordersOf(stop, orders).map(({ updatedAt }) => updatedAt))

/** `left` is the rest of the position. `fills` are all fills of its market. Contracts bought last count as held last. */
export const protectedRest = (
  stop: Conditional,
  orders: ReadonlyMap<string, PlacedOrder>,
  left: Qty,
  fills: readonly Fill[],
): ProtectedRest => {
  const counted = fills.filter(({ status }) => status !== 'REVERSED')
  const own = counted.filter(({ orderId }) => orderId !== null && stop.orderIds.includes(orderId))
  const sentAt = Math.max(0, ...ordersOf(stop, orders).map(sentAtOf))
  const doneAt = Math.max(sentAt, ...own.map(({ exchangeAt }) => exchangeAt))
  const leftOf = (at: Millis): Qty => {
    const later = counted.filter(({ buyFlag, exchangeAt }) => buyFlag !== stop.trigger.buyFlag && exchangeAt > at)
    return remaining(
      left,
      sumOf(later, (fill) => fill.qty),
    )
  }
  const toReport = leftOf(doneAt)
  return { toClose: stop.trigger.orderType === 'MARKET' ? toReport : leftOf(sentAt), toReport }
}

const sentAtOf = (order: PlacedOrder): Millis =>
  isBasketOrder(order) || order.attempt === null ? order.createdAt : order.attempt.firstSentAt

const ordersOf = ({ orderIds }: Conditional, orders: ReadonlyMap<string, PlacedOrder>): readonly PlacedOrder[] =>
  orderIds.flatMap((orderId) => orders.get(orderId) ?? [])
