/** The newest trades of a market, as they happen. */

import { ask } from '../../../api/ask.ts'
import { api } from '../../../api/client.ts'
import { type Live, useLive } from '../../../live/use-live.ts'
import { type Tape, withTrades } from './with-trades.ts'

export const useTape = (svc_id: number): Live<Tape> =>
  useLive(
    `tape ${svc_id}`,
    () => ask(api.GET('/v1/trades/{svc_id}', { params: { path: { svc_id }, query: { limit: 40 } } })),
    { everyS: 3, channel: { name: `trades:${svc_id}`, dataOf: withTrades } },
  )
