/** Cancel, amend and decrease (Kalshi reference, sections 6.3 to 6.5). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import type { EngineOrder } from '../../engine/ledger/engine-state.ts'
import { type Charge, ok, type SimulatorCall } from '../http/call.ts'
import { refusal } from '../http/refusal.ts'
import { count, readDecimal } from '../http/wire-numbers.ts'
import { isClosed, isPaused, type KalshiWorld } from '../world/world.ts'
import { averagesOf } from './create-order.ts'
import { refusalOf } from './engine-refusal.ts'
import { checkShard, oneOf, readCount } from './read-submission.ts'

export const cancelOrder = (call: SimulatorCall): HttpReply => {
  const query = call.query('CancelOrderV2')
  const route = { ticker: query.text('market_ticker'), shard: query.whole('exchange_index') }
  const order = findLive(call, call.params['order_id'] ?? '', route)
  return ok(canceledJson(order, call.world.engine.cancel(order), call.now))
}

/** All shards at once; 204 without a body. */
export const cancelAllOrders = ({ world, account }: SimulatorCall): HttpReply => {
  for (const order of world.engine.ledger.orders.values()) {
    if (order.account !== account || order.status !== 'resting' || isClosed(world, order.market)) continue
    world.engine.cancel(order)
  }
  return { status: 204 }
}

export const amendOrder = (call: SimulatorCall): HttpReply => {
  const { world, now } = call
  const body = call.body('AmendOrderV2Request')
  const ticker = body.required('ticker')
  const side = oneOf(body, 'side', ['bid', 'ask'])
  const price = readDecimal(body.required('price'), 4)
  const qty = readCount(body.required('count'))
  const identity = body.text('client_order_id')
  const renamed = body.text('updated_client_order_id')
  const expires = body.whole('expiration_time')
  checkShard(world, ticker, body.whole('exchange_index') ?? -1)
  if (isPaused(world, ticker)) throw refusal(409, 'trading_is_paused')
  const order = findLive(call, call.params['order_id'] ?? '', { ticker, shard: undefined })
  if (order.market !== ticker) throw refusal(400, 'order_ticker_mismatch')
  if (order.buyFlag !== (side === 'bid')) throw refusal(400, 'order_side_mismatch')
  if (identity !== undefined && identity !== order.identity) {
    throw refusal(400, 'order_id_and_client_order_id_mismatch')
  }
  if (price === null) throw refusal(400, 'invalid_price')
  const before = order.remaining
  const outcome = world.engine.amend(order, {
    price,
    qty,
    ...(renamed === undefined ? {} : { identity: renamed }),
    // Zero takes the expiry away, absence keeps it.
    ...(expires === undefined ? {} : { expiresAt: expires === 0 ? null : expires * 1000 }),
  })
  if (!outcome.ok) throw refusalOf(world, order, outcome.reason)
  const filled = outcome.fills.reduce((sum, fill) => sum + fill.qty, 0)
  const isChanged = filled > 0 || order.remaining !== before
  return ok({
    order_id: order.id,
    ...named(order),
    remaining_count: isChanged ? count(order.remaining) : null,
    fill_count: isChanged ? count(filled) : null,
    average_fill_price: null,
    average_fee_paid: null,
    ...averagesOf(outcome.fills),
    ts_ms: now,
  })
}

export const decreaseOrder = (call: SimulatorCall): HttpReply => {
  const { world, now } = call
  const body = call.body('DecreaseOrderV2Request')
  const by = body.text('reduce_by')
  const to = body.text('reduce_to')
  if ((by === undefined) === (to === undefined)) {
    throw refusal(400, 'invalid_parameters', 'exactly one of reduce_by and reduce_to must be provided')
  }
  const route = { ticker: body.text('market_ticker'), shard: body.whole('exchange_index') }
  const order = findLive(call, call.params['order_id'] ?? '', route)
  const target = to === undefined ? Math.max(0, order.remaining - readCount(by ?? '')) : readDecimal(to, 2)
  if (target === null || target > order.remaining) throw refusal(400, 'invalid_order_size')
  const outcome = world.engine.amend(order, { price: order.price, qty: order.filled + target })
  if (!outcome.ok) throw refusalOf(world, order, outcome.reason)
  return ok({ order_id: order.id, ...named(order), remaining_count: count(order.remaining), ts_ms: now })
}

export const chargeOfCancel = (call: SimulatorCall): Charge => {
  const query = call.query('CancelOrderV2')
  return { cost: 2, shard: chargedShard(query.whole('exchange_index'), query.text('market_ticker')) }
}

export const chargeOfAmend = (call: SimulatorCall): Charge => ({
  cost: 10,
  shard: chargedShard(call.body('AmendOrderV2Request').whole('exchange_index'), 'given'),
})

export const chargeOfDecrease = (call: SimulatorCall): Charge => {
  const body = call.body('DecreaseOrderV2Request')
  return { cost: 10, shard: chargedShard(body.whole('exchange_index'), body.text('market_ticker')) }
}

const chargedShard = (shard: number | undefined, ticker: string | undefined): number | 'auto' =>
  shard !== undefined && shard >= 0 ? shard : ticker === undefined ? 0 : 'auto'

/**
 * The caller's resting order on the shard the call goes to: the one named, else the market's, else 0 (Kalshi
 * reference, section 6.3). An order of another shard is as unknown there as one that has ended.
 */
const findLive = (
  { world, account }: SimulatorCall,
  id: string,
  route: { readonly ticker: string | undefined; readonly shard: number | undefined },
): EngineOrder => {
  const pinned = route.shard !== undefined && route.shard >= 0 ? route.shard : undefined
  const shard = pinned ?? (route.ticker === undefined ? 0 : shardOf(world, route.ticker))
  const order = world.engine.ledger.orders.get(id)
  if (order === undefined || order.account !== account || shardOf(world, order.market) !== shard) {
    throw refusal(404, 'not_found')
  }
  if (isClosed(world, order.market)) throw refusal(409, 'market_inactive')
  if (order.status !== 'resting') throw refusal(404, 'not_found')
  return order
}

const shardOf = (world: KalshiWorld, ticker: string): number =>
  world.catalogue.markets.get(ticker)?.event.series.shard ?? -1

const named = ({ identity }: EngineOrder) => (identity === null ? {} : { client_order_id: identity })

const canceledJson = (order: EngineOrder, removed: number, now: number) => ({
  order_id: order.id,
  ...named(order),
  reduced_by: count(removed),
  ts_ms: now,
})
