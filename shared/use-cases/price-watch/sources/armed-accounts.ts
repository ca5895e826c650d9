/** Finds the exchange accounts with armed stops: a trade there, by hand or by a fired stop, must be known at once. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { marketsOf } from '#domain/complex-orders/target.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { WatchState } from '../watch-state.ts'

export interface ArmedAccountsDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'getAll'>
  readonly memory: Pick<WatchState, 'owners' | 'users' | 'stops'>
}

/** Stops that a container reads, each once. Accounts with only later stops are left to their polls. */
const MOST_READ = 500
const READ_AT_ONCE = 50

/** Returns the accounts of the armed stops that this container has read, and reads some further stops. */
export const armedAccounts = async ({
  complexOrders,
  memory: { owners, users, stops },
}: ArmedAccountsDeps): Promise<readonly AccountRef[]> => {
  const armed = armedIds({ users, stops })
  for (const id of owners.keys()) if (!armed.has(id)) owners.delete(id)
  const unread = [...armed].filter((id) => !owners.has(id)).slice(0, Math.min(READ_AT_ONCE, MOST_READ - owners.size))
  if (unread.length > 0) {
    for (const id of unread) owners.set(id, [])
    const read = await complexOrders.getAll(unread, { skipUnreadable: true })
    for (const { complexOrderId, subaccountId, target } of read) {
      const exchanges = new Set(marketsOf(target).map(({ exchange }) => exchange))
      owners.set(
        complexOrderId,
        [...exchanges].map((exchange) => ({ subaccountId, exchange })),
      )
    }
  }
  return [...owners.values()].flat()
}

const armedIds = ({ users, stops }: Pick<WatchState, 'users' | 'stops'>): ReadonlySet<string> => {
  const onMarkets = [...stops.values()].flatMap((one) => one.stops.map(({ complexOrderId }) => complexOrderId))
  const onBaskets = [...users.values()].flatMap((one) => one.stops.map(({ complexOrderId }) => complexOrderId))
  return new Set([...onMarkets, ...onBaskets])
}
