/** Finds the markets whose trades must all be compared: with a stop on the last trade, or on a custom asset that is one bet. */

import { isArmed } from '#domain/price-watch/is-armed.ts'
import type { WatchedBasket, WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { WatchState } from '../watch-state.ts'

/** Returns a check for the stops known now. True for a market whose stops could not be read yet. */
export const needsTrades = ({
  users,
  stops: armed,
}: Pick<WatchState, 'users' | 'stops'>): ((market: WatchedMarket) => boolean) => {
  const baskets = [...users.values()].flatMap((user) => user.stops)
  const members = new Set(baskets.filter(usesEachTrade).flatMap((basket) => basket.members.map(({ svcId }) => svcId)))
  const hasLast = ({ svcId }: WatchedMarket): boolean =>
    armed.get(svcId)?.stops.some(({ triggerPriceType }) => triggerPriceType === 'LAST') ?? true
  return (market) => isArmed(market) && (members.has(market.svcId) || hasLast(market))
}

/** Returns whether the stop uses every trade of its members. Each trade of one bet was once its last trade. A past mean is not known. */
export const usesEachTrade = ({ allocation, triggerPriceType }: WatchedBasket): boolean =>
  allocation === 'BEST_PRICE' && triggerPriceType === 'LAST'
