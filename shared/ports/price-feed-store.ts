/** What is remembered of the price watch, so that those who ask whether it works need not ask the exchanges. */

import type { PriceFeed } from '#domain/markets/price-feed.ts'

export interface PriceFeedStore {
  /** Of every exchange that was ever watched. May lag by a moment. */
  all(): Promise<readonly PriceFeed[]>
  save(feed: PriceFeed): Promise<void>
  /** Stores it provided what is stored is still `before`; false: somebody was faster. */
  claim(feed: PriceFeed, before: PriceFeed | null): Promise<boolean>
}
