/** Stores the state of the price watch, so that health checks need not ask the exchanges. */

import type { Millis } from '#domain/kernel/time.ts'
import type { LateShare } from '#domain/markets/late-share.ts'
import type { PriceFeed } from '#domain/markets/price-feed.ts'

export interface PriceFeedStore {
  /** Returns the state of every exchange that was ever watched. May lag by a moment. */
  all(): Promise<readonly PriceFeed[]>
  /** Replaces the state of its exchange. */
  save(feed: PriceFeed): Promise<void>
  /** Stores the state provided the stored one is still `before`; false: another write was faster. */
  claim(feed: PriceFeed, before: PriceFeed | null): Promise<boolean>
  /** Replaces the late work that the run of that number has reported. */
  saveLate(run: number, shares: readonly LateShare[], now: Millis): Promise<void>
  /** Returns the reports of all runs in the last three minutes. May lag by a moment. */
  late(now: Millis): Promise<readonly LateShare[]>
}
