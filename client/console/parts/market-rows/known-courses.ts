/** The courses that this tab has read. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { Courses } from './courses.ts'

const LOOK_AGAIN_MS = 15_000

export const knownCourses = new Courses({
  read: async (svc_id) => {
    // A week by the hour is some 170 short points at both exchanges. A day would be 1,440 of Kalshi.
    const query = { type: 'history', interval: '1w' } as const
    const answer = await ask(api.GET('/v1/prices/{svc_id}', { params: { path: { svc_id }, query } }))
    return answer.ok ? { ok: true, data: answer.data.history ?? [] } : answer
  },
  clock: Date.now,
  isHidden: () => document.hidden,
})

setInterval(() => knownCourses.readDue(), LOOK_AGAIN_MS)
document.addEventListener('visibilitychange', () => knownCourses.readDue())
