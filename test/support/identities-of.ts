/** The names that the exchange may know an order of ours by. */

import { identity } from '#adapters/exchanges/kalshi/orders/identity.ts'
import type { Order } from '#domain/orders/order.ts'

/**
 * EXCHANGE_A knows each send of an order by an identity of ours, and an order that is sent in steps has several (decision 0011). EXCHANGE_B
 * knows the hash of each part, and an order that was changed there is several orders (decision 0005).
 */
export const identitiesOf = ({
  exchange,
  orderId,
  attempt,
  replaced,
}: Pick<Order, 'exchange' | 'orderId' | 'attempt' | 'replaced'>): readonly string[] => {
  if (exchange === 'EXCHANGE_B') return [...(replaced?.exchangeOrderIds ?? []), ...(attempt?.exchangeOrderIds ?? [])]
  const sends = Math.max(1, attempt?.number ?? 0, replaced?.attempts ?? 0)
  return Array.from({ length: sends }, (_, before) => identity(orderId, before + 1))
}
