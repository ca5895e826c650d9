/** The markets that the price watch looks at: those of every armed stop, members of custom assets included, and those that streams follow. */

import { NEVER_ARMED } from '#domain/price-watch/is-armed.ts'
import { isInPart, type WatchPart } from '#domain/price-watch/watch-part.ts'
import type { Listener } from '#domain/streams/market-channel.ts'
import type { WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import { type ReadSharesDeps, readShares } from './compare/basket-stops.ts'
import { keepOpen } from './keep-open.ts'
import type { QuoteMemory } from './watch-state.ts'

export interface ReadWatchedDeps extends ReadSharesDeps {
  readonly complexOrders: ReadSharesDeps['complexOrders'] & Pick<WatchStore, 'watched'>
}

/**
 * Each market of the part once, in the order in which they are to be looked at: first the markets with stops of their own, then those of custom assets, of users with few before those of users with many, then those that
 * only streams follow, and within each those that wait longest for a price. Where time is short, the last of them wait.
 * Reads the stops on custom assets of the part's users, the accounts to be streamed and the streams into the memory.
 */
export const readWatched = async (deps: ReadWatchedDeps, part: WatchPart): Promise<readonly WatchedMarket[]> => {
  const { markets, shares, ...others } = await deps.complexOrders.watched()
  keepOpen(deps.memory, others, deps.clock())
  deps.memory.marked = new Set(markets.map(({ svcId }) => svcId))
  await readShares(deps, shares, part)
  const tiers = tiersOf(deps.memory, part, markets.filter(isOf(part)))
  return eachOnce(tiers.map((tier) => longestWaitFirst(deps.memory, tier)))
}

/** The same as `markets` says it now, with what the memory holds. In no order within each tier. */
export const watchedMarkets = (
  memory: QuoteMemory,
  part: WatchPart,
  markets: readonly WatchedMarket[],
): readonly WatchedMarket[] => eachOnce(tiersOf(memory, part, markets.filter(isOf(part))))

const tiersOf = (
  { shares, listeners }: QuoteMemory,
  part: WatchPart,
  own: readonly WatchedMarket[],
): ReadonlyArray<readonly WatchedMarket[]> => {
  const smallestFirst = [...shares.values()].map(({ members }) => members).toSorted((a, b) => a.length - b.length)
  return [own, ...smallestFirst, listenedMarkets(listeners).filter(isOf(part))]
}

/** As its first tier says it. */
const eachOnce = (tiers: ReadonlyArray<readonly WatchedMarket[]>): readonly WatchedMarket[] => {
  const each = new Map<number, WatchedMarket>()
  for (const market of tiers.flat()) if (!each.has(market.svcId)) each.set(market.svcId, market)
  return [...each.values()]
}

/** Whether a market is of the part. A run looks at others too: members of custom assets. */
const isOf =
  (part: WatchPart) =>
  ({ svcId }: Pick<WatchedMarket, 'svcId'>): boolean =>
    isInPart(part, svcId)

/** The markets that streams follow, as if nothing had ever been armed there. */
const listenedMarkets = (listeners: readonly Listener[]): readonly WatchedMarket[] => {
  const each = new Map<number, WatchedMarket>()
  for (const { listening } of listeners)
    for (const { svcId, exchange, nativeId } of listening)
      each.set(svcId, { svcId, exchange, nativeId, armedAt: NEVER_ARMED })
  return [...each.values()]
}

const longestWaitFirst = ({ markets }: QuoteMemory, tier: readonly WatchedMarket[]): readonly WatchedMarket[] => {
  const askedAt = ({ svcId }: WatchedMarket): number => markets.get(svcId)?.askedAt ?? 0
  return tier.toSorted((one, other) => askedAt(one) - askedAt(other))
}
