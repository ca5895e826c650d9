/** Positions of brackets that nothing sells although their stop loss has fired. */

import { isCancelledByUser } from '#domain/orders/cancel/cancelled-by-user.ts'
import type { Order } from '#domain/orders/order.ts'
import { entryIdOf } from '#domain/orders/origin.ts'
import type { ShownConditional, ShownOrder } from './reader.ts'

const LIVE = new Set(['PENDING_SUBMISSION', 'PROCESSING', 'RESTING', 'PARTIALLY_FILLED'])

/** The step of quantities of both exchanges, in contracts. Less than it cannot be sold. */
const LOT = 0.01

/**
 * Each fired stop loss, in words, whose parent bought more than its exits have sold and other trades have closed, while no order of an exit
 * is live. A stop loss of which the user cancelled an order has ended on purpose.
 */
export const unprotected = (
  conditionals: readonly ShownConditional[],
  orders: readonly ShownOrder[],
  stored: ReadonlyMap<string, Order>,
): readonly string[] => {
  const bought = new Map(orders.map(({ svc_order_id, traded_qty }) => [svc_order_id, traded_qty]))
  const exitsOf = Map.groupBy(orders, ({ svc_order_id }) => {
    const order = stored.get(svc_order_id)
    return order === undefined ? null : entryIdOf(order)
  })
  return conditionals.flatMap(({ complex_order_id, complex_order_subtype, status, conditional_order }) => {
    const parentId = conditional_order.parent_svc_order_id
    const parent = stored.get(parentId ?? '')
    if (complex_order_subtype !== 'SL' || status !== 'TRIGGERED' || parent === undefined) return []
    const exits = exitsOf.get(parent.orderId) ?? []
    const gone = exits.reduce((sold, { traded_qty }) => sold + traded_qty, parent.closedQty / 1e6)
    const left = (bought.get(parent.orderId) ?? 0) - gone
    const isOver = exits.some((exit) => LIVE.has(exit.status) || isCancelledByUser(exit.cancel_reason))
    return left < LOT || isOver ? [] : [`${complex_order_id} has fired, and ${left} of ${parent.orderId} are held`]
  })
}
