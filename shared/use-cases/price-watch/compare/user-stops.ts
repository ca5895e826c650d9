/** What one container remembers of the armed stops of one user on custom assets: his share of the watch. */

import type { Millis } from '#domain/kernel/time.ts'
import type { WatchedBasket, WatchedMarket } from '#ports/price-watch/watch-store.ts'

export interface ShareMemory {
  readonly stops: readonly WatchedBasket[]
  /** The markets of all stops, each once, with the time when a stop on it was armed last. */
  readonly members: readonly WatchedMarket[]
  /** Whether the list was read at least once. */
  readonly isRead: boolean
  /** When all stops were compared last, or the share was seen first. */
  comparedAt: Millis
  /** Since when there are no stops; null while there are some. */
  readonly emptySince: Millis | null
}

/** A share whose list was not read yet. */
export const newShareMemory = (now: Millis): ShareMemory => ({
  stops: [],
  members: [],
  isRead: false,
  comparedAt: now,
  emptySince: null,
})

/** The share with the stops that were read at `now`. */
export const withStops = (share: ShareMemory, stops: readonly WatchedBasket[], now: Millis): ShareMemory => ({
  stops,
  members: membersOf(stops),
  isRead: true,
  comparedAt: share.comparedAt,
  emptySince: stops.length > 0 ? null : (share.emptySince ?? now),
})

const membersOf = (stops: readonly WatchedBasket[]): readonly WatchedMarket[] => {
  const each = new Map<number, WatchedMarket>()
  for (const { members, armedAt } of stops) {
    for (const member of members) {
      const known = each.get(member.svcId)
      if (known === undefined || known.armedAt < armedAt) each.set(member.svcId, { ...member, armedAt })
    }
  }
  return [...each.values()]
}
