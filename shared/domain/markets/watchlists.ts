/** Watchlists of a user: named lists of markets, replaced as one document. */

import type { Millis } from '../kernel/time.ts'

export interface Watchlist {
  readonly name: string
  /** Each market once, in the order of the user. */
  readonly svcIds: readonly number[]
}

export interface Watchlists {
  readonly userId: string
  readonly lists: readonly Watchlist[]
  /** Null if nothing was ever stored. */
  readonly updatedAt: Millis | null
  /** 0 if nothing was ever stored. */
  readonly version: number
}

export const MOST_LISTS = 20
export const MOST_IN_LIST = 200
/** Bound of all lists together: ids of this many markets fit in the largest body of a request. */
export const MOST_WATCHED = 3_000

/** Watchlists of a user without stored lists. */
export const noWatchlists = (userId: string): Watchlists => ({ userId, lists: [], updatedAt: null, version: 0 })

/** The lists, each with every market once. */
export const withoutRepeats = (lists: readonly Watchlist[]): readonly Watchlist[] =>
  lists.map(({ name, svcIds }) => ({ name, svcIds: [...new Set(svcIds)] }))

/** True if both have the same lists, markets and order. */
export const areSameLists = (one: readonly Watchlist[], other: readonly Watchlist[]): boolean =>
  JSON.stringify(one.map(plain)) === JSON.stringify(other.map(plain))

const plain = ({ name, svcIds }: Watchlist) => [name, svcIds]

/** Markets of `lists` that are not in the lists `before`. */
export const addedMarkets = (lists: readonly Watchlist[], before: readonly Watchlist[]): readonly number[] => {
  const known = new Set(before.flatMap(({ svcIds }) => svcIds))
  return [...new Set(lists.flatMap(({ svcIds }) => svcIds))].filter((svcId) => !known.has(svcId))
}
