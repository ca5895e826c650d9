/** PUT /v1/subaccounts/{subaccount_id}/limits */

import { limitsRecord, setLimitsBody, toLimitsRecord } from '#contract/risk/limits-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { type Money, money, type Qty, qty } from '#domain/kernel/numbers.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { setLimits } from '#use-cases/risk/manage-limits.ts'
import { changeLimitsDeps } from './limits-deps.ts'

export const handler = endpoint(
  {
    name: 'set-limits',
    method: 'PUT',
    path: '/v1/subaccounts/{subaccount_id}/limits',
    tag: 'Subaccounts',
    summary: 'Set the risk limits of a subaccount, halt it, or end the halt',
    description:
      'Null lifts a limit. An absent field stays as it is, so halting lifts no limit and setting a limit ends no halt. New limits hold from now on, even for orders that were accepted and not sent yet. They cancel no order that rests at an exchange. Cancels pass, and so do orders that can only reduce a position.',
    scope: 'admin',
    request: { path: object({ subaccount_id: uuid() }), body: setLimitsBody },
    reply: { status: 200, schema: limitsRecord, write: toLimitsRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write', sends: ['deliver-webhook'] },
    ifBroken: 'Users cannot halt trading or change their risk limits. Look at the log of set-limits at once.',
  },
  changeLimitsDeps,
  (deps, { path, body, caller }) =>
    setLimits(
      deps,
      { userId: caller.userId, subaccountId: path.subaccount_id, apiKeyId: caller.keyId },
      {
        maxOrderQty: qtyOf(body.max_order_qty),
        maxOrderCost: moneyOf(body.max_order_cost),
        maxOpenOrders: body.max_open_orders,
        maxDailyLoss: moneyOf(body.max_daily_loss),
        mcpDailyCost: moneyOf(body.mcp_daily_cost),
        halted: body.halted,
      },
    ),
)

type Given = number | null | undefined

const qtyOf = (given: Given): Qty | null | undefined => (given == null ? given : qty(given))
const moneyOf = (given: Given): Money | null | undefined => (given == null ? given : money(given))
