/** PATCH /v1/orders/{order_id} */

import { amendOrderBody, amendOrderRule, toAmendChange } from '#contract/orders/amend-order-body.ts'
import { orderRecord, toOrderRecord } from '#contract/orders/order-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { amendOrder, findAmended } from '#use-cases/orders/amend/amend-order.ts'
import {
  complexOrders,
  credentials,
  frame,
  haltOfNewRisk,
  marketBriefs,
  markets,
  positions,
  publishedOrders,
  queues,
  subaccounts,
  tradingDays,
} from '../../runtime.ts'
import { labelRecord } from '../label-records.ts'

export const handler = creatingEndpoint(
  {
    name: 'amend-order',
    method: 'PATCH',
    path: '/v1/orders/{order_id}',
    tag: 'Orders',
    summary: 'Change quantity, price or expiry of an order',
    description:
      'Absent fields stay as they are. `qty` is the new total, including fills. Only LIMIT orders with `time_in_force` GTC or GTD can be changed. The change is accepted, not done: follow it in `last_amend`. Until it is DONE, the old order may fill, but never more than the larger total. A refused change leaves the order unchanged. TPs and SLs of an unfilled order must lie beyond a new `price`.',
    scope: 'trade',
    request: { path: object({ order_id: uuid() }), body: amendOrderBody },
    rules: amendOrderRule,
    reply: { status: 202, schema: orderRecord },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'order_final', when: 'the order has ended' },
      {
        status: 409,
        code: 'not_amendable',
        when: 'the order acts at once (MARKET, IOC, FOK), is on a custom asset, is part of a TWAP or protects another order. Or a `reduce_only` order or the order of a linked stop would grow, or an expiry is given for an order that is not GTD',
      },
      { status: 409, code: 'cancel_requested', when: 'the order is being cancelled' },
      { status: 409, code: 'amend_pending', when: 'an earlier change of the order is under way' },
      { status: 409, code: 'below_filled', when: 'more than the new `qty` has filled' },
      { status: 409, code: 'price_off_tick', when: 'the new price is not on the price grid of the market' },
      { status: 409, code: 'qty_off_lot', when: 'the new `qty` is not a multiple of `tick_size_qty` of the market' },
      {
        status: 409,
        code: 'qty_below_minimum',
        when: 'the rest of the order would be below the minimum of the market',
      },
      { status: 409, code: 'subaccount_inactive', when: 'the subaccount is inactive' },
      { status: 409, code: 'credentials_missing', when: 'no credentials are stored for the exchange of the order' },
      {
        status: 409,
        code: 'trading_halted',
        when: 'trading is halted for the subaccount, and the change could do more than reduce a position',
      },
      {
        status: 409,
        code: 'risk_limit',
        when: 'the changed order would break a risk limit of the subaccount, and could do more than reduce a position',
      },
    ],
    uses: { table: 'write', sends: ['execute-order', 'cancel-order', 'advance-contingents', 'deliver-webhook'] },
    ifBroken:
      'Users cannot change their orders; they can cancel them and place new ones. Look at the log of amend-order.',
  },
  () => ({
    ...frame(),
    orders: publishedOrders(),
    complexOrders: complexOrders(),
    subaccounts: subaccounts(),
    tradingDays: tradingDays(),
    haltOfDeployment: haltOfNewRisk(),
    credentials: credentials(),
    markets: markets(),
    marketBriefs: marketBriefs(),
    positions: positions(),
    queues: queues(),
  }),
  async (deps, { path, body, caller, newId }) => {
    const amended = await amendOrder(deps, caller.userId, path.order_id, newId, toAmendChange(body))
    return isProblem(amended) ? amended : await labelRecord(deps, toOrderRecord(amended))
  },
  async (deps, { path, caller, newId }) => {
    const found = await findAmended(deps, caller.userId, path.order_id, newId)
    return found === null ? null : await labelRecord(deps, toOrderRecord(found))
  },
)
