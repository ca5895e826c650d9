import { isSyncDue } from '#domain/markets/sync-due.ts'
import type { SyncClockStore } from '#ports/markets/sync-clock-store.ts'
import type { SyncTimes } from './exchange-listing.ts'
import { type SyncMarketsDeps, syncMarkets } from './sync-markets.ts'

export interface SyncWhenDueDeps extends SyncMarketsDeps {
  readonly syncClock: SyncClockStore
}

interface DueTimes extends SyncTimes {
  /** Aborted when the first catalogue is to be stored, before the listings are complete. */
  readonly first: AbortSignal
}

/**
 * Syncs the catalogue unless nobody uses the service and it was synced within the hour. Without a stored catalogue it always does. The
 * first catalogue is stored early, so that a new service can search it while the rest is listed.
 */
export const syncWhenDue = async (deps: SyncWhenDueDeps, times: DueTimes): Promise<void> => {
  const now = deps.clock()
  const [syncs, isStored] = await Promise.all([deps.syncClock.read(), deps.catalogues.isStored()])
  if (isStored && !isSyncDue(syncs, now)) return
  await deps.syncClock.recordSync(now)
  if (!isStored) {
    await syncMarkets(deps, { ...times, listing: AbortSignal.any([times.listing, times.first]) })
    if (!times.first.aborted) return
  }
  await syncMarkets(deps, times)
}
