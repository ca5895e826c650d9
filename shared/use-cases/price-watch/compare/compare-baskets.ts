/** Compares the stops on custom assets: all with the prices of a poll, or those with a member whose stream shows a price. */

import { SECOND } from '#domain/kernel/time.ts'
import type { WatchedBasket, WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { type CompareBasketDeps, compareBasket } from './compare-basket.ts'

const STOPS_AT_ONCE = 32
const USERS_AT_ONCE = 8

/** Maximum number of stops that one event of a stream compares. A poll compares all. */
const STOPS_OF_AN_EVENT = 100
/** Longest wait of an event for the last trade of a member. */
const PATIENCE = 2 * SECOND

/** Compares all stops, beginning with the users who have few stops. Never throws because of a stop. */
export const compareBaskets = (deps: CompareBasketDeps, signal: AbortSignal): Promise<void> => {
  const { memory, clock } = deps
  const fewestFirst = [...memory.users.values()].toSorted((one, other) => one.stops.length - other.stops.length)
  return mapConcurrent(USERS_AT_ONCE, fewestFirst, async (user) => {
    const began = clock()
    await mapConcurrent(STOPS_AT_ONCE, user.stops, (basket) => compareSafely(deps, basket, signal))
    if (user.isRead) user.comparedAt = began
  })
}

/** Compares the stops with this member. */
export const compareBasketsWith = async (deps: CompareBasketDeps, { svcId }: WatchedMarket): Promise<void> => {
  const baskets = deps.memory.users
    .values()
    .flatMap(({ stops }) => stops)
    .filter(({ members }) => members.some((member) => member.svcId === svcId))
    .take(STOPS_OF_AN_EVENT)
  await mapConcurrent(STOPS_AT_ONCE, [...baskets], (basket) =>
    compareBasket(deps, basket, { signal: AbortSignal.timeout(PATIENCE), by: 'price' }),
  )
}

const compareSafely = async (deps: CompareBasketDeps, basket: WatchedBasket, signal: AbortSignal): Promise<void> => {
  try {
    await compareBasket(deps, basket, { signal, by: 'each_trade' })
  } catch (error) {
    deps.log.error('stop on a custom asset not watched', {
      complexOrderId: basket.complexOrderId,
      error: String(error),
    })
    deps.log.metric('BasketsNotWatched', 1)
  }
}
