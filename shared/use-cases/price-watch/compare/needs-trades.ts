/** Which markets have a stop that uses each of their trades: a stop on the last trade, or one on a custom asset that is one bet. */

import { isArmed } from '#domain/price-watch/is-armed.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { QuoteMemory } from '../watch-state.ts'
import { goesByTrades } from './compare-basket.ts'

/** As of now. True for a market whose stops could not be read yet. */
export const tradesMatter = ({
  shares,
  stops: armed,
}: Pick<QuoteMemory, 'shares' | 'stops'>): ((market: WatchedMarket) => boolean) => {
  const stops = [...shares.values()].flatMap((share) => share.stops)
  const members = new Set(stops.filter(goesByTrades).flatMap((basket) => basket.members.map(({ svcId }) => svcId)))
  const hasLast = ({ svcId }: WatchedMarket): boolean =>
    armed.get(svcId)?.stops.some(({ triggerPriceType }) => triggerPriceType === 'LAST') ?? true
  return (market) => isArmed(market) && (members.has(market.svcId) || hasLast(market))
}
