/** Reads all live orders of a subaccount. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Order } from '#domain/orders/order.ts'
import type { ReadOptions } from '#ports/kernel/unreadable-row.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'

/** Its orders at all exchanges from which reports are still expected. May lag by a moment. */
export const liveOrders = async (
  orders: Pick<OrderStore, 'live'>,
  subaccountId: string,
  options: ReadOptions = {},
): Promise<readonly Order[]> =>
  (await Promise.all(EXCHANGE_NAMES.map((exchange) => orders.live(subaccountId, exchange, options)))).flat()
