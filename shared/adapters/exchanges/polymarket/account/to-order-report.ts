/** Orders of the exchange as order reports. The only error thrown is `ExchangeUnavailable`. */

import type { OrderReport } from '#domain/orders/send/order-report.ts'
import { bareOfOrder, type WireOrder } from '../http/wire.ts'
import { toShares, unitOf } from '../http/wire-amounts.ts'

/** Returns the report of one part: each part is an order at the exchange. */
export const toOrderReport = (wire: WireOrder): OrderReport => ({
  exchangeOrderId: wire.id.toLowerCase(),
  identity: null,
  state: hasEnded(wire) ? 'ended' : 'live',
  filledQty: toShares('size_matched', wire.size_matched, unitOf(wire.original_size)),
})

/** Returns the open quantity of an order, in shares. */
export const openQty = (wire: WireOrder): number => {
  const unit = unitOf(wire.original_size)
  const size = toShares('original_size', wire.original_size, unit)
  return Math.max(0, size - toShares('size_matched', wire.size_matched, unit))
}

/**
 * Returns true for known final statuses only. A held-back order that was not matched rests, unless its type never does
 * (Polymarket live reference, section 2.2).
 */
const hasEnded = ({ status, order_type: type }: WireOrder): boolean => {
  const word = bareOfOrder(status)
  if (word === 'UNMATCHED') return ['FOK', 'FAK'].includes(type?.toUpperCase() ?? '')
  return word === 'MATCHED' || word === 'INVALID' || word === 'CANCELED'
}
