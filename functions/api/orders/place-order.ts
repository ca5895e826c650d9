/** POST /v1/orders */

import { createOrderBody, createOrderRule } from '#contract/orders/create-order-body.ts'
import { acceptedOrder } from '#contract/orders/order-batch.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { PLACING_REFUSALS } from './order-refusals.ts'
import { findPlaced, placeBody, placingDeps } from './place-body.ts'

export const handler = creatingEndpoint(
  {
    name: 'place-order',
    method: 'POST',
    path: '/v1/orders',
    tag: 'Orders',
    summary: 'Place an order',
    description:
      'The order is stored at once and enqueued for execution. Follow it with GET /v1/orders/{order_id}. The conditional orders in `conditional_orders_params` are stored with it, and act when it has filled.',
    scope: 'trade',
    request: { body: createOrderBody },
    rules: createOrderRule,
    reply: { status: 202, schema: acceptedOrder },
    refusals: PLACING_REFUSALS,
    uses: {
      table: 'write',
      catalogue: 'read',
      sends: ['execute-order', 'execute-basket', 'deliver-webhook'],
      exchanges: 'public',
    },
    ifBroken: 'Users cannot place orders. Look at the log of place-order and at the health of the table.',
  },
  placingDeps,
  (deps, { body, caller, newId }) => placeBody(deps, body, caller.userId, newId),
  (deps, { body, caller, newId }) =>
    findPlaced(deps, body.conditional_orders_params?.length ?? 0, caller.userId, newId),
)
