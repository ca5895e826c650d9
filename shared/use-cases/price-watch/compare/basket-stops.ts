/** Reads the armed stops on custom assets, user by user and page by page. Quotas bound the stops of a user. */

import type { Millis } from '#domain/kernel/time.ts'
import { isInPart, type WatchPart } from '#domain/price-watch/watch-part.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchedBasket, WatchedUser, WatchStore } from '#ports/price-watch/watch-store.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { forgetUser } from '../forget-unwatched.ts'
import type { WatchState } from '../watch-state.ts'
import { newUserStops, type UserStops, withStops } from './user-stops.ts'

export interface ReadBasketStopsDeps {
  readonly complexOrders: Pick<WatchStore, 'armedBaskets' | 'unwatchUser'>
  readonly memory: WatchState
  readonly clock: Clock
  readonly log: Log
}

/** Stops in one page: with a hundred members each, some 600 KB. */
const PAGE = 100

const LISTS_AT_ONCE = 8

/** Reads the stops of the users that belong to the part. A list that cannot be read stays as it was, and does not delay other lists. */
export const readBasketStops = async (
  deps: ReadBasketStopsDeps,
  users: readonly WatchedUser[],
  part: WatchPart,
): Promise<void> => {
  const { memory, clock } = deps
  const own = users.filter(({ userId }) => isInPart(part, userId))
  const kept = new Set(own.map(({ userId }) => userId))
  for (const userId of memory.users.keys()) if (!kept.has(userId)) memory.users.delete(userId)
  await mapConcurrent(LISTS_AT_ONCE, own, async (user) => {
    const began = clock()
    const before = memory.users.get(user.userId) ?? newUserStops(began)
    memory.users.set(user.userId, before)
    const stops = await readUser(deps, user.userId, before, began)
    memory.users.set(user.userId, stops)
    await forgetUser(deps, user, stops.emptySince)
  })
}

const readUser = async (
  deps: ReadBasketStopsDeps,
  userId: string,
  before: UserStops,
  began: Millis,
): Promise<UserStops> => {
  try {
    return withStops(before, await readList(deps, userId), began)
  } catch (error) {
    deps.log.error('stops on custom assets not read', { userId, error: String(error) })
    deps.log.metric('SharesNotRead', 1)
    return before
  }
}

const readList = async ({ complexOrders }: ReadBasketStopsDeps, userId: string): Promise<readonly WatchedBasket[]> => {
  const stops: WatchedBasket[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<WatchStore['armedBaskets']>> = await complexOrders.armedBaskets(userId, after, PAGE)
    stops.push(...page.baskets)
    after = page.next
  } while (after !== null)
  return stops
}
