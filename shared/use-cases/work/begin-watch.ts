/** Begins a price watch at once when the first stop is armed. Best effort: the next minute's run begins one in any case. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { isWatching, WATCH_FOR } from '#domain/markets/price-feed.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import type { Queues } from '#ports/work/queues.ts'

export interface BeginWatchDeps {
  readonly priceFeeds: Pick<PriceFeedStore, 'all' | 'claim'>
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}

/**
 * Begins a watch after a stop was armed at that exchange, or for an account whose stream is needed. Of many calls at
 * once, one begins a watch.
 */
export const beginWatch = async (
  deps: BeginWatchDeps,
  exchange: ExchangeName,
  what: 'market' | 'account' = 'market',
): Promise<void> => {
  try {
    const now = deps.clock()
    const feeds = await deps.priceFeeds.all()
    // A run that watches anything watches every exchange.
    if (feeds.some((feed) => isWatching(feed, now))) return
    const before = feeds.find((feed) => feed.exchange === exchange) ?? null
    const { failingSince = null, failingReason = null, heldSince = 0 } = before ?? {}
    const failing = { failingSince, failingReason }
    const counts = what === 'market' ? { watched: 1, accounts: 0 } : { watched: 0, accounts: 1 }
    const begun = { exchange, ...counts, streamed: 0, polledAt: now, ...failing, heldSince, delayMs: null }
    if (!(await deps.priceFeeds.claim(begun, before))) return
    await deps.queues.send('watch-shard', { index: 0, of: 1, until: now + WATCH_FOR }, { group: '0' })
  } catch (error) {
    deps.log.warn('watch not started at once; the next minute starts it', { exchange, error: String(error) })
  }
}
