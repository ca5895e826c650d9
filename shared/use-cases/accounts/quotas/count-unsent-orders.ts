/** Counts the orders that wait to be sent to one exchange account. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'

export interface CountUnsentOrdersDeps {
  readonly orders: Pick<OrderStore, 'countLive' | 'countUnsent'>
}

/** Below this share of the quota, orders at rest count too: they need not be read then. */
const COUNTED_WHOLE = 2

/** Counts the unsent orders of the account with that name. The count may be too high, but is exact near `limit`. */
export const countUnsentOrders = async (
  { orders }: CountUnsentOrdersDeps,
  account: string,
  limit: number,
): Promise<number> => {
  const [subaccountId = '', letter] = account.split(' ')
  const exchange = EXCHANGE_NAMES.find((name) => name === letter)
  if (exchange === undefined) throw new RangeError(`${account} is no exchange account`)
  const live = await orders.countLive(subaccountId, exchange)
  return live * COUNTED_WHOLE < limit ? live : orders.countUnsent(subaccountId, exchange)
}

const AT_ONCE = 16

/** The most that wait for any account of the user. */
export const mostUnsentOrders = async (
  { subaccounts, orders }: CountUnsentOrdersDeps & { readonly subaccounts: Pick<SubaccountStore, 'list'> },
  userId: string,
): Promise<number> => {
  const accounts = (await subaccounts.list(userId)).flatMap(({ subaccountId }) =>
    EXCHANGE_NAMES.map((exchange) => ({ subaccountId, exchange })),
  )
  let most = 0
  await mapConcurrent(AT_ONCE, accounts, async ({ subaccountId, exchange }) => {
    most = Math.max(most, await orders.countUnsent(subaccountId, exchange))
  })
  return most
}
