/** The chart of an event shows all its prices, from the first to now. */

import { expect, it } from 'vitest'
import { priceAt, scaleOfCourses } from '#client/console/pages/search/scale-of-courses.ts'

const course = (...points: readonly (readonly [timestamp: number, price: number])[]) =>
  points.map(([timestamp, price]) => ({ timestamp, price }))

it('the scale has whole tenths around all prices, and reaches until now', () => {
  const courses = [course([20, 0.33], [50, 0.42]), course([10, 0.08]), []]
  expect(scaleOfCourses(courses, 100)).toEqual({ from: 10, to: 100, low: 0, high: 0.5 })
  expect(scaleOfCourses([course([10, 0.5])], 100)).toMatchObject({ low: 0.5, high: 0.6 })
  expect(scaleOfCourses([[]], 100)).toBeNull()
})

it('a price holds until the next one', () => {
  const one = course([20, 0.3], [50, 0.4])
  expect([19, 20, 49, 50, 99].map((timeS) => priceAt(one, timeS))).toEqual([null, 0.3, 0.3, 0.4, 0.4])
})
