/** Reads the armed stops on custom assets, the list of each user page by page. Quotas bound how many a user has. */

import { MINUTE } from '#domain/kernel/time.ts'
import { isInPart, type WatchPart } from '#domain/price-watch/watch-part.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { WatchedBasket, WatchShare, WatchStore } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'
import type { QuoteMemory } from '../watch-state.ts'
import { newShareMemory, withStops } from './user-stops.ts'

export interface ReadSharesDeps {
  readonly complexOrders: Pick<WatchStore, 'armedBaskets' | 'unwatchShare'>
  readonly memory: QuoteMemory
  readonly clock: Clock
  readonly log: Log
}

/** Stops in one page: with a hundred members each, some 600 KB. */
const PAGE = 100

const LISTS_AT_ONCE = 8

/** A mark is removed when its list was empty for this long. */
const EMPTY_FOR = 5 * MINUTE

/** Reads the lists of `shares` that belong to the part into the memory. A list that cannot be read stays as it was, and does not delay the others. */
export const readShares = async (
  deps: ReadSharesDeps,
  shares: readonly WatchShare[],
  part: WatchPart,
): Promise<void> => {
  const { memory, clock, log } = deps
  const own = shares.filter(({ userId }) => isInPart(part, userId))
  const kept = new Set(own.map(({ userId }) => userId))
  for (const userId of memory.shares.keys()) if (!kept.has(userId)) memory.shares.delete(userId)
  await atOnce(LISTS_AT_ONCE, own, async (share) => {
    const { userId } = share
    const began = clock()
    const before = memory.shares.get(userId) ?? newShareMemory(began)
    memory.shares.set(userId, before)
    try {
      memory.shares.set(userId, withStops(before, await readList(deps, userId), began))
    } catch (error) {
      log.error('stops on custom assets could not be read', { userId, error: String(error) })
      log.metric('SharesNotRead', 1)
    }
    await forgetShare(deps, share)
  })
}

const readList = async ({ complexOrders }: ReadSharesDeps, userId: string): Promise<readonly WatchedBasket[]> => {
  const stops: WatchedBasket[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<WatchStore['armedBaskets']>> = await complexOrders.armedBaskets(userId, after, PAGE)
    stops.push(...page.baskets)
    after = page.next
  } while (after !== null)
  return stops
}

/** No write removes the mark with the last stop of a user. */
const forgetShare = async ({ complexOrders, memory, clock, log }: ReadSharesDeps, share: WatchShare): Promise<void> => {
  const emptySince = memory.shares.get(share.userId)?.emptySince ?? null
  const now = clock()
  if (emptySince === null || now - emptySince < EMPTY_FOR || now - share.armedAt < EMPTY_FOR) return
  await complexOrders.unwatchShare(share).catch(logged(log, 'warn', 'the mark of a user without armed stops stays'))
}
