/** Counts the orders of a user that are not over, over all subaccounts. */

import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'

export interface CountOpenOrdersDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly orders: Pick<OrderStore, 'countOpen'>
}

const AT_ONCE = 16

/**
 * Counts orders on custom assets with their legs. An ended order counts until the exchange has reported all of its
 * fills.
 */
export const countOpenOrders = async (
  { subaccounts, orders }: CountOpenOrdersDeps,
  userId: string,
): Promise<number> => {
  let open = 0
  await mapConcurrent(AT_ONCE, await subaccounts.list(userId), async ({ subaccountId }) => {
    open += await orders.countOpen(subaccountId)
  })
  return open
}
