/** Messages about one account: its orders, fills and positions (Kalshi live reference, section 1.4). */

import type { EngineEvent, OrderChange } from '../../engine/ledger/engine-events.ts'
import type { EngineOrder, EnginePosition } from '../../engine/ledger/engine-state.ts'
import { count, dollars, seconds, secondTime, sixDecimals } from '../http/wire-numbers.ts'
import type { KalshiWorld } from '../world/world.ts'

/** Null: no reason is given. The list of reasons is open. */
const REASONS: Readonly<Record<Exclude<OrderChange, null>, string>> = {
  trade: 'Trade',
  amended: 'Amend',
  decreased: 'Decrease',
  expired: 'ExpiryCancel',
  self_trade: 'SelfTradeCancel',
  market_closed: 'CloseCancel',
  market_resolved: 'CloseCancel',
  halted: 'HaltCancel',
  post_only_cross: 'PostOnlyCrossCancel',
  nothing_to_reduce: 'ReduceOnlyCancel',
  settlement_bounds: 'SettlementBoundsCancel',
}

/** Counts are totals, so that the next message makes up for a lost one. */
export const userOrderOf = (world: KalshiWorld, order: EngineOrder, change: OrderChange) => ({
  order_id: order.id,
  user_id: userOf(world, order.account),
  ticker: order.market,
  exchange_index: shardOf(world, order.market),
  status: order.status,
  side: order.buyFlag ? 'yes' : 'no',
  is_yes: order.buyFlag,
  ...sidesOf(order.buyFlag),
  yes_price_dollars: dollars(order.price),
  initial_count_fp: count(order.qty),
  fill_count_fp: count(order.filled),
  remaining_count_fp: count(order.remaining),
  taker_fill_cost_dollars: sixDecimals(order.takerCost),
  maker_fill_cost_dollars: sixDecimals(order.makerCost),
  taker_fees_dollars: sixDecimals(order.takerFees),
  maker_fees_dollars: sixDecimals(order.makerFees),
  client_order_id: order.identity ?? '',
  self_trade_prevention_type: order.selfTrade === 'cancel_taker' ? 'taker_at_cross' : 'maker',
  created_time: secondTime(order.createdAt),
  created_ts_ms: order.createdAt,
  last_updated_ts_ms: order.updatedAt,
  ...(change === null ? {} : { last_update_reason: REASONS[change] }),
  ...(order.expiresAt === null ? {} : { expiration_ts_ms: order.expiresAt }),
  subaccount_number: 0,
})

export const userFillOf = (world: KalshiWorld, event: Extract<EngineEvent, { kind: 'fill' }>) => {
  const { fill, identity, net } = event
  return {
    trade_id: fill.tradeId,
    order_id: fill.orderId,
    ...(identity === null ? {} : { client_order_id: identity }),
    market_ticker: fill.market,
    exchange_index: shardOf(world, fill.market),
    is_taker: fill.taker,
    side: 'yes',
    ...sidesOf(fill.buyFlag),
    action: fill.buyFlag ? 'buy' : 'sell',
    purchased_side: fill.buyFlag ? 'yes' : 'no',
    yes_price_dollars: dollars(fill.price),
    count_fp: count(fill.qty),
    fee_cost: sixDecimals(fill.fee),
    post_position_fp: count(net),
    ts: seconds(fill.at),
    ts_ms: fill.at,
    subaccount: 0,
  }
}

export const marketPositionOf = (world: KalshiWorld, position: EnginePosition) => ({
  user_id: userOf(world, position.account),
  market_ticker: position.market,
  position_fp: count(position.net),
  position_cost_dollars: sixDecimals(position.cost),
  realized_pnl_dollars: sixDecimals(position.realized),
  fees_paid_dollars: sixDecimals(position.fees),
  position_fee_cost_dollars: sixDecimals(position.net === 0 ? 0 : position.fees),
  volume_fp: count(volumeOf(world, position)),
  subaccount: 0,
})

/** How many contracts the account has traded in the market. */
const volumeOf = (world: KalshiWorld, { account, market }: EnginePosition): number =>
  world.engine.ledger.fills
    .filter((fill) => fill.account === account && fill.market === market)
    .reduce((sum, { qty }) => sum + qty, 0)

const sidesOf = (buyFlag: boolean) => ({
  outcome_side: buyFlag ? 'yes' : 'no',
  book_side: buyFlag ? 'bid' : 'ask',
})

const userOf = (world: KalshiWorld, account: string): string => world.members.get(account)?.userId ?? ''

const shardOf = (world: KalshiWorld, ticker: string): number =>
  world.catalogue.markets.get(ticker)?.event.series.shard ?? 0
