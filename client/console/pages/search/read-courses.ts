/** Reads the courses of a few markets, one after the other: they share the exchange's limit with orders. */

import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Course } from '../../parts/market-rows/course.ts'

export type Interval = '1w' | '1m' | 'max'

/** Courses by market. A market whose prices cannot be read is missing; a problem if that is so of all. */
export const readCourses = async (
  svcIds: readonly number[],
  interval: Interval,
): Promise<Answer<ReadonlyMap<number, Course>>> => {
  const courses = new Map<number, Course>()
  let last: Answer<ReadonlyMap<number, Course>> = { ok: true, data: courses }
  for (const svc_id of svcIds) {
    const query = { type: 'history', interval } as const
    const answer = await ask(api.GET('/v1/prices/{svc_id}', { params: { path: { svc_id }, query } }))
    if (answer.ok) courses.set(svc_id, answer.data.history ?? [])
    else last = answer
  }
  return courses.size === 0 ? last : { ok: true, data: courses }
}
