/** Token buckets: the rest of the rate limits of an exchange, so that calls wait here instead of being refused there. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'

/** Refill of a bucket per second, and its size. */
export interface BucketSize {
  readonly perSecond: number
  readonly capacity: number
}

export interface Grant {
  readonly go: boolean
  /** Time until the call may begin, in ms. */
  readonly waitMs: number
}

export interface GrantAside extends Grant {
  /** Time in which the taken tokens refill, in ms. */
  readonly refillMs: number
}

/** More than the accounts that one container trades for. The longest unused bucket is dropped first, and has refilled anyway. */
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

/** Buckets by name. Calls wait in the order in which they took tokens. */
export class RateBudget {
  /** A steady clock in milliseconds. */
  readonly #elapsed: () => number
  readonly #buckets = new Map<string, Bucket>()
  /** Tokens that were taken for later calls, with the time of the last taking. */
  readonly #aside = new Map<string, { readonly tokens: number; readonly at: number }>()

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /**
   * Takes `cost` tokens of the named bucket, and leaves at least `keep`. The result contains the wait before the call.
   * If it exceeds `patience`, `go` is false and no tokens are taken.
   */
  take(name: string, size: BucketSize, cost: number, patience: number, keep = 0): Grant {
    const waiting = this.#asideOf(name)
    if (waiting < cost) return this.#takeNow(name, size, { cost, patience, keep })
    this.#putAside(name, waiting - cost)
    return { go: true, waitMs: 0 }
  }

  /**
   * Takes tokens for a later call. The next `take` of the bucket uses them without a wait. After five seconds they are
   * lost.
   */
  setAside(name: string, size: BucketSize, cost: number, patience: number, keep = 0): GrantAside {
    const grant = this.#takeNow(name, size, { cost, patience, keep })
    if (grant.go) this.#putAside(name, this.#asideOf(name) + cost)
    const { share } = this.#levelOf(name, size)
    return { ...grant, refillMs: grant.go ? Math.ceil((1_000 * cost) / (size.perSecond * share)) : 0 }
  }

  /** Empties a bucket after the exchange has contradicted our count of its tokens. */
  drain(name: string, size: BucketSize): void {
    this.#aside.delete(name)
    const level = this.#levelOf(name, size)
    this.#store(name, { ...level, tokens: Math.min(0, level.tokens) })
  }

  /**
   * Empties a bucket that other processes use too, and halves our share of it, after the exchange has refused a call
   * for its rate. The share grows again by a fiftieth of the whole each second (decision 0027).
   */
  giveWay(name: string, size: BucketSize): void {
    this.#aside.delete(name)
    const { tokens, share, gaveWayAt } = this.#levelOf(name, size)
    const now = this.#elapsed()
    const isAgain = gaveWayAt !== null && now - gaveWayAt < GIVES_WAY_EVERY_MS
    this.#store(name, {
      tokens: Math.min(0, tokens),
      share: isAgain ? share : Math.max(LEAST_SHARE, share / 2),
      gaveWayAt: isAgain ? gaveWayAt : now,
    })
  }

  /**
   * Stores the number of tokens that the exchange reports. A lower number than ours is believed; a higher one may be
   * from before our last calls.
   */
  record(name: string, size: BucketSize, tokensLeft: number): void {
    const level = this.#levelOf(name, size)
    this.#store(name, { ...level, tokens: Math.min(tokensLeft, level.tokens) })
  }

  #takeNow(
    name: string,
    size: BucketSize,
    { cost, patience, keep }: { readonly cost: number; readonly patience: number; readonly keep: number },
  ): Grant {
    const level = this.#levelOf(name, size)
    const left = level.tokens - cost
    const waitMs = Math.ceil((Math.max(0, keep - left) * 1000) / (size.perSecond * level.share))
    if (waitMs > patience) return { go: false, waitMs }
    this.#store(name, { ...level, tokens: left })
    return { go: true, waitMs }
  }

  #asideOf(name: string): number {
    const known = this.#aside.get(name)
    return known === undefined || this.#elapsed() - known.at > ASIDE_FOR_MS ? 0 : known.tokens
  }

  #putAside(name: string, tokens: number): void {
    if (tokens > 0) keepNewest(this.#aside, name, { tokens, at: this.#elapsed() }, MAX_BUCKETS)
    else this.#aside.delete(name)
  }

  #levelOf(name: string, { perSecond, capacity }: BucketSize): Level {
    const bucket = this.#buckets.get(name)
    if (bucket === undefined) return { tokens: capacity, share: 1, gaveWayAt: null }
    const { tokens, share, at, gaveWayAt } = bucket
    const seconds = (this.#elapsed() - at) / 1_000
    const grown = Math.min(1, share + seconds * GROWS)
    // The share grew in between: the refill uses the mean of both shares.
    const filled = tokens + (seconds * perSecond * (share + grown)) / 2
    return { tokens: Math.min(capacity * grown, filled), share: grown, gaveWayAt }
  }

  #store(name: string, level: Level): void {
    keepNewest(this.#buckets, name, { ...level, at: this.#elapsed() }, MAX_BUCKETS)
  }
}
