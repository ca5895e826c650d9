/** The rest of an order that has left its book: due to be sent as another order of the exchange, under a new identity. */

import { add, largest, type Qty } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import type { Order } from '../order.ts'
import type { ReplacedParts } from './amend.ts'

/** How much was matched is proven, and nothing of the order is at the exchange any more. */
export const restOf = (order: Order, now: Millis): Order => ({
  ...order,
  replaced: replacedBy(order, matchedOf(order)),
  attempt: null,
  sendState: 'none',
  lease: null,
  exchangeOrderId: null,
  exchangeState: null,
  retries: 0,
  lastError: null,
  dueAt: now,
})

/** Returns the quantity that was ever matched, including reversed trades: it can never fill again. */
export const matchedOf = (order: Order): Qty =>
  largest(order.exchangeFilledQty, add(order.tradedQty, order.reversedQty))

const replacedBy = (order: Order, filledQty: Qty): ReplacedParts => {
  const { replaced } = order
  const ids = [
    ...(replaced?.exchangeOrderIds ?? []),
    ...(order.attempt?.exchangeOrderIds ?? []),
    ...(order.exchangeOrderId?.split('+') ?? []),
  ]
  const { reported } = order
  const isStored = order.tradedQty >= filledQty && order.reversedQty === 0
  const reports = reported !== null && reported.qty === filledQty ? reported : { cost: null, fees: null }
  return {
    exchangeOrderIds: [...new Set(ids)].filter((id) => id !== '').slice(-MOST_REMEMBERED),
    attempts: order.attempt?.number ?? replaced?.attempts ?? 0,
    filledQty,
    cost: isStored ? order.tradedCost : reports.cost,
    fees: isStored ? order.feesPaid : reports.fees,
  }
}

/** The exchange says nothing more of earlier ones, and a fill of theirs finds its order by the table. A row holds 400 KB. */
const MOST_REMEMBERED = 100
