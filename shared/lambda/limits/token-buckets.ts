/** Token buckets in the memory of one container, one for each user: no write, and enough to stop a runaway loop. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { RateLeft } from './rate-left.ts'

export interface TokenBuckets {
  /** Takes one token. Returns 0, or the seconds to wait for one. */
  take(key: string, now: Millis): number
  /** Returns the result of `take` without taking a token. */
  wait(key: string, now: Millis): number
  left(key: string, now: Millis): RateLeft
}

/** Name of the bucket of an address, from which connections and wrong keys take. */
export const bucketOfAddress = (address: string): string => `from ${address}`

/** Buckets kept at most; the oldest used ones are forgotten first, which refills them. */
const KEPT = 10_000

export const tokenBuckets = (options: { readonly perSecond: number; readonly burst: number }): TokenBuckets => {
  const buckets = new Map<string, { tokens: number; at: Millis }>()
  const tokensIn = (key: string, now: Millis): number => {
    const bucket = buckets.get(key) ?? { tokens: options.burst, at: now }
    return Math.min(options.burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * options.perSecond)
  }
  const waitFor = (tokens: number): number => (tokens >= 1 ? 0 : Math.ceil((1 - tokens) / options.perSecond))
  return {
    wait: (key, now) => waitFor(tokensIn(key, now)),
    left: (key, now) => {
      const tokens = tokensIn(key, now)
      const resetS = Math.ceil((options.burst - tokens) / options.perSecond)
      return { limit: options.burst, remaining: Math.floor(tokens), resetS }
    },
    take: (key, now) => {
      const tokens = tokensIn(key, now)
      keepNewest(buckets, key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now }, KEPT)
      return waitFor(tokens)
    },
  }
}
