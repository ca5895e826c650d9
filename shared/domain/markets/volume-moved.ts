import { ONE } from '../kernel/numbers.ts'

/**
 * Whether a 24 h volume, in 1e-6 dollars, moved enough to be stored. It moves all day and only ranks search results, so it counts from a
 * tenth of itself on, and from $100 on, or when it falls to nothing.
 */
export const hasVolumeMoved = (before: number, now: number): boolean => {
  const moved = Math.abs(now - before)
  return (now === 0 && moved > 0) || (moved >= 100 * ONE && moved >= before / 10)
}
