/** Rest of a limit of a caller, and the headers that show it. */

export interface RateLeft {
  /** Requests at once if none is used. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until the whole limit is available again. */
  readonly resetS: number
}

/** The limit that refuses first; of two that refuse now, the one that refuses for longer. */
export const nearestLimit = (one: RateLeft, other: RateLeft): RateLeft => {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other
  return one.resetS > other.resetS ? one : other
}

/** Headers under names that many clients know. */
export const rateHeaders = ({ limit, remaining, resetS }: RateLeft): Readonly<Record<string, string>> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetS),
})
