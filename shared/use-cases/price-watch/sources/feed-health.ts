/** Records whether the prices of one exchange arrive while something is armed there: stored for health checks, and logged. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { type PriceFeed, SLOW_FROM } from '#domain/markets/price-feed.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { type FeedMemory, marketMemory, type WatchState } from '../watch-state.ts'

export interface FeedHealthDeps {
  readonly priceFeeds: PriceFeedStore
  readonly memory: WatchState
  readonly clock: Clock
  readonly log: Log
}

export interface FeedCounts extends Pick<PriceFeed, 'watched' | 'streamed' | 'accounts'> {
  /** Why the exchange gives no prices; null if it gives some. */
  readonly failing: string | null
}

/** Stores the state of the feed when it changes and once a minute, so that a dead watch is noticed too. */
export const recordFeed = async (
  deps: FeedHealthDeps,
  exchange: ExchangeName,
  { failing, ...counts }: FeedCounts,
): Promise<void> => {
  const now = deps.clock()
  const memory = feedMemory(deps.memory, exchange)
  if (memory.stored === undefined) {
    memory.stored = (await deps.priceFeeds.all()).find((feed) => feed.exchange === exchange) ?? null
  }
  const { stored } = memory
  if (isIdle(counts) && (stored === null || isIdle(stored))) return
  const failingSince = failing === null ? null : (stored?.failingSince ?? now)
  const { delayMs } = memory
  const { heldSince } = deps.memory
  const feed = { exchange, ...counts, polledAt: now, failingSince, failingReason: failing, heldSince, delayMs }
  if (stored !== null && !hasChanged(stored, feed) && now - stored.polledAt < MINUTE) return
  await deps.priceFeeds.save(feed)
  memory.stored = feed
  memory.delayMs = null
}

/** Announces to the earlier run that this run, which began at `since`, is ready: the earlier run may end. */
export const takeOver = async (deps: FeedHealthDeps, since: Millis): Promise<void> => {
  deps.memory.heldSince = Math.max(deps.memory.heldSince, since)
  for (const memory of deps.memory.feeds.values()) {
    if (memory.stored == null || isIdle(memory.stored)) continue
    memory.stored = { ...memory.stored, heldSince: deps.memory.heldSince }
    await deps.priceFeeds.save(memory.stored)
  }
}

/** Returns whether a run that began later has taken over. */
export const isTakenOver = async (
  { priceFeeds }: Pick<FeedHealthDeps, 'priceFeeds'>,
  since: Millis,
): Promise<boolean> => (await priceFeeds.all()).some(({ heldSince }) => heldSince > since)

/** Reports markets without a usable price for more than a minute: nothing can fire there. */
export const reportUnpriced = (deps: FeedHealthDeps, name: ExchangeName, markets: readonly WatchedMarket[]): void => {
  const now = deps.clock()
  const unpriced = markets.filter(({ svcId }) => now - marketMemory(deps.memory, svcId, now).pricedAt > MINUTE)
  const feed = feedMemory(deps.memory, name)
  if (unpriced.length === 0 || now - feed.unpricedReportedAt < MINUTE) return
  feed.unpricedReportedAt = now
  deps.log.warn('armed stops without a price for more than a minute', {
    exchange: name,
    markets: unpriced.length,
    example: unpriced[0]?.nativeId,
  })
  deps.log.metric('MarketsWithoutPrice', unpriced.length, { exchange: name })
}

/** Records the delay of a message of the stream. Clocks differ: a negative delay counts as none. */
export const recordDelay = (memory: Pick<WatchState, 'feeds'>, exchange: ExchangeName, ms: number): void => {
  const feed = feedMemory(memory, exchange)
  feed.delayMs = Math.max(feed.delayMs ?? 0, Math.round(ms))
}

const hasChanged = (before: PriceFeed, after: PriceFeed): boolean =>
  (before.failingSince === null) !== (after.failingSince === null) ||
  (before.watched === 0) !== (after.watched === 0) ||
  (before.accounts === 0) !== (after.accounts === 0) ||
  before.streamed < before.watched !== after.streamed < after.watched ||
  (!isSlow(before) && isSlow(after))

const isSlow = ({ delayMs }: Pick<PriceFeed, 'delayMs'>): boolean => (delayMs ?? 0) >= SLOW_FROM

const isIdle = ({ watched, accounts }: Pick<PriceFeed, 'watched' | 'accounts'>): boolean => watched + accounts === 0

const feedMemory = ({ feeds }: Pick<WatchState, 'feeds'>, name: ExchangeName): FeedMemory => {
  const known = feeds.get(name) ?? { stored: undefined, unpricedReportedAt: 0, delayMs: null }
  feeds.set(name, known)
  return known
}
