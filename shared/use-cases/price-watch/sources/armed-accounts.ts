/** The exchange accounts that have something armed: what is traded there by hand, or by a fired stop, is to be known at once. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { marketsOf } from '#domain/complex-orders/target.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { QuoteMemory } from '../watch-state.ts'

interface Armed {
  readonly complexOrderId: string
}

export interface ArmedAccountsDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'getAll'>
  readonly memory: Pick<QuoteMemory, 'owners' | 'shares' | 'stops'>
}

/** Each stop is read once by a container. Accounts that have only later ones are left to their polls. */
const MOST_READ = 500
const READ_AT_ONCE = 50

/** The accounts of the armed stops, as far as this container has read them. Reads some more of them. */
export const armedAccounts = async ({
  complexOrders,
  memory: { owners, shares, stops },
}: ArmedAccountsDeps): Promise<readonly AccountRef[]> => {
  const known = [...stops.values(), ...shares.values()].flatMap((one): readonly Armed[] => one.stops)
  const armed = new Set(known.map(({ complexOrderId }) => complexOrderId))
  for (const id of owners.keys()) if (!armed.has(id)) owners.delete(id)
  const unread = [...armed].filter((id) => !owners.has(id)).slice(0, Math.min(READ_AT_ONCE, MOST_READ - owners.size))
  if (unread.length > 0) {
    for (const id of unread) owners.set(id, [])
    for (const { complexOrderId, subaccountId, target } of await complexOrders.getAll(unread, {
      skipUnreadable: true,
    })) {
      const exchanges = new Set(marketsOf(target).map(({ exchange }) => exchange))
      const accounts = [...exchanges].map((exchange) => ({ subaccountId, exchange }))
      owners.set(complexOrderId, accounts)
    }
  }
  return [...owners.values()].flat()
}
