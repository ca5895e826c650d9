/** Shows and replaces the watchlists of a user. */

import { type Problem, problem } from '#domain/kernel/problem.ts'
import {
  addedMarkets,
  areSameLists,
  noWatchlists,
  type Watchlists,
  withoutRepeats,
} from '#domain/markets/watchlists.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { WatchlistStore } from '#ports/markets/watchlist-store.ts'

/** The stored watchlists, or none. */
export const getWatchlists = async (
  { watchlists }: { readonly watchlists: Pick<WatchlistStore, 'get'> },
  userId: string,
): Promise<Watchlists> => (await watchlists.get(userId)) ?? noWatchlists(userId)

export interface SetWatchlistsDeps {
  readonly watchlists: WatchlistStore
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly clock: Clock
}

/**
 * Replaces all lists; 409 unless `version` is the stored one, 422 for unknown markets. A repeat of the stored lists changes nothing. Markets
 * that are in the stored lists pass, although the catalogue may have dropped them since.
 */
export const setWatchlists = async (
  deps: SetWatchlistsDeps,
  { userId, lists: requested, version }: Pick<Watchlists, 'userId' | 'lists' | 'version'>,
): Promise<Watchlists | Problem> => {
  const lists = withoutRepeats(requested)
  const stored = await getWatchlists(deps, userId)
  if (stored.version > 0 && areSameLists(stored.lists, lists)) return stored
  if (stored.version !== version) return CHANGED
  const unknown = await unknownAmong(deps, addedMarkets(lists, stored.lists))
  if (unknown.length > 0) return unknownMarkets(unknown)
  const next = { ...stored, lists, updatedAt: deps.clock() }
  return (await deps.watchlists.save(next)) ? { ...next, version: version + 1 } : CHANGED
}

/** Markets that are neither stored nor in the catalogue. */
const unknownAmong = async (
  { markets }: Pick<SetWatchlistsDeps, 'markets'>,
  svcIds: readonly number[],
): Promise<readonly number[]> => {
  const known = new Set<number>()
  for (let at = 0; at < svcIds.length; at += SEARCHED_AT_ONCE) {
    const found = await markets.getMany(svcIds.slice(at, at + SEARCHED_AT_ONCE))
    for (const { svcId } of found) known.add(svcId)
  }
  return svcIds.filter((svcId) => !known.has(svcId))
}

/** Markets for which the catalogue is searched concurrently. */
const SEARCHED_AT_ONCE = 100

const unknownMarkets = (svcIds: readonly number[]): Problem => {
  const named = svcIds.slice(0, MOST_NAMED).join(', ')
  const more = svcIds.length > MOST_NAMED ? ` and ${svcIds.length - MOST_NAMED} more` : ''
  return problem(422, 'value_error', `unknown markets: ${named}${more}`, { loc: ['body', 'watchlists'] })
}

const MOST_NAMED = 20

const CHANGED = problem(
  409,
  'watchlists_changed',
  'The watchlists have changed since that version. Read them again, apply the change, and send it with the new version.',
)
