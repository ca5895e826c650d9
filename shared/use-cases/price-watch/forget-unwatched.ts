/** Removes the watch entries of markets and users without armed stops, because no write removes them with the last stop. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { WatchedMarket, WatchedUser, WatchStore } from '#ports/price-watch/watch-store.ts'
import type { WatchState } from './watch-state.ts'

export interface ForgetMarketDeps {
  readonly complexOrders: Pick<WatchStore, 'unwatch'>
  readonly memory: Pick<WatchState, 'stops' | 'ownEntries'>
}

/** Far longer than the index may lag behind a new stop. */
const EMPTY_AFTER = 5 * MINUTE
/** Two readings: a single reading may miss a trailing stop that moves. */
const MARKET_EMPTY_FOR = MINUTE

/** Removes the entry of a market if nothing is armed there. Called after the stops of the market were read. */
export const forgetMarket = async (
  { complexOrders, memory }: ForgetMarketDeps,
  market: WatchedMarket,
): Promise<void> => {
  const known = memory.stops.get(market.svcId)
  if (known === undefined || known.emptySince === null || !memory.ownEntries.has(market.svcId)) return
  if (known.readAt - market.armedAt < EMPTY_AFTER || known.readAt - known.emptySince < MARKET_EMPTY_FOR) return
  await complexOrders.unwatch(market)
}

export interface ForgetUserDeps {
  readonly complexOrders: Pick<WatchStore, 'unwatchUser'>
  readonly clock: Clock
  readonly log: Log
}

/** Removes the entry of a user if the list of stops on custom assets was empty for five minutes. Never throws. */
export const forgetUser = async (
  { complexOrders, clock, log }: ForgetUserDeps,
  user: WatchedUser,
  emptySince: Millis | null,
): Promise<void> => {
  const now = clock()
  if (emptySince === null || now - emptySince < EMPTY_AFTER || now - user.armedAt < EMPTY_AFTER) return
  await complexOrders.unwatchUser(user).catch(logged(log, 'warn', 'watch entry of a user not removed'))
}

/** Maximum number of stops on custom assets whose last message is remembered. */
const MOST_SENT = 100_000

/** Drops the memory of markets that this run does not watch. */
export const forgetOtherMarkets = (
  { markets, sent }: Pick<WatchState, 'markets' | 'sent'>,
  watched: readonly WatchedMarket[],
): void => {
  const kept = new Set(watched.map(({ svcId }) => svcId))
  for (const svcId of markets.keys()) if (!kept.has(svcId)) markets.delete(svcId)
  if (sent.size > MOST_SENT) sent.clear()
}
