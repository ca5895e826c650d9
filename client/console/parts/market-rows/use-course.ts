/** The course of a market, read while a row of it is on the screen. */

import { useEffect } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Course } from './course.ts'
import { Courses } from './courses.ts'

const LOOK_AGAIN_MS = 15_000

const courses = new Courses({
  read: async (svc_id) => {
    // A week by the hour is some 170 short points at both exchanges. A day would be 1,440 of Kalshi.
    const query = { type: 'history', interval: '1w' } as const
    const answer = await ask(api.GET('/v1/prices/{svc_id}', { params: { path: { svc_id }, query } }))
    return answer.ok ? { ok: true, data: answer.data.history ?? [] } : answer
  },
  clock: Date.now,
  isHidden: () => document.hidden,
})

setInterval(() => courses.readDue(), LOOK_AGAIN_MS)
document.addEventListener('visibilitychange', () => courses.readDue())

/** Null until it is known. */
export const useCourse = (svcId: number, isShown: boolean): Course | null => {
  useEffect(() => (isShown ? courses.show(svcId) : undefined), [svcId, isShown])
  return courses.of(svcId).value
}
