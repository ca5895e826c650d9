/** When orders first arrived at their exchanges. */

import type { Ledger } from '../support/agreement.ts'

/** By order id, the instant of its first send that arrived; `identitiesOf` says what the exchange may know an order by. */
export const firstArrivals = (
  ledgers: readonly Ledger[],
  orderIds: readonly string[],
  identitiesOf: (orderId: string) => readonly string[],
): ReadonlyMap<string, number> => {
  const arrived = new Map<string, number>()
  for (const { identity, at } of ledgers.flatMap(({ submits }) => submits))
    arrived.set(identity, Math.min(at, arrived.get(identity) ?? Number.POSITIVE_INFINITY))
  return new Map(
    orderIds.flatMap((id) => {
      const first = Math.min(...identitiesOf(id).map((identity) => arrived.get(identity) ?? Number.POSITIVE_INFINITY))
      return Number.isFinite(first) ? [[id, first] as const] : []
    }),
  )
}
