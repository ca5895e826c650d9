/** Accepts an order: stored at once, queued for execution, answered. What the exchange thinks of it comes later. */

import { newOrder, type Order, type OrderRequest } from '#domain/order.ts'
import { notFound, type Problem, problem } from '#domain/problem.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import type { CredentialsStore, MarketStore, OrderStore, SubaccountStore } from '#ports/store.ts'

export interface PlaceOrderDeps {
  readonly orders: OrderStore
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
  readonly queues: Queues
  readonly clock: Clock
  readonly log: Log
}

/** What the caller asked for, already valid in itself. */
export type PlaceOrderInput = Omit<OrderRequest, 'exchange' | 'nativeId' | 'shard' | 'svcId'> & {
  readonly svcId: number | null
  readonly customAssetId: string | null
}

export const placeOrder = async (deps: PlaceOrderDeps, input: PlaceOrderInput): Promise<Order | Problem> => {
  const now = deps.clock()
  const [subaccount, market] = await Promise.all([
    deps.subaccounts.get(input.userId, input.subaccountId),
    input.svcId === null ? null : deps.markets.get(input.svcId),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (input.customAssetId !== null) return notFound('Custom asset')
  if (market === null) return notFound('Market')
  if (!subaccount.isActive) return INACTIVE
  const credentials = await deps.credentials.get(subaccount.subaccountId, market.exchange)
  if (credentials === null) return missingCredentials(market.exchange)

  const { svcId, exchange, nativeId, shard } = market
  const order = newOrder({ ...input, svcId, exchange, nativeId, shard }, now)
  // False: an earlier run of this very request (same Idempotency-Key) stored it before it could answer.
  await deps.orders.create(order)
  await nudge(deps, order)
  return order
}

/** Best effort: a lost nudge delays the order until the sweeper finds it, and never loses it. */
const nudge = async (deps: PlaceOrderDeps, order: Order): Promise<void> => {
  try {
    await deps.queues.send(
      'execute-order',
      { orderId: order.orderId },
      { group: `${order.subaccountId}:${order.exchange}` },
    )
  } catch (error) {
    deps.log.warn('could not queue an order; the sweeper will', { orderId: order.orderId, error: String(error) })
  }
}

const INACTIVE: Problem = problem(
  409,
  'subaccount_inactive',
  'The subaccount is inactive. Set is_active to true with PATCH /v1/subaccounts/{subaccount_id} to trade with it.',
)

const missingCredentials = (exchange: string): Problem =>
  problem(
    409,
    'credentials_missing',
    `No credentials are stored for ${exchange}. Store them with PUT /v1/subaccounts/{subaccount_id}/credentials/${exchange}.`,
  )
