/** What is remembered of the price watch, so that those who ask whether it works need not ask the exchanges. */

import type { Millis } from '#domain/kernel/time.ts'
import type { LateShare } from '#domain/markets/late-share.ts'
import type { PriceFeed } from '#domain/markets/price-feed.ts'

export interface PriceFeedStore {
  /** Of every exchange that was ever watched. May lag by a moment. */
  all(): Promise<readonly PriceFeed[]>
  save(feed: PriceFeed): Promise<void>
  /** Stores it provided what is stored is still `before`; false: another write was faster. */
  claim(feed: PriceFeed, before: PriceFeed | null): Promise<boolean>
  /** What the run of that number is late with, in place of what it told before. */
  saveLate(run: number, shares: readonly LateShare[], now: Millis): Promise<void>
  /** What all runs told in the last three minutes. May lag by a moment. */
  late(now: Millis): Promise<readonly LateShare[]>
}
