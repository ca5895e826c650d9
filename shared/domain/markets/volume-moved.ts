import { ONE } from '../kernel/numbers.ts'

/**
 * True if a 24 h volume, in 1e-6 dollars, moved enough to be stored. The volume changes all day and only ranks search
 * results. So a change counts from a tenth and from $100 on, or when the volume falls to zero.
 */
export const hasVolumeMoved = (before: number, now: number): boolean => {
  const moved = Math.abs(now - before)
  return (now === 0 && moved > 0) || (moved >= 100 * ONE && moved >= before / 10)
}
