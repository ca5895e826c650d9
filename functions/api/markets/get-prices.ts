/** GET /v1/prices/{svc_id} */

import { svcId } from '#contract/kernel/svc-id.ts'
import { priceQuery, priceSeriesRecord, toPriceSeriesRecord } from '#contract/markets/price-series-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { readPrices } from '#use-cases/markets/read-prices.ts'
import { allMarketData, allMarkets, frame } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-prices',
    method: 'GET',
    path: '/v1/prices/{svc_id}',
    tag: 'Markets',
    summary: 'Get the price series of a market',
    description:
      'The series is candlesticks or a history of prices, back from now over `interval` (`1m` is one month). EXCHANGE_A has real candles with volume: of a minute for 1d, an hour for 1w and 1m, a day for max. EXCHANGE_B has a history of prices every `fidelity` minutes. Its candles have one price and no volume. Periods without data are left out.',
    scope: 'read',
    request: { path: object({ svc_id: svcId() }), query: priceQuery },
    reply: { status: 200, schema: priceSeriesRecord },
    refusals: [NOT_FOUND, { status: 503, code: 'exchange_unavailable', when: 'the exchange does not answer' }],
    uses: { table: 'read', catalogue: 'read', exchanges: 'public' },
    ifBroken: 'Users cannot read prices. Look at the log of get-prices.',
  },
  () => ({ ...frame(), markets: allMarkets(), marketData: allMarketData() }),
  async (deps, { path, query }) => {
    const found = await readPrices(deps, path.svc_id, query)
    if (isProblem(found)) return found
    return toPriceSeriesRecord(found.market, query.type, found.series)
  },
)
