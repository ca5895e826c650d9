/** The armed stops of one user on custom assets, as one container remembers them. */

import type { Millis } from '#domain/kernel/time.ts'
import type { WatchedBasket, WatchedMarket } from '#ports/price-watch/watch-store.ts'

export interface UserStops {
  readonly stops: readonly WatchedBasket[]
  /** The markets of all stops, each once, with the time of the last arming of a stop on it. */
  readonly members: readonly WatchedMarket[]
  /** True after the list was read once. */
  readonly isRead: boolean
  /** Time of the last comparison of all stops, or of the first sight of the user. */
  comparedAt: Millis
  /** Start of the time without stops; null while there are stops. */
  readonly emptySince: Millis | null
}

/** Returns the entry of a user whose list was not read yet. */
export const newUserStops = (now: Millis): UserStops => ({
  stops: [],
  members: [],
  isRead: false,
  comparedAt: now,
  emptySince: null,
})

/** Returns the entry with the stops that were read at `now`. */
export const withStops = (user: UserStops, stops: readonly WatchedBasket[], now: Millis): UserStops => ({
  stops,
  members: membersOf(stops),
  isRead: true,
  comparedAt: user.comparedAt,
  emptySince: stops.length > 0 ? null : (user.emptySince ?? now),
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
