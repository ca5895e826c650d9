/** First data of a market page: the market, and its prices for the chart. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { keepBriefly } from '../../api/keep-briefly.ts'

export type Interval = '1d' | '1w' | '1m' | 'max'

export const readMarket = keepBriefly((svc_id: number) =>
  ask(api.GET('/v1/markets/{svc_id}', { params: { path: { svc_id } } })),
)

export const readPrices = keepBriefly((svc_id: number, interval: Interval) =>
  ask(api.GET('/v1/prices/{svc_id}', { params: { path: { svc_id }, query: { interval } } })),
)

/** The part of the page that draws charts. */
export const loadChart = () => import('./chart/chart.ts')

/** Asks for all of it, before the page does. */
export const readAhead = (svcId: number): void => {
  // The page asks again, and shows the failure.
  loadChart().catch(() => undefined)
  void readPrices(svcId, '1d')
  void readMarket(svcId)
}
