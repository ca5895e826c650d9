/** Adds fills to an order. Quantity, exact cost and fees are sums over the fills that count. */

import { add, exactCost, largest, type Money, minus, type Qty, sumOf } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Order } from '../order.ts'
import { settle } from '../settle.ts'
import type { Fill } from './fill.ts'

/** A stored fill that has settled: as it was, and as it is now. */
export interface MovedFill {
  readonly from: Fill
  readonly to: Fill
}

/**
 * The order with `fresh` fills that were not stored before, and with `moved` ones that have settled: PROVISIONAL becomes FINAL or
 * REVERSED. A reversed fill stays visible and no longer counts.
 */
export const addFills = (order: Order, fresh: readonly Fill[], moved: readonly MovedFill[], now: Millis): Order => {
  if (fresh.length === 0 && moved.length === 0) return order
  const counted = fresh.filter(counts)
  const taken = moved.filter(({ from, to }) => counts(from) && !counts(to)).map(({ from }) => from)
  const tradedQty = minus(add(order.tradedQty, sumOf(counted, qtyOf)), sumOf(taken, qtyOf))
  const reversed = [...fresh.filter((fill) => !counts(fill)), ...taken]
  const reversedQty = add(order.reversedQty, sumOf(reversed, qtyOf))
  return settle(
    {
      ...(tradedQty >= order.qty ? arrived(order) : order),
      tradedQty,
      reversedQty,
      tradedCost: order.tradedCost + costOf(counted) - costOf(taken),
      feesPaid: minus(add(order.feesPaid, sumOf(counted, feeOf)), sumOf(taken, feeOf)),
      fillCount: order.fillCount + fresh.length,
      exchangeFilledQty: largest(order.exchangeFilledQty, add(tradedQty, reversedQty)),
      provisional: provisionalOf(order, fresh, moved),
    },
    now,
  )
}

/** An order that is filled completely has arrived, even if the answer to its send was lost. */
const arrived = (order: Order): Order => {
  const ids = order.attempt?.exchangeOrderIds ?? []
  if (order.sendState === 'none' || order.sendState === 'acked' || ids.length === 0) return order
  const exchangeOrderId = order.exchangeOrderId ?? ids.join('+')
  return {
    ...order,
    sendState: 'acked',
    lease: null,
    lastError: null,
    retries: 0,
    exchangeOrderId,
    exchangeState: 'ended',
  }
}

/** True if a stored fill may become what the exchange now reports. Only a provisional fill may change. */
export const settles = (stored: Fill, reported: Fill): boolean =>
  stored.status === 'PROVISIONAL' && reported.status !== 'PROVISIONAL'

/** How many fills are provisional, and since when. The date of the oldest stays until the last of them is settled. */
const provisionalOf = (order: Order, fresh: readonly Fill[], moved: readonly MovedFill[]): Order['provisional'] => {
  const added = fresh.filter(({ status }) => status === 'PROVISIONAL')
  const count = (order.provisional?.count ?? 0) + added.length - moved.length
  if (count <= 0) return null
  return {
    count,
    since: Math.min(...added.map((fill) => fill.exchangeAt), order.provisional?.since ?? Number.POSITIVE_INFINITY),
  }
}

const counts = (fill: Fill): boolean => fill.status !== 'REVERSED'
const qtyOf = (fill: Fill): Qty => fill.qty
const feeOf = (fill: Fill): Money => fill.fee
const costOf = (fills: readonly Fill[]): bigint =>
  fills.reduce((sum, fill) => sum + exactCost(fill.price, fill.qty), 0n)
