/** GET /v1/portfolio/history */

import {
  equityPointRecord,
  portfolioHistoryQuery,
  toEquityPointRecord,
} from '#contract/portfolio/portfolio-history-record.ts'
import { list } from '#contract/validation/fields/list.ts'
import { object } from '#contract/validation/fields/object.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { readPortfolioHistory } from '#use-cases/portfolio/read-portfolio-history.ts'
import { accountKind, clock, equity, frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-portfolio-history',
    method: 'GET',
    path: '/v1/portfolio/history',
    tag: 'Portfolio',
    summary: 'Show the equity over time',
    description:
      'One point for each hour of the last 90 days, or for each UTC day. An account that holds nothing has one a day only. Without `subaccount_id` all subaccounts are added up, but real and paper ones never together. The present value is not included.',
    scope: 'read',
    request: { query: portfolioHistoryQuery },
    reply: { status: 200, schema: object({ points: list(equityPointRecord) }) },
    uses: { table: 'read' },
    memoryMb: 1024,
    ifBroken: 'Users cannot see their equity curve. Look at the log of get-portfolio-history.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), equity: equity(), accounts: accountKind(), clock }),
  async (deps, { query, caller }) => {
    const { subaccount_id: subaccountId, interval, start_time: since } = query
    const points = await readPortfolioHistory(deps, caller.userId, { subaccountId, interval, since })
    return { points: points.map(toEquityPointRecord) }
  },
)
