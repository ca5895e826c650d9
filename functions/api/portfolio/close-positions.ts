/** POST /v1/positions/close */

import type { InferOutput } from 'valibot'
import { toTradePrice } from '#contract/kernel/trade-price.ts'
import { closePositionsBody, closingOrders, toClosingOrders } from '#contract/portfolio/close-positions-body.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { type CloseRequest, closePositions, resumeClosing } from '#use-cases/portfolio/close-positions.ts'
import { allMarkets, credentials, frame, positions, publishedOrders, queues, subaccounts } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'close-positions',
    method: 'POST',
    path: '/v1/positions/close',
    tag: 'Portfolio',
    summary: 'Close positions at the market',
    description:
      'Places a `reduce_only` MARKET order for the position in one market, or in each. The reply lists the orders; it is empty if there are no positions. Holdings of a custom asset are the positions of its members. Decided positions are paid or redeemed, and are left out. Orders and stops stay: `POST /v1/subaccounts/{subaccount_id}/flatten` cancels them first.',
    scope: 'trade',
    request: { body: closePositionsBody },
    reply: { status: 202, schema: closingOrders, write: toClosingOrders },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'subaccount_inactive', when: 'the subaccount is inactive' },
      { status: 409, code: 'credentials_missing', when: 'no credentials are stored for the exchange of a position' },
    ],
    uses: { table: 'write', catalogue: 'read', sends: ['execute-order', 'deliver-webhook'] },
    ifBroken:
      'Users cannot close positions at once. Look at the log of close-positions and at the health of the table.',
  },
  () => ({
    ...frame(),
    orders: publishedOrders(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    positions: positions(),
    markets: allMarkets(),
    queues: queues(),
  }),
  (deps, { body, caller, newId }) => closePositions(deps, caller.userId, requested(body, newId)),
  (deps, { body, caller, newId }) => resumeClosing(deps, caller.userId, requested(body, newId)),
)

const requested = (body: InferOutput<typeof closePositionsBody>, requestId: string): CloseRequest => ({
  requestId,
  subaccountId: body.subaccount_id,
  svcId: body.svc_id ?? null,
  maxSlippage: toTradePrice(body.max_slippage),
})
