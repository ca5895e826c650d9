/** Previews the fate of an order whose exchange refuses all orders. */

import type { Order } from '#domain/orders/order.ts'
import type { Remark } from '#domain/orders/preview/order-preview.ts'
import type { CircuitOpen } from '#domain/orders/send/facts.ts'

/** `held` as the send gate has it; null while the exchange takes orders. */
export const refusingExchange = (
  order: Pick<Order, 'sendBy'>,
  held: CircuitOpen | null,
): { readonly warnings: readonly Remark[]; readonly refusals: readonly Remark[] } => {
  if (held === null) return { warnings: [], refusals: [] }
  const remark = (words: string): Remark => ({ code: 'exchange_refuses', detail: `${held.reason}${words}` })
  if (order.sendBy === null) return { warnings: [remark(WAITS)], refusals: [] }
  // The next one that is sent finds out whether the exchange still refuses.
  return held.waitMs === 0 ? { warnings: [remark(TRIES)], refusals: [] } : { warnings: [], refusals: [remark('')] }
}

const WAITS = ' The order would wait until the exchange takes orders again.'
const TRIES = ' The order would try, and be CANCELLED if the exchange still refuses.'
