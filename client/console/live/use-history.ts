/** The equity over time: of one subaccount, or of all together. */

import type { components } from '../../openapi-types.ts'
import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { type Live, useLive } from './use-live.ts'

export type History = Live<{ readonly points: ReadonlyArray<components['schemas']['EquityPoint']> }>

/** A point is stored once an hour. */
const EVERY_S = 900

/** Without an id of all together; null reads nothing. */
export const useHistory = (subaccount_id: string | undefined | null, interval: '1h' | '1d'): History => {
  const query = { interval, ...(subaccount_id ? { subaccount_id } : {}) }
  return useLive(
    subaccount_id === null ? '' : JSON.stringify(query),
    () => ask(api.GET('/v1/portfolio/history', { params: { query } })),
    { everyS: EVERY_S },
  )
}
