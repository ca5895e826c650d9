/** Rate limit that an answer reports (Polymarket live data, section 7; `Retry-After` of RFC 9110). */

export interface ToldLimit {
  /** How long to stay away; null where the answer does not say. At most a day. */
  readonly retryAfterMs: number | null
  /** Tokens left in the bucket that the call drew on, below 0 when it is overdrawn; null where the answer does not say. */
  readonly tokensLeft: number | null
  /** The answer comes from the token buckets of the exchange, and not from a server before it. */
  readonly namesBucket: boolean
  /** The tier of the account in lower case; absent where the answer does not say. */
  readonly tier?: string
}

/** `header` gives a header of the answer by its name in lower case. `now` is the time of this machine, in ms. */
export const toldLimit = (header: (name: string) => string | undefined, now: number): ToldLimit => {
  const said = numberIn(header('poly-ratelimit-remaining'))
  const namesBucket = BUCKET_HEADERS.some((name) => header(name) !== undefined)
  // With a warning the call would have been refused, once the limit is enforced.
  const isWarned = header('poly-ratelimit-warning')?.toLowerCase() === 'true'
  const remaining = isWarned ? Math.min(said ?? 0, 0) : said
  const reset = numberIn(header('poly-ratelimit-reset'))
  const waits = [retryAfter(header('retry-after'), now), reset === null ? null : reset * 1_000 - now]
  const told = waits.filter((wait) => wait !== null && wait > 0 && wait <= DAY)
  // `Reset` is also in answers that were not refused: only an overdrawn bucket has to wait for it.
  const isRefused = header('retry-after') !== undefined || (said !== null && said <= 0)
  const tier = header('poly-ratelimit-tier')?.trim().toLowerCase()
  const longest = told.reduce<number>((most, wait) => Math.max(most, wait ?? 0), 0)
  return {
    retryAfterMs: isRefused && longest > 0 ? Math.ceil(longest) : null,
    tokensLeft: remaining,
    namesBucket,
    ...(tier ? { tier } : {}),
  }
}

const BUCKET_HEADERS = ['remaining', 'reset', 'tier', 'warning'].map((name) => `poly-ratelimit-${name}`)

const DAY = 86_400_000

/** Seconds, or a date. */
const retryAfter = (text: string | undefined, now: number): number | null => {
  const seconds = numberIn(text)
  if (seconds !== null) return seconds * 1_000
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at - now
}

const numberIn = (text: string | undefined): number | null => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
