/** The markets that the price watch polls: those of every armed stop, members of custom assets included. */

import type { ComplexOrderStore, WatchedMarket } from '#ports/orders/complex-order-store.ts'
import type { QuoteMemory } from './quote-memory.ts'
import { type ReadSharesDeps, readShares } from './read-shares.ts'
import { membersOf } from './share-memory.ts'

export interface ReadWatchedDeps extends ReadSharesDeps {
  readonly complexOrders: ReadSharesDeps['complexOrders'] & Pick<ComplexOrderStore, 'watched'>
}

/**
 * Each market once: first those with stops of their own, then those of custom assets, of users with few before those of users with
 * many, and within each those that wait longest for a price. Where time is short, the last of them wait. Reads the stops on
 * custom assets and the accounts to be streamed into the memory.
 */
export const readWatched = async (deps: ReadWatchedDeps): Promise<readonly WatchedMarket[]> => {
  const { markets, shares, accounts } = await deps.complexOrders.watched()
  deps.memory.accounts = accounts
  await readShares(deps, shares)
  const smallestFirst = [...deps.memory.shares.values()].map(membersOf).toSorted((a, b) => a.length - b.length)
  const each = new Map<number, WatchedMarket>()
  for (const tier of [markets, ...smallestFirst]) {
    for (const market of longestWaitFirst(deps.memory, tier))
      if (!each.has(market.svcId)) each.set(market.svcId, market)
  }
  return [...each.values()]
}

const longestWaitFirst = ({ markets }: QuoteMemory, tier: readonly WatchedMarket[]): readonly WatchedMarket[] => {
  const askedAt = ({ svcId }: WatchedMarket): number => markets.get(svcId)?.askedAt ?? 0
  return tier.toSorted((one, other) => askedAt(one) - askedAt(other))
}
