/** The change of a price within a day. */

import type { Course } from './course.ts'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** In dollars, from the last price of a day ago; null if a price is not known. Hours without trades have no point. */
export const changeOf = (course: Course, last: number | null, nowS: number): number | null => {
  const before = course.findLast(({ timestamp }) => timestamp + HOUR_S <= nowS - DAY_S)
  const now = last ?? course.at(-1)?.price
  // Both prices have six digits after the point, and so has their difference.
  return before === undefined || now === undefined ? null : Math.round((now - before.price) * 1_000_000) / 1_000_000
}
