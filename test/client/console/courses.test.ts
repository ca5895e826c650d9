/** Courses of the markets in sight are read a few at a time, and kept for a while. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '#client/console/api/ask.ts'
import type { Course } from '#client/console/parts/market-rows/course.ts'
import { Courses } from '#client/console/parts/market-rows/courses.ts'

const MINUTE = 60_000
const COURSE: Course = [{ timestamp: 1, price: 0.4 }]

let now = 0
let isHidden = false
let asked: number[] = []
let answers: ((answer: Answer<Course>) => void)[] = []
let courses: Courses

beforeEach(() => {
  now = 1_000
  isHidden = false
  asked = []
  answers = []
  courses = new Courses({
    read: (svcId) => {
      asked.push(svcId)
      return new Promise((resolve) => answers.push(resolve))
    },
    clock: () => now,
    isHidden: () => isHidden,
  })
})

/** The exchange answers the oldest open read. */
const answer = async (given: Answer<Course> = { ok: true, data: COURSE }): Promise<void> => {
  answers.shift()?.(given)
  await new Promise((resolve) => setImmediate(resolve))
}

const failed = (status: number, retryAfterS: number | null = null): Answer<Course> => ({
  ok: false,
  problem: { status, code: 'x', detail: 'x', retryAfterS },
})

describe('courses of markets', () => {
  it('are read two at a time, and those that have left the screen are not read', async () => {
    const ends = [1, 2, 3, 4].map((svcId) => courses.show(svcId))
    expect(asked).toEqual([1, 2])
    ends[2]?.()
    await answer()
    expect(courses.of(1).value).toEqual(COURSE)
    expect(asked).toEqual([1, 2, 4])
  })

  it('are kept for ten minutes, also while no row shows them', async () => {
    courses.show(1)()
    courses.show(1)
    await answer()
    now += 10 * MINUTE - 1
    courses.show(1)
    expect(asked).toEqual([1])
    now += 1
    courses.readDue()
    expect(asked).toEqual([1, 1])
  })

  it('stay shown by a second row when the first one leaves', async () => {
    const [first] = [courses.show(1), courses.show(1)]
    await answer()
    first?.()
    now += 10 * MINUTE
    courses.readDue()
    expect(asked).toEqual([1, 1])
  })

  it('are not read while the page is hidden', () => {
    isHidden = true
    courses.show(1)
    expect(asked).toEqual([])
    isHidden = false
    courses.readDue()
    expect(asked).toEqual([1])
  })

  it('rest for as long as the service wants after a failure', async () => {
    courses.show(1)
    await answer(failed(429, 5))
    courses.readDue()
    expect(asked).toEqual([1])
    now += 5_000
    courses.readDue()
    expect(asked).toEqual([1, 1])
    expect(courses.of(1).value).toBeNull()
  })

  it('of an unknown market are not asked for again and again', async () => {
    courses.show(1)
    await answer(failed(404))
    now += MINUTE
    courses.readDue()
    expect(asked).toEqual([1])
  })
})
