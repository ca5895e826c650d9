/** Checks whether each schedule has done its work lately. */

import { MINUTE, toIso } from '#domain/kernel/time.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { type Examination, ill, SEARCH_WITHIN, well } from '../finding.ts'

/** Runs may be late or fail once: the next one does their work. */
const INTERVALS = 3

export const schedules: Examination = {
  what: 'schedules',
  ifBlind: 'The logs cannot be read: check your rights to read them.',
  withinMs: SEARCH_WITHIN,
  look: async ({ place, now }) => {
    const specs = SCHEDULES.map(({ handler }) => handler.spec)
    const longest = Math.max(...specs.map(({ everyMinutes }) => everyMinutes)) * INTERVALS * MINUTE
    const lines = await place.logs.find([FUNCTION_LOG.scheduleDone, FUNCTION_LOG.scheduleFailed], now - longest, now)
    return specs.map(({ name, everyMinutes, ifBroken }) => {
      const last = lines.findLast((line) => line.function === name && line.message === FUNCTION_LOG.scheduleDone)
      if (last !== undefined && now - last.at <= everyMinutes * INTERVALS * MINUTE)
        return well(`${name} did its work at ${toIso(last.at)}`)
      const failed = lines.findLast((line) => line.function === name && line.message === FUNCTION_LOG.scheduleFailed)
      const isNew = now - place.startedAt < everyMinutes * INTERVALS * MINUTE
      if (isNew && (failed === undefined || failed.at < place.startedAt))
        return well(`${name} has not ended its first run since the start at ${toIso(place.startedAt)}`)
      const why =
        failed === undefined ? '' : ` It failed: ${String(failed.fields['error'] ?? 'see its log').split('\n')[0]}.`
      const since = `${name} has not done its work for ${everyMinutes * INTERVALS} minutes.${why}`
      return ill(since, `${ifBroken} In AWS, also check that its EventBridge rule is enabled.`)
    })
  },
}
