/** Writes a time span for a person: `40 s`, `13 min`, `5 h`, `3 days`. */

import { DAY, HOUR, MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'

export const duration = (ms: Millis): string => {
  if (ms < 2 * MINUTE) return `${Math.max(0, Math.round(ms / SECOND))} s`
  if (ms < 2 * HOUR) return `${Math.round(ms / MINUTE)} min`
  return ms < 2 * DAY ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY)} days`
}
