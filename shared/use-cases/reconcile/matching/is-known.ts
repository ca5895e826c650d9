/** Decides whether a report on an order is news. */

import { wholeReport } from '#domain/orders/fills/whole-report.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import { isGoneForGood } from '#domain/orders/transitions/apply-status-report.ts'
import { childObservationsOf } from '../../orders/order-ref.ts'

/** True if the exchange says nothing new: an unchanged order costs no write. */
export const isKnown = (order: Order, reported: OrderReport): boolean => {
  const report = wholeReport(order, reported)
  // The report is about an order that it has replaced.
  if (report === null) return true
  return (
    order.sendState === 'acked' &&
    order.exchangeOrderId === report.exchangeOrderId &&
    (isGoneForGood(order) || order.exchangeState === report.state) &&
    order.exchangeFilledQty >= report.filledQty &&
    !childObservationsOf(order).missing.some(({ id }) => id === report.exchangeOrderId)
  )
}
