/** Reads the markets that the price watch polls: markets with armed stops, members of custom assets, and markets that client streams follow. */

import { STREAMED_FOR } from '#domain/accounts/sync/streamed-since.ts'
import { NEVER_ARMED } from '#domain/price-watch/is-armed.ts'
import { isInPart, type WatchPart } from '#domain/price-watch/watch-part.ts'
import type { Listener } from '#domain/streams/market-channel.ts'
import { STREAM_LASTS } from '#domain/streams/stream.ts'
import type { Watched, WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import { type ReadBasketStopsDeps, readBasketStops } from './compare/basket-stops.ts'
import type { WatchState } from './watch-state.ts'

export interface ReadWatchListDeps extends ReadBasketStopsDeps {
  readonly complexOrders: ReadBasketStopsDeps['complexOrders'] & Pick<WatchStore, 'watched'>
}

/**
 * Returns each market of the part once, in the order of the poll:
 * 1. markets with stops of their own
 * 2. members of custom assets, beginning with the users who have few
 * 3. markets that only client streams follow
 *
 * Within each tier, markets that wait longest for a price come first. If time is short, the last markets wait. Also reads the stops on custom
 * assets of the part's users, the accounts to stream, and the client streams into the memory.
 */
export const readWatchList = async (deps: ReadWatchListDeps, part: WatchPart): Promise<readonly WatchedMarket[]> => {
  const watched = await readOpen(deps)
  deps.memory.ownEntries = new Set(watched.markets.map(({ svcId }) => svcId))
  await readBasketStops(deps, watched.users, part)
  const tiers = tiersOf(deps.memory, part, watched.markets)
  return eachOnce(tiers.map((tier) => longestWaitFirst(deps.memory, tier)))
}

/** Reads the markets with armed stops, the accounts and the client streams again. The stops on custom assets stay as last read. */
export const refreshWatchList = async (
  deps: Pick<ReadWatchListDeps, 'complexOrders' | 'memory' | 'clock'>,
  part: WatchPart,
): Promise<readonly WatchedMarket[]> => {
  const { markets } = await readOpen(deps)
  return eachOnce(tiersOf(deps.memory, part, markets))
}

/** Reads everything watched. Rows past their age are dropped: the end of a stream may go unnoticed, and the table removes its row days later. */
const readOpen = async ({
  complexOrders,
  memory,
  clock,
}: Pick<ReadWatchListDeps, 'complexOrders' | 'memory' | 'clock'>): Promise<Watched> => {
  const watched = await complexOrders.watched()
  const now = clock()
  memory.accounts = watched.accounts.filter(({ at }) => now - at < STREAMED_FOR)
  memory.listeners = watched.listeners.filter(({ openedAt }) => now - openedAt < STREAM_LASTS)
  return watched
}

/** Members of custom assets are watched by the run of their user, whatever part they belong to. */
const tiersOf = (
  { users, listeners }: WatchState,
  part: WatchPart,
  armed: readonly WatchedMarket[],
): ReadonlyArray<readonly WatchedMarket[]> => {
  const isOwn = ({ svcId }: WatchedMarket): boolean => isInPart(part, svcId)
  const smallestFirst = [...users.values()].map(({ members }) => members).toSorted((a, b) => a.length - b.length)
  return [armed.filter(isOwn), ...smallestFirst, listenedMarkets(listeners).filter(isOwn)]
}

/** Keeps each market as its first tier shows it. */
const eachOnce = (tiers: ReadonlyArray<readonly WatchedMarket[]>): readonly WatchedMarket[] => {
  const each = new Map<number, WatchedMarket>()
  for (const market of tiers.flat()) if (!each.has(market.svcId)) each.set(market.svcId, market)
  return [...each.values()]
}

/** Returns the markets that client streams follow, as never armed. */
const listenedMarkets = (listeners: readonly Listener[]): readonly WatchedMarket[] => {
  const each = new Map<number, WatchedMarket>()
  for (const { listening } of listeners)
    for (const { svcId, exchange, nativeId } of listening)
      each.set(svcId, { svcId, exchange, nativeId, armedAt: NEVER_ARMED })
  return [...each.values()]
}

const longestWaitFirst = ({ markets }: WatchState, tier: readonly WatchedMarket[]): readonly WatchedMarket[] => {
  const requestedAt = ({ svcId }: WatchedMarket): number => markets.get(svcId)?.requestedAt ?? 0
  return tier.toSorted((one, other) => requestedAt(one) - requestedAt(other))
}
