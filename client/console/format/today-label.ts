/** The gain of the local day, with the hour it is counted from. */

import type { DayGain } from '../live/money/day-gain.ts'

const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `Today`, or the hour if no equity of midnight is known. */
export const todayLabel = (day: DayGain | null): string =>
  day === null || day.isWholeDay ? 'Today' : `Since ${HOUR.format(day.since)}`
