/** How much of a limit is left to a caller, and the headers that say so. */

export interface RateLeft {
  /** Requests at once when nothing is used. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until all of the limit is there again. */
  readonly resetS: number
}

/** The limit that refuses first; of two that refuse now, the one that does so for longer. */
export const nearestLimit = (one: RateLeft, other: RateLeft): RateLeft => {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other
  return one.resetS > other.resetS ? one : other
}

/** The names that many clients know. */
export const rateHeaders = ({ limit, remaining, resetS }: RateLeft): Readonly<Record<string, string>> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetS),
})
