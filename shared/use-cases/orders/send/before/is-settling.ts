/** Trades that have not settled yet (EXCHANGE_B): what they bought cannot be sold before. */

import type { Order } from '#domain/orders/order.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'

/** Why an order waits for that. */
export const SETTLING = 'trades of the market have not settled yet, and what they bought cannot be sold before'

/** Whether there are such trades of the order's market. */
export const isSettling = async (
  { positions }: { readonly positions: Pick<PositionStore, 'get'> },
  { subaccountId, exchange, svcId }: Pick<Order, 'subaccountId' | 'exchange' | 'svcId'>,
): Promise<boolean> => {
  const ledger = await positions.get(subaccountId, exchange, svcId)
  return ledger !== null && ledger.provisional > 0
}
