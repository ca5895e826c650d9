/** Token buckets: how much of an exchange's rate limit is left, so that we wait here instead of being refused there. */

/** A bucket's refill per second and its size. */
export interface BucketSize {
  readonly perSecond: number
  readonly capacity: number
}

export interface RateBudget {
  /**
   * Takes `cost` tokens of the named bucket, leaving at least `keep`. The result is how long to wait before going ahead;
   * when that is more than `patience` nothing is taken and `go` is false.
   */
  take(name: string, size: BucketSize, cost: number, patience: number, keep?: number): Grant
  /** Empties a bucket: the exchange has just said that we were wrong about what is left. */
  drain(name: string, size: BucketSize): void
  /** The exchange has said what is left of a bucket. Less than we thought is believed; more may be from before our last calls. */
  note(name: string, size: BucketSize, tokensLeft: number): void
}

export interface Grant {
  readonly go: boolean
  readonly waitMs: number
}

/** Buckets filled by `elapsed`, a steady clock in milliseconds. Waiting goes in the order of asking. */
export const rateBudget = (elapsed: () => number): RateBudget => {
  const buckets = new Map<string, Bucket>()

  const levelOf = (name: string, { perSecond, capacity }: BucketSize): number => {
    const bucket = buckets.get(name)
    if (bucket === undefined) return capacity
    return Math.min(capacity, bucket.tokens + ((elapsed() - bucket.at) * perSecond) / 1000)
  }
  const store = (name: string, tokens: number): void => {
    buckets.delete(name)
    buckets.set(name, { tokens, at: elapsed() })
    const oldest = buckets.size > MAX_BUCKETS ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
  }

  return {
    take(name, size, cost, patience, keep = 0) {
      const left = levelOf(name, size) - cost
      const waitMs = Math.ceil((Math.max(0, keep - left) * 1000) / size.perSecond)
      if (waitMs > patience) return { go: false, waitMs }
      store(name, left)
      return { go: true, waitMs }
    },
    drain(name, size) {
      store(name, Math.min(0, levelOf(name, size)))
    },
    note(name, size, tokensLeft) {
      store(name, Math.min(tokensLeft, levelOf(name, size)))
    },
  }
}

/** More than a container ever trades for at once; the longest unused goes first and has refilled anyway. */
const MAX_BUCKETS = 2_000

interface Bucket {
  readonly tokens: number
  readonly at: number
}
