/** The markets that the price watch looks at: those of every armed stop, members of custom assets included, and those that streams follow. */

import type { Listener } from '#domain/streams/market-channel.ts'
import type { ComplexOrderStore, WatchedMarket } from '#ports/orders/complex-order-store.ts'
import type { QuoteMemory } from './quote-memory.ts'
import { type ReadSharesDeps, readShares } from './read-shares.ts'
import { membersOf } from './share-memory.ts'

export interface ReadWatchedDeps extends ReadSharesDeps {
  readonly complexOrders: ReadSharesDeps['complexOrders'] & Pick<ComplexOrderStore, 'watched'>
}

/**
 * Each market once: first those with stops of their own, then those of custom assets, of users with few before those of users with
 * many, then those that only streams follow, and within each those that wait longest for a price. Where time is short, the last of them wait.
 * Reads the stops on custom assets, the accounts to be streamed and the streams into the memory.
 */
export const readWatched = async (deps: ReadWatchedDeps): Promise<readonly WatchedMarket[]> => {
  const { markets, shares, accounts, listeners } = await deps.complexOrders.watched()
  deps.memory.accounts = accounts
  deps.memory.listeners = listeners
  await readShares(deps, shares)
  const smallestFirst = [...deps.memory.shares.values()].map(membersOf).toSorted((a, b) => a.length - b.length)
  const each = new Map<number, WatchedMarket>()
  for (const tier of [markets, ...smallestFirst, listenedMarkets(listeners)]) {
    for (const market of longestWaitFirst(deps.memory, tier))
      if (!each.has(market.svcId)) each.set(market.svcId, market)
  }
  return [...each.values()]
}

/** The markets that streams follow, as if nothing had ever been armed there. */
export const listenedMarkets = (listeners: readonly Listener[]): readonly WatchedMarket[] => {
  const each = new Map<number, WatchedMarket>()
  for (const { listening } of listeners)
    for (const { svcId, exchange, nativeId } of listening)
      each.set(svcId, { svcId, exchange, nativeId, armedAt: NEVER_ARMED })
  return [...each.values()]
}

/** Before every time. */
const NEVER_ARMED = -1

/** Whether stops may be armed there; else only streams follow it. */
export const isArmed = ({ armedAt }: WatchedMarket): boolean => armedAt !== NEVER_ARMED

const longestWaitFirst = ({ markets }: QuoteMemory, tier: readonly WatchedMarket[]): readonly WatchedMarket[] => {
  const askedAt = ({ svcId }: WatchedMarket): number => markets.get(svcId)?.askedAt ?? 0
  return tier.toSorted((one, other) => askedAt(one) - askedAt(other))
}
