/** GET /v1/fees/{svc_id} */

import { svcId } from '#contract/kernel/svc-id.ts'
import { feesRecord, toFeesRecord } from '#contract/markets/fees-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { feeSchedule } from '#domain/exchanges/fees/fee-schedule.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getMarket } from '#use-cases/markets/find-markets.ts'
import { allMarkets, frame } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-fees',
    method: 'GET',
    path: '/v1/fees/{svc_id}',
    tag: 'Markets',
    summary: 'Get the fees of a market',
    description:
      'The formula, the rates of takers and makers, how the exchange rounds, and what 100 contracts come to at prices of 0.10 to 0.90, filled at once. The rates are those of the catalogue. Rates and fees are null where the exchange charges by a fee type without a published formula.',
    scope: 'read',
    request: { path: object({ svc_id: svcId() }) },
    reply: { status: 200, schema: feesRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read', catalogue: 'read' },
    ifBroken: 'Users cannot read the fees of markets. Look at the log of get-fees.',
  },
  () => ({ ...frame(), markets: allMarkets() }),
  async (deps, { path }) => {
    const market = await getMarket(deps, path.svc_id)
    return isProblem(market) ? market : toFeesRecord(market, feeSchedule(market))
  },
)
