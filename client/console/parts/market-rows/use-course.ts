/** The course of a market, read while a row of it is on the screen. */

import { useEffect } from 'preact/hooks'
import type { Course } from './course.ts'
import { knownCourses } from './known-courses.ts'

/** Null until it is known. */
export const useCourse = (svcId: number, isShown: boolean): Course | null => {
  useEffect(() => (isShown ? knownCourses.show(svcId) : undefined), [svcId, isShown])
  return knownCourses.of(svcId).value
}
