/** Greatest age of an answer that a shared cache on the way may have kept. */

/**
 * Returns milliseconds: the header `Age`, or else the longest time for which a shared cache may keep the answer
 * (`Cache-Control` with `public` and `max-age` in seconds), or else 0. EXCHANGE_A's lists have `public, max-age=15` and
 * no `Age` (Kalshi live reference, section 2).
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
