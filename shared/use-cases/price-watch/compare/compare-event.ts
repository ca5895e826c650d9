/** Compares a price of a stream at once with the stops of its market, and with those on custom assets of which it is a member. */

import { SECOND } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { WatchedBasket, WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'
import { SENDS_AT_ONCE } from '../fire/send-trigger.ts'
import { type WatchBasketDeps, watchBasket } from './compare-basket.ts'
import { compareMarket } from './compare-market.ts'

/** Longest wait for the last trade of a market. */
const PATIENCE = 2 * SECOND

/** Stops on custom assets that one event compares. The poll compares all. */
const MOST_BASKETS = 100

/** Never throws: what fails is compared by the next event, and by the poll. */
export const compareAtOnce = async (
  deps: WatchBasketDeps,
  market: WatchedMarket,
  shown: ExchangeQuote,
): Promise<void> => {
  try {
    await Promise.all([compareMarket(deps, market, shown), compareBaskets(deps, market)])
  } catch (error) {
    deps.log.error('a price of a stream could not be compared', { svcId: market.svcId, error: String(error) })
    deps.log.metric('MarketsNotWatched', 1, { exchange: market.exchange })
  }
}

const compareBaskets = async (deps: WatchBasketDeps, { svcId }: WatchedMarket): Promise<void> => {
  const baskets: WatchedBasket[] = []
  for (const { stops } of deps.memory.shares.values()) {
    for (const basket of stops) {
      if (baskets.length >= MOST_BASKETS) break
      if (basket.members.some((member) => member.svcId === svcId)) baskets.push(basket)
    }
  }
  await atOnce(SENDS_AT_ONCE, baskets, (basket) => watchBasket(deps, basket, AbortSignal.timeout(PATIENCE)))
}
