/** How long until a time: `3 h`, `5 d`, `now` if it has passed, `–` without a time. */

import { span } from './time.ts'

export const timeLeft = (until: string | null, now: number): string => {
  if (until === null) return '–'
  const ms = Date.parse(until) - now
  return ms <= 0 ? 'now' : span(ms)
}
