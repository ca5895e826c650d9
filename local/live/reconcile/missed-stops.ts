/** Finds armed stops whose price was traded while nobody watched. */

import { reaches } from '#domain/contingent/trigger/trigger-rule.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import { type Millis, toIso } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import type { WatchedStop } from '#ports/price-watch/watch-store.ts'

interface Unwatched {
  readonly market: Pick<Market, 'name' | 'exchange'>
  readonly stops: readonly WatchedStop[]
  /** Any order. */
  readonly trades: readonly PublicTrade[]
  readonly since: Millis
}

/**
 * One line for each stop that a trade of that time reached. A trailing stop is compared at its stored level, which it could only have
 * left towards the price.
 */
export const missedStops = ({ market, stops, trades, since }: Unwatched): readonly string[] => {
  const unseen = trades.filter(({ at, isBlockTrade }) => at > since && isBlockTrade !== true)
  return stops.flatMap(({ complexOrderId, direction, stopPrice, buyFlag }) => {
    if (stopPrice === null) return []
    const hits = unseen.filter(({ price }) => reaches({ direction, stopPrice }, price))
    const first = hits.toSorted((a, b) => a.at - b.at)[0]
    if (first === undefined) return []
    return [
      `stop ${complexOrderId} (${buyFlag ? 'buys' : 'sells'} "${market.name}" at ${toDecimal(stopPrice)}) did not fire: ` +
        `${toDecimal(first.price)} was traded at ${toIso(first.at)}. It fires if the price is still there`,
    ]
  })
}
