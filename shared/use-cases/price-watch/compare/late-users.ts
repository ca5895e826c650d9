/** Records the users whose stops on custom assets are compared late: stored for health checks, and logged for the operator. */

import { MINUTE } from '#domain/kernel/time.ts'
import { LATE_AFTER, type LateShare, shareOf } from '#domain/markets/late-share.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import type { WatchState } from '../watch-state.ts'
import type { UserStops } from './user-stops.ts'

export interface RecordLateUsersDeps {
  readonly priceFeeds: Pick<PriceFeedStore, 'saveLate'>
  readonly memory: WatchState
  readonly clock: Clock
  readonly log: Log
}

/** Called at the end of a poll of the run with index `run`. Stores a change at once, and once a minute while a user is late. */
export const recordLateUsers = async (deps: RecordLateUsersDeps, run: number): Promise<void> => {
  const { memory, clock, log } = deps
  const now = clock()
  const late = [...memory.users].flatMap(([userId, user]) => {
    const since = currentAsOf(memory, user)
    return now - since < LATE_AFTER ? [] : [{ userId, share: shareOf(userId), stops: user.stops.length, since }]
  })
  const { stored, at } = memory.late
  const changed = late.length !== stored.length || late.some(({ share }) => !stored.some((one) => one.share === share))
  if (!changed && (late.length === 0 || now - at < MINUTE)) return
  for (const { userId, stops } of late) log.warn('stops on custom assets of a user compared late', { userId, stops })
  log.metric('LateShares', late.length)
  const shown: readonly LateShare[] = late.map(({ userId: _, ...share }) => share)
  await deps.priceFeeds.saveLate(run, shown, now)
  memory.late = { stored: shown, at: now }
}

/** Returns the time since which every stop was compared, and every member polled. */
const currentAsOf = ({ markets }: WatchState, user: UserStops): number =>
  user.members.reduce(
    (oldest, { svcId }) => Math.min(oldest, markets.get(svcId)?.requestedAt ?? oldest),
    user.comparedAt,
  )
