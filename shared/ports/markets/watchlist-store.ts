/** Stores the watchlists of users. */

import type { Watchlists } from '#domain/markets/watchlists.ts'

export interface WatchlistStore {
  /** Strongly consistent; null if the user has stored none. */
  get(userId: string): Promise<Watchlists | null>
  /** Creates (version 0) or replaces them, provided the stored version is the one given, which then grows by one. */
  save(watchlists: Watchlists): Promise<boolean>
}
