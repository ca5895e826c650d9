/** Tracks whether the prices of one exchange arrive while something is armed there: stored for health checks, and logged. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { type PriceFeed, SLOW_FROM } from '#domain/markets/price-feed.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { type FeedMemory, marketMemory, type QuoteMemory } from '../watch-state.ts'

export interface TrackFeedDeps {
  readonly priceFeeds: PriceFeedStore
  readonly memory: QuoteMemory
  readonly clock: Clock
  readonly log: Log
}

/** Stores the state of the feed when it changes and once a minute, so that a dead watch is noticed too. */
export const keepFeed = async (
  deps: TrackFeedDeps,
  exchange: ExchangeName,
  {
    watched,
    streamed,
    accounts,
    failing,
  }: Pick<PriceFeed, 'watched' | 'streamed' | 'accounts'> & {
    readonly failing: boolean
  },
): Promise<void> => {
  const now = deps.clock()
  const memory = feedMemory(deps.memory, exchange)
  if (memory.stored === undefined) {
    memory.stored = (await deps.priceFeeds.all()).find((feed) => feed.exchange === exchange) ?? null
  }
  const { stored } = memory
  if (watched + accounts === 0 && (stored === null || isIdle(stored))) return
  const failingSince = failing ? (stored?.failingSince ?? now) : null
  const { delayMs } = memory
  const { heldSince } = deps.memory
  const feed = { exchange, watched, streamed, accounts, polledAt: now, failingSince, heldSince, delayMs }
  const changed =
    stored === null ||
    (stored.failingSince === null) === failing ||
    (stored.watched === 0) !== (watched === 0) ||
    (stored.accounts === 0) !== (accounts === 0) ||
    stored.streamed < stored.watched !== streamed < watched ||
    (!isSlow(stored) && isSlow(feed))
  if (!changed && now - stored.polledAt < MINUTE) return
  await deps.priceFeeds.save(feed)
  memory.stored = feed
  memory.delayMs = null
}

/** Tells the run before that this one, which began at `since`, has what it needs: the run before may end. */
export const takeOver = async (deps: TrackFeedDeps, since: Millis): Promise<void> => {
  deps.memory.heldSince = Math.max(deps.memory.heldSince, since)
  for (const memory of deps.memory.feeds.values()) {
    if (memory.stored == null || isIdle(memory.stored)) continue
    memory.stored = { ...memory.stored, heldSince: deps.memory.heldSince }
    await deps.priceFeeds.save(memory.stored)
  }
}

/** Whether a run that began later has told that. */
export const isTakenOver = async ({ priceFeeds }: Pick<TrackFeedDeps, 'priceFeeds'>, since: Millis): Promise<boolean> =>
  (await priceFeeds.all()).some(({ heldSince }) => heldSince > since)

/** Reports markets without a usable price for more than a minute: nothing can fire there. */
export const reportUnpriced = (deps: TrackFeedDeps, name: ExchangeName, markets: readonly WatchedMarket[]): void => {
  const now = deps.clock()
  const unpriced = markets.filter(({ svcId }) => now - marketMemory(deps.memory, svcId, now).pricedAt > MINUTE)
  const feed = feedMemory(deps.memory, name)
  if (unpriced.length === 0 || now - feed.unpricedReportedAt < MINUTE) return
  feed.unpricedReportedAt = now
  deps.log.warn('armed conditionals have had no price for more than a minute', {
    exchange: name,
    markets: unpriced.length,
    example: unpriced[0]?.nativeId,
  })
  deps.log.metric('MarketsWithoutPrice', unpriced.length, { exchange: name })
}

/** Notes how long a message of the stream took. Clocks may differ: none came before it was sent. */
export const recordDelay = (memory: Pick<QuoteMemory, 'feeds'>, exchange: ExchangeName, ms: number): void => {
  const feed = feedMemory(memory, exchange)
  feed.delayMs = Math.max(feed.delayMs ?? 0, Math.round(ms))
}

const isSlow = ({ delayMs }: Pick<PriceFeed, 'delayMs'>): boolean => (delayMs ?? 0) >= SLOW_FROM

const isIdle = ({ watched, accounts }: PriceFeed): boolean => watched + accounts === 0

const feedMemory = ({ feeds }: Pick<QuoteMemory, 'feeds'>, name: ExchangeName): FeedMemory => {
  const known = feeds.get(name) ?? { stored: undefined, unpricedReportedAt: 0, delayMs: null }
  feeds.set(name, known)
  return known
}
