/** Token buckets: the rest of an exchange's rate limit, so that calls wait here instead of being refused there. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'

/** Refill of a bucket per second, and its size. */
export interface BucketSize {
  readonly perSecond: number
  readonly capacity: number
}

export interface RateBudget {
  /**
   * Takes `cost` tokens of the named bucket, and leaves at least `keep`. The result contains the wait before the call.
   * If it exceeds `patience`, `go` is false and no tokens are taken.
   */
  take(name: string, size: BucketSize, cost: number, patience: number, keep?: number): Grant
  /**
   * Takes tokens for a later call. The next `take` of the bucket uses them without a wait. After five seconds they are
   * lost.
   */
  setAside(name: string, size: BucketSize, cost: number, patience: number, keep?: number): GrantAside
  /** Empties a bucket after the exchange has contradicted our count of its tokens. */
  drain(name: string, size: BucketSize): void
  /**
   * Empties a bucket that other processes use too, and halves our share of it, after the exchange has refused a call
   * for its rate. The share grows again by a fiftieth of the whole each second (decision 0027).
   */
  giveWay(name: string, size: BucketSize): void
  /**
   * Stores the number of tokens that the exchange reports. A lower number than ours is believed; a higher one may be
   * from before our last calls.
   */
  record(name: string, size: BucketSize, tokensLeft: number): void
}

export interface Grant {
  readonly go: boolean
  readonly waitMs: number
}

export interface GrantAside extends Grant {
  /** Time in which the taken tokens refill. */
  readonly refillMs: number
}

/**
 * Makes buckets filled by `elapsed`, a steady clock in milliseconds. Calls wait in the order in which they took tokens.
 */
export const rateBudget = (elapsed: () => number): RateBudget => {
  const buckets = new Map<string, Bucket>()
  /** Tokens that were taken for later calls, with the time of the last taking. */
  const aside = new Map<string, { readonly tokens: number; readonly at: number }>()

  const asideOf = (name: string): number => {
    const known = aside.get(name)
    return known === undefined || elapsed() - known.at > ASIDE_FOR_MS ? 0 : known.tokens
  }
  const putAside = (name: string, tokens: number): void => {
    if (tokens > 0) keepNewest(aside, name, { tokens, at: elapsed() }, MAX_BUCKETS)
    else aside.delete(name)
  }

  const levelOf = (name: string, { perSecond, capacity }: BucketSize): Level => {
    const bucket = buckets.get(name)
    if (bucket === undefined) return { tokens: capacity, share: 1, gaveWayAt: null }
    const { tokens, share, at, gaveWayAt } = bucket
    const seconds = (elapsed() - at) / 1_000
    const grown = Math.min(1, share + seconds * GROWS)
    // The share grew in between: the refill uses the mean of both shares.
    const filled = tokens + (seconds * perSecond * (share + grown)) / 2
    return { tokens: Math.min(capacity * grown, filled), share: grown, gaveWayAt }
  }
  const store = (name: string, level: Level): void =>
    keepNewest(buckets, name, { ...level, at: elapsed() }, MAX_BUCKETS)

  const takeNow: RateBudget['take'] = (name, size, cost, patience, keep = 0) => {
    const level = levelOf(name, size)
    const left = level.tokens - cost
    const waitMs = Math.ceil((Math.max(0, keep - left) * 1000) / (size.perSecond * level.share))
    if (waitMs > patience) return { go: false, waitMs }
    store(name, { ...level, tokens: left })
    return { go: true, waitMs }
  }

  return {
    take(name, size, cost, patience, keep) {
      const waiting = asideOf(name)
      if (waiting < cost) return takeNow(name, size, cost, patience, keep)
      putAside(name, waiting - cost)
      return { go: true, waitMs: 0 }
    },
    setAside(name, size, cost, patience, keep) {
      const grant = takeNow(name, size, cost, patience, keep)
      if (grant.go) putAside(name, asideOf(name) + cost)
      const { share } = levelOf(name, size)
      return { ...grant, refillMs: grant.go ? Math.ceil((1_000 * cost) / (size.perSecond * share)) : 0 }
    },
    drain(name, size) {
      aside.delete(name)
      const level = levelOf(name, size)
      store(name, { ...level, tokens: Math.min(0, level.tokens) })
    },
    giveWay(name, size) {
      aside.delete(name)
      const { tokens, share, gaveWayAt } = levelOf(name, size)
      const now = elapsed()
      const isAgain = gaveWayAt !== null && now - gaveWayAt < GIVES_WAY_EVERY_MS
      store(name, {
        tokens: Math.min(0, tokens),
        share: isAgain ? share : Math.max(LEAST_SHARE, share / 2),
        gaveWayAt: isAgain ? gaveWayAt : now,
      })
    },
    record(name, size, tokensLeft) {
      const level = levelOf(name, size)
      store(name, { ...level, tokens: Math.min(tokensLeft, level.tokens) })
    },
  }
}

/**
 * More than the accounts that one container trades for. The longest unused bucket is dropped first, and has refilled
 * anyway.
 */
const MAX_BUCKETS = 2_000
/** Longer than the time from `setAside` to the send. */
const ASIDE_FOR_MS = 5_000
/** Part of the whole that a share grows each second. */
const GROWS = 1 / 50
const LEAST_SHARE = 1 / 32
/** Calls that were sent together are refused together, and count as one refusal. */
const GIVES_WAY_EVERY_MS = 1_000

interface Level {
  readonly tokens: number
  /** Part of the limit that this process uses; 1 while no other process is known to use it. */
  readonly share: number
  readonly gaveWayAt: number | null
}

interface Bucket extends Level {
  readonly at: number
}
