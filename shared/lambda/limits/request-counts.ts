/** Counts the requests of each user in a minute, in memory, and shares the counts with other containers in steps. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { RequestCountStore } from '#ports/accounts/request-count-store.ts'
import type { RateLeft } from './rate-left.ts'

export interface RequestCounts {
  /**
   * Counts a request. `wait` is 0, or the seconds until the next minute for a user who has used up this one. `reported` is present while the counts are
   * shared; it rejects if that fails.
   */
  take(userId: string, now: Millis): { readonly wait: number; readonly reported?: Promise<void> }
  /** Rest of the limit as this container knows it. */
  left(userId: string, now: Millis): RateLeft
}

export interface RequestCountsOptions {
  readonly store: RequestCountStore
  readonly limit: number
  /** Name of this container, unique among all containers. */
  readonly container: string
}

/** Requests after which a container stores its count and reads the others'. Other containers do not see a user with fewer requests. */
export const REPORTED_EACH = 25

/** Users remembered at most; the oldest are forgotten first. */
const KEPT = 10_000

interface Count {
  readonly minute: number
  own: number
  others: number
}

export const requestCounts = ({ store, limit, container }: RequestCountsOptions): RequestCounts => {
  const counts = new Map<string, Count>()
  const report = async (userId: string, now: Millis, count: Count): Promise<void> => {
    await store.report(userId, now, container, count.own)
    count.others = await store.count(userId, now, container)
  }
  const countOf = (userId: string, now: Millis): Count => {
    const minute = Math.floor(now / MINUTE)
    const known = counts.get(userId)
    return known?.minute === minute ? known : { minute, own: 0, others: 0 }
  }
  const untilNext = (now: Millis): number => Math.ceil((MINUTE - (now % MINUTE)) / 1_000)
  return {
    left: (userId, now) => {
      const { own, others } = countOf(userId, now)
      return { limit, remaining: Math.max(0, limit - own - others), resetS: untilNext(now) }
    },
    take: (userId, now) => {
      const count = countOf(userId, now)
      keepNewest(counts, userId, count, KEPT)
      if (count.own + count.others >= limit) return { wait: untilNext(now) }
      count.own += 1
      return count.own % REPORTED_EACH === 0 ? { wait: 0, reported: report(userId, now, count) } : { wait: 0 }
    },
  }
}
