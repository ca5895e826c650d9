/** How old an answer may be that a shared cache on the way has kept. */

/**
 * Milliseconds: the header `Age`; without one, the longest that a shared cache may keep the answer (`Cache-Control` with `public` and
 * `max-age` in seconds); else 0. EXCHANGE_A's lists come with `public, max-age=15` and no `Age` (Kalshi live reference, section 2).
 */
export const answerAge = (header: (name: string) => string | undefined): number => {
  const age = header('age')
  if (age !== undefined && WHOLE.test(age)) return Number(age) * 1_000
  const cached = header('cache-control') ?? ''
  if (!/\bpublic\b/i.test(cached)) return 0
  const longest = /\bs-maxage=(\d{1,6})\b/i.exec(cached) ?? /\bmax-age=(\d{1,6})\b/i.exec(cached)
  return Number(longest?.[1] ?? 0) * 1_000
}

const WHOLE = /^\d{1,6}$/
