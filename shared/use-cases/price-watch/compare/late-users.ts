/** Tracks whose stops on custom assets the watch compares late: stored for health checks, and logged for the operator. */

import { MINUTE } from '#domain/kernel/time.ts'
import { LATE_AFTER, type LateShare, shareOf } from '#domain/markets/late-share.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import type { QuoteMemory } from '../watch-state.ts'
import type { ShareMemory } from './user-stops.ts'

export interface TrackSharesDeps {
  readonly priceFeeds: Pick<PriceFeedStore, 'saveLate'>
  readonly memory: QuoteMemory
  readonly clock: Clock
  readonly log: Log
}

/** Called at the end of a look of run `run`. Stores when something changes, and once a minute while a share is late. */
export const keepLateShares = async (deps: TrackSharesDeps, run: number): Promise<void> => {
  const { memory, clock, log } = deps
  const now = clock()
  const late = [...memory.shares].flatMap(([userId, share]) => {
    const since = currentAsOf(memory, share)
    return now - since < LATE_AFTER ? [] : [{ userId, share: shareOf(userId), stops: share.stops.length, since }]
  })
  const { stored, at } = memory.late
  const changed = late.length !== stored.length || late.some(({ share }) => !stored.some((one) => one.share === share))
  if (!changed && (late.length === 0 || now - at < MINUTE)) return
  for (const { userId, stops } of late)
    log.warn('a user has so many armed stops on custom assets that they are compared late', { userId, stops })
  log.metric('LateShares', late.length)
  const shown: readonly LateShare[] = late.map(({ userId: _, ...share }) => share)
  await deps.priceFeeds.saveLate(run, shown, now)
  memory.late = { stored: shown, at: now }
}

/** Since when every stop was compared, with prices of all its members that were asked for. */
const currentAsOf = ({ markets }: QuoteMemory, share: ShareMemory): number =>
  share.members.reduce((oldest, { svcId }) => Math.min(oldest, markets.get(svcId)?.askedAt ?? oldest), share.comparedAt)
