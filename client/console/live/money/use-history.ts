/** The equity over time: of one subaccount, or of all together. */

import type { components } from '../../../openapi-types.ts'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { type Live, useLive } from '../use-live.ts'

export type History = Live<{ readonly points: ReadonlyArray<components['schemas']['EquityPoint']> }>

/** A point is stored once an hour. */
const EVERY_S = 900

interface Which {
  readonly interval: '1h' | '1d'
  /** How many days before today are read; all if absent. */
  readonly days?: number
}

/** Without an id of all together; null reads nothing. */
export const useHistory = (subaccount_id: string | undefined | null, { interval, days }: Which): History => {
  const subject = { interval, ...(subaccount_id ? { subaccount_id } : {}) }
  const query = days === undefined ? subject : { ...subject, start_time: midnightBefore(days) }
  return useLive(
    subaccount_id === null ? '' : JSON.stringify(query),
    () => ask(api.GET('/v1/portfolio/history', { params: { query } })),
    { everyS: EVERY_S, ...(subaccount_id === null ? {} : { subject: JSON.stringify({ ...subject, days }) }) },
  )
}

/** The start of a local day. */
const midnightBefore = (days: number): string => {
  const day = new Date(new Date().setHours(0, 0, 0, 0))
  day.setDate(day.getDate() - days)
  return day.toISOString()
}
