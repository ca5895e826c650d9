/** GET /v1/markets/{svc_id} */

import { svcId } from '#contract/kernel/svc-id.ts'
import { marketRecord, toMarketRecord } from '#contract/markets/market-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getMarket } from '#use-cases/markets/find-markets.ts'
import { allMarkets, frame } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-market',
    method: 'GET',
    path: '/v1/markets/{svc_id}',
    tag: 'Markets',
    summary: 'Get one market',
    scope: 'read',
    request: { path: object({ svc_id: svcId() }) },
    reply: { status: 200, schema: marketRecord },
    refusals: [NOT_FOUND],
    tagged: true,
    uses: { table: 'read', catalogue: 'read' },
    ifBroken: 'Users cannot read markets. Look at the log of get-market.',
  },
  () => ({ ...frame(), markets: allMarkets() }),
  async (deps, { path }) => {
    const market = await getMarket(deps, path.svc_id)
    return isProblem(market) ? market : toMarketRecord(market, null)
  },
)
