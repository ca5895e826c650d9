import { isSyncDue } from '#domain/markets/sync-due.ts'
import type { SyncClockStore } from '#ports/markets/sync-clock-store.ts'
import type { SyncTimes } from './exchange-listing.ts'
import { type SyncMarketsDeps, syncMarkets } from './sync-markets.ts'

export interface SyncWhenDueDeps extends SyncMarketsDeps {
  readonly syncClock: SyncClockStore
}

/** Syncs the catalogue unless nobody uses the service and it was synced within the hour. Without a stored catalogue it always does. */
export const syncWhenDue = async (deps: SyncWhenDueDeps, times: SyncTimes): Promise<void> => {
  const now = deps.clock()
  if (!isSyncDue(await deps.syncClock.read(), now) && (await deps.catalogues.isStored())) return
  await deps.syncClock.recordSync(now)
  await syncMarkets(deps, times)
}
