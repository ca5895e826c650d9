/** Rate limit that an answer reports (Polymarket live data, section 7; `Retry-After` of RFC 9110). */

export interface ReportedLimit {
  /** Time to wait before the next call; null if the answer does not contain it. At most a day. */
  readonly retryAfterMs: number | null
  /** Tokens left in the bucket of the call, below 0 if it is overdrawn; null if the answer does not contain them. */
  readonly tokensLeft: number | null
  /** True for an answer of the exchange's token buckets, and not of a server before them. */
  readonly namesBucket: boolean
  /** Tier of the account in lower case; absent if the answer does not contain it. */
  readonly tier?: string
}

/** Reads the limit. `header` returns a header by its name in lower case. `now` is the time of this machine, in ms. */
export const reportedLimit = (header: (name: string) => string | undefined, now: number): ReportedLimit => {
  const said = numberIn(header('poly-ratelimit-remaining'))
  const namesBucket = BUCKET_HEADERS.some((name) => header(name) !== undefined)
  // A warning marks a call that will be refused once the limit is enforced.
  const isWarned = header('poly-ratelimit-warning')?.toLowerCase() === 'true'
  const remaining = isWarned ? Math.min(said ?? 0, 0) : said
  const reset = numberIn(header('poly-ratelimit-reset'))
  const waits = [retryAfter(header('retry-after'), now), reset === null ? null : reset * 1_000 - now]
  const waitsAhead = waits.filter((wait) => wait !== null && wait > 0 && wait <= DAY)
  // `Reset` is also in answers that were not refused: only an overdrawn bucket has to wait for it.
  const isRefused = header('retry-after') !== undefined || (said !== null && said <= 0)
  const tier = header('poly-ratelimit-tier')?.trim().toLowerCase()
  const longest = waitsAhead.reduce<number>((most, wait) => Math.max(most, wait ?? 0), 0)
  return {
    retryAfterMs: isRefused && longest > 0 ? Math.ceil(longest) : null,
    tokensLeft: remaining,
    namesBucket,
    ...(tier ? { tier } : {}),
  }
}

const BUCKET_HEADERS = ['remaining', 'reset', 'tier', 'warning'].map((name) => `poly-ratelimit-${name}`)

const DAY = 86_400_000

/** Reads seconds, or a date. */
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
