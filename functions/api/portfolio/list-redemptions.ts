/** GET /v1/redemptions */

import { redemptionQuery, redemptionRecord, toRedemptionRecord } from '#contract/portfolio/redemption-record.ts'
import { boolean } from '#contract/validation/fields/boolean.ts'
import { list } from '#contract/validation/fields/list.ts'
import { object } from '#contract/validation/fields/object.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listRedemptions } from '#use-cases/portfolio/list-redemptions.ts'
import { frame, subaccounts, walletActions } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-redemptions',
    method: 'GET',
    path: '/v1/redemptions',
    tag: 'Portfolio',
    summary: 'List redemptions',
    description: 'Redemptions and merges, newest first, with their state, payout and transaction.',
    scope: 'read',
    request: { query: redemptionQuery },
    reply: { status: 200, schema: object({ redemptions: list(redemptionRecord), has_more: boolean() }) },
    uses: { table: 'read' },
    ifBroken: 'Users cannot see the state of their redemptions. Look at the log of list-redemptions.',
  },
  () => ({ ...frame(), subaccounts: subaccounts(), walletActions: walletActions() }),
  async (deps, { query, caller }) => {
    const { subaccount_id: subaccountId, svc_id: svcId, limit, offset } = query
    const found = await listRedemptions(deps, caller.userId, { subaccountId, svcId, limit, offset })
    return { redemptions: found.actions.map(toRedemptionRecord), has_more: found.hasMore }
  },
)
