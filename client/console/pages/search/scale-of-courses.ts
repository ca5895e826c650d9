/** The part of time and prices that a chart of several courses shows. */

import type { Course } from '../../parts/market-rows/course.ts'

export interface Scale {
  /** In Unix seconds. */
  readonly from: number
  readonly to: number
  /** In dollars: whole tenths around all prices. */
  readonly low: number
  readonly high: number
}

/** Null without any price. */
export const scaleOfCourses = (courses: readonly Course[], nowS: number): Scale | null => {
  const points = courses.flat()
  if (points.length === 0) return null
  const prices = points.map(({ price }) => price)
  const low = Math.floor(Math.min(...prices) * 10) / 10
  return {
    from: Math.min(...points.map(({ timestamp }) => timestamp)),
    to: nowS,
    low,
    high: Math.max(low + 0.1, Math.ceil(Math.max(...prices) * 10) / 10),
  }
}

/** The price at a time, which the last point until then gives; null before the first point. */
export const priceAt = (course: Course, timeS: number): number | null =>
  course.findLast(({ timestamp }) => timestamp <= timeS)?.price ?? null
