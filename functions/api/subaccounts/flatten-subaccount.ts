/** POST /v1/subaccounts/{subaccount_id}/flatten */

import { toTradePrice } from '#contract/kernel/trade-price.ts'
import { flattenBody, flattenRecord, toFlattenRecord } from '#contract/risk/flatten-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { flattenSubaccount, resumeFlattening } from '#use-cases/wind-down/flatten-subaccount.ts'
import {
  allMarkets,
  credentials,
  flattenings,
  frame,
  positions,
  publishedComplexOrders,
  publishedOrders,
  queues,
  subaccounts,
} from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'flatten-subaccount',
    method: 'POST',
    path: '/v1/subaccounts/{subaccount_id}/flatten',
    tag: 'Subaccounts',
    summary: 'Cancel everything and close all positions',
    description:
      'Cancels all orders and complex orders of the subaccount, as both cancel-alls do, and places a `reduce_only` MARKET order for each position. Fills of the cancelled orders until they leave their books are closed too. The service completes an interrupted request within a minute. The body may be left out.',
    scope: 'trade',
    request: { path: object({ subaccount_id: uuid() }), body: flattenBody },
    reply: { status: 202, schema: flattenRecord, write: toFlattenRecord },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'subaccount_inactive', when: 'the subaccount is inactive' },
      { status: 409, code: 'credentials_missing', when: 'no credentials are stored for the exchange of a position' },
    ],
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      catalogue: 'read',
      sends: [
        'execute-order',
        'cancel-order',
        'execute-basket',
        'advance-contingents',
        'deliver-webhook',
        'sweep-soon',
      ],
    },
    memoryMb: 1024,
    timeoutS: 29,
    ifBroken:
      'Users cannot leave everything at once. Look at the log of flatten-subaccount; the sweeper completes requests that have begun.',
  },
  () => ({
    ...frame(),
    orders: publishedOrders(),
    complexOrders: publishedComplexOrders(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    positions: positions(),
    flattenings: flattenings(),
    markets: allMarkets(),
    queues: queues(),
  }),
  (deps, { path, body, caller, newId }) =>
    flattenSubaccount(deps, {
      userId: caller.userId,
      subaccountId: path.subaccount_id,
      flattenId: newId,
      maxSlippage: toTradePrice(body.max_slippage),
    }),
  (deps, { path, caller, newId }) => resumeFlattening(deps, caller.userId, path.subaccount_id, newId),
)
