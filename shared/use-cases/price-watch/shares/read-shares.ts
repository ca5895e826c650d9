/**
 * Reads the armed stops on custom assets, each user's list by itself and page by page. All lists get a page in turn, and a look reads
 * for a moment only: the rest of a long list is read by the next looks. So a long list delays its own user, and no other.
 */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { isInPart, type WatchPart } from '#domain/price-watch/watch-part.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { WatchShare, WatchStore } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'
import type { QuoteMemory } from '../watching/quote-memory.ts'
import { newShareMemory, type ShareMemory } from './share-memory.ts'

export interface ReadSharesDeps {
  readonly complexOrders: Pick<WatchStore, 'armedBaskets' | 'unwatchShare'>
  readonly memory: QuoteMemory
  readonly clock: Clock
  readonly log: Log
}

/** Stops in one page: with a hundred members each, some 600 KB. */
const PAGE = 100

/** How long a look begins further pages. Each list gets one page in any case. */
const READ_FOR = 500

const PAGES_AT_ONCE = 8

/** A mark is removed when its list was empty for this long. */
const EMPTY_FOR = 5 * MINUTE

/** Reads on in the lists of those of `shares` that are the part's, into the memory. A list that fails does not hold up the others. */
export const readShares = async (
  deps: ReadSharesDeps,
  shares: readonly WatchShare[],
  part: WatchPart,
): Promise<void> => {
  const { memory, clock } = deps
  const began = clock()
  const own = shares.filter(({ userId }) => isInPart(part, userId))
  const kept = new Set(own.map(({ userId }) => userId))
  for (const userId of memory.shares.keys()) if (!kept.has(userId)) memory.shares.delete(userId)
  let open = [...kept].map((userId): Reading => {
    const share = memory.shares.get(userId) ?? newShareMemory(began)
    memory.shares.set(userId, share)
    return { userId, share, beganAt: began }
  })
  do {
    await atOnce(PAGES_AT_ONCE, open, (reading) => readPage(deps, reading))
    open = open.filter(({ share }) => share.reading)
  } while (open.length > 0 && clock() - began < READ_FOR)
  await atOnce(PAGES_AT_ONCE, own, (share) => forgetShare(deps, share))
}

interface Reading {
  readonly userId: string
  readonly share: ShareMemory
  readonly beganAt: Millis
}

const readPage = async (deps: ReadSharesDeps, { userId, share, beganAt }: Reading): Promise<void> => {
  try {
    if (!share.reading) beginPass(share)
    const { baskets, next } = await deps.complexOrders.armedBaskets(userId, share.after, PAGE)
    for (const basket of baskets) {
      const known = share.stops.get(basket.complexOrderId)
      if (known?.basket.armedAt !== basket.armedAt) share.members = null
      share.stops.set(basket.complexOrderId, { basket, pass: share.pass })
    }
    share.after = next
    if (next === null) endPass(share, beganAt)
  } catch (error) {
    share.reading = false
    deps.log.error('stops on custom assets could not be read', { userId, error: String(error) })
    deps.log.metric('SharesNotRead', 1)
  }
}

const beginPass = (share: ShareMemory): void => {
  share.reading = true
  share.after = null
  share.pass += 1
}

/** What a whole pass has not seen is gone. */
const endPass = (share: ShareMemory, now: Millis): void => {
  share.reading = false
  share.readAt = now
  for (const [complexOrderId, { pass }] of share.stops) {
    if (pass === share.pass) continue
    share.stops.delete(complexOrderId)
    share.members = null
  }
  share.emptySince = share.stops.size === 0 ? (share.emptySince ?? now) : null
}

/** No write removes the mark with the last stop of a user. */
const forgetShare = async ({ complexOrders, memory, clock, log }: ReadSharesDeps, share: WatchShare): Promise<void> => {
  const emptySince = memory.shares.get(share.userId)?.emptySince ?? null
  const now = clock()
  if (emptySince === null || now - emptySince < EMPTY_FOR || now - share.armedAt < EMPTY_FOR) return
  await complexOrders.unwatchShare(share).catch(logged(log, 'warn', 'the mark of a user without armed stops stays'))
}
