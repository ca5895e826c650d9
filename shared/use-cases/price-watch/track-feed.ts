/** How the prices of one exchange come in while something is armed there: kept for those who ask, and told where it fails. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/clock.ts'
import type { WatchedMarket } from '#ports/complex-order-store.ts'
import type { Log } from '#ports/log.ts'
import type { PriceFeedStore } from '#ports/price-feed-store.ts'
import { type FeedMemory, marketMemory, type QuoteMemory } from './quote-memory.ts'

export interface TrackFeedDeps {
  readonly priceFeeds: PriceFeedStore
  readonly memory: QuoteMemory
  readonly clock: Clock
  readonly log: Log
}

/** Written when something changed and once a minute, so that a watch that has died is seen as well. */
export const keepFeed = async (
  deps: TrackFeedDeps,
  exchange: ExchangeName,
  watched: number,
  failing: boolean,
): Promise<void> => {
  const now = deps.clock()
  const memory = feedMemory(deps.memory, exchange)
  if (memory.stored === undefined) {
    memory.stored = (await deps.priceFeeds.all()).find((feed) => feed.exchange === exchange) ?? null
  }
  const { stored } = memory
  if (watched === 0 && (stored === null || stored.watched === 0)) return
  const failingSince = failing ? (stored?.failingSince ?? now) : null
  const feed = { exchange, watched, polledAt: now, failingSince }
  const changed =
    stored === null || (stored.failingSince === null) === failing || (stored.watched === 0) !== (watched === 0)
  if (!changed && now - stored.polledAt < MINUTE) return
  await deps.priceFeeds.save(feed)
  memory.stored = feed
}

/** A minute without a price that anything could fire at: protection is deaf there, which nobody may miss. */
export const tellUnpriced = (deps: TrackFeedDeps, name: ExchangeName, markets: readonly WatchedMarket[]): void => {
  const now = deps.clock()
  const unpriced = markets.filter(({ svcId }) => now - marketMemory(deps.memory, svcId, now).pricedAt > MINUTE)
  const feed = feedMemory(deps.memory, name)
  if (unpriced.length === 0 || now - feed.unpricedToldAt < MINUTE) return
  feed.unpricedToldAt = now
  deps.log.warn('armed conditionals have had no price for more than a minute', {
    exchange: name,
    markets: unpriced.length,
    example: unpriced[0]?.nativeId,
  })
  deps.log.metric('MarketsWithoutPrice', unpriced.length, { exchange: name })
}

const feedMemory = ({ feeds }: QuoteMemory, name: ExchangeName): FeedMemory => {
  const known = feeds.get(name) ?? { stored: undefined, unpricedToldAt: 0 }
  feeds.set(name, known)
  return known
}
