/** Orders, fills, positions and settlements as the exchange writes them (Kalshi reference, sections 6.6 and 7). */

import type { EngineFill, EngineOrder, EnginePosition, EngineSettlement } from '../../engine/ledger/engine-state.ts'
import { count, dollars, microTime, seconds, sixDecimals } from '../http/wire-numbers.ts'
import type { KalshiWorld } from '../world/world.ts'

const ONE = 1_000_000
const CENT = 10_000

export const orderJson = (world: KalshiWorld, order: EngineOrder) => ({
  order_id: order.id,
  user_id: world.members.get(order.account)?.userId ?? '',
  client_order_id: order.identity ?? '',
  ticker: order.market,
  ...sidesOf(order.buyFlag),
  type: 'limit',
  status: order.status,
  yes_price_dollars: dollars(order.price),
  no_price_dollars: dollars(ONE - order.price),
  initial_count_fp: count(order.qty),
  fill_count_fp: count(order.filled),
  remaining_count_fp: count(order.remaining),
  taker_fill_cost_dollars: sixDecimals(order.takerCost),
  maker_fill_cost_dollars: sixDecimals(order.makerCost),
  taker_fees_dollars: sixDecimals(order.takerFees),
  maker_fees_dollars: sixDecimals(order.makerFees),
  created_time: microTime(order.createdAt, order.createdSequence),
  last_update_time: microTime(order.updatedAt, order.createdSequence),
  ...(order.expiresAt === null ? {} : { expiration_time: microTime(order.expiresAt) }),
  self_trade_prevention_type: order.selfTrade === 'cancel_taker' ? 'taker_at_cross' : 'maker',
  ...(order.cancelOnPause ? { cancel_order_on_pause: true } : {}),
  subaccount_number: 0,
  exchange_index: shardOf(world, order.market),
})

export const fillJson = (world: KalshiWorld, fill: EngineFill) => ({
  fill_id: fill.tradeId,
  trade_id: fill.tradeId,
  order_id: fill.orderId,
  ticker: fill.market,
  market_ticker: fill.market,
  exchange_index: shardOf(world, fill.market),
  ...sidesOf(fill.buyFlag),
  count_fp: count(fill.qty),
  yes_price_dollars: dollars(fill.price),
  no_price_dollars: dollars(ONE - fill.price),
  is_taker: fill.taker,
  fee_cost: sixDecimals(fill.fee),
  created_time: microTime(fill.at, fill.sequence),
  ts: seconds(fill.at),
  subaccount_number: 0,
})

export const positionJson = (world: KalshiWorld, position: EnginePosition) => ({
  ticker: position.market,
  exchange_index: shardOf(world, position.market),
  position_fp: count(position.net),
  market_exposure_dollars: sixDecimals(position.cost),
  total_traded_dollars: sixDecimals(position.traded),
  realized_pnl_dollars: sixDecimals(position.realized),
  fees_paid_dollars: sixDecimals(position.fees),
  last_updated_ts: microTime(position.updatedAt),
})

export const eventPositionJson = (event: string, positions: readonly EnginePosition[]) => {
  const sum = (amountOf: (position: EnginePosition) => number): number =>
    positions.reduce((total, position) => total + amountOf(position), 0)
  return {
    event_ticker: event,
    total_cost_dollars: sixDecimals(sum(({ traded }) => traded)),
    total_cost_shares_fp: count(sum(({ net }) => Math.abs(net))),
    event_exposure_dollars: sixDecimals(sum(({ cost }) => cost)),
    realized_pnl_dollars: sixDecimals(sum(({ realized }) => realized)),
    fees_paid_dollars: sixDecimals(sum(({ fees }) => fees)),
  }
}

export const settlementJson = (world: KalshiWorld, settlement: EngineSettlement) => {
  const { market, net, cost, payout } = settlement
  return {
    ticker: market,
    event_ticker: world.catalogue.markets.get(market)?.event.ticker ?? '',
    exchange_index: shardOf(world, market),
    market_result: payout === ONE ? 'yes' : payout === 0 ? 'no' : 'scalar',
    yes_count_fp: count(Math.max(0, net)),
    yes_total_cost_dollars: sixDecimals(net > 0 ? cost : 0),
    no_count_fp: count(Math.max(0, -net)),
    no_total_cost_dollars: sixDecimals(net < 0 ? cost : 0),
    revenue: Math.round(settlement.revenue / CENT),
    value: Math.round(payout / CENT),
    fee_cost: sixDecimals(settlement.fees),
    settled_time: microTime(settlement.at),
  }
}

/** `action` and `side` are leftovers of the old order family. */
const sidesOf = (buyFlag: boolean) => ({
  outcome_side: buyFlag ? 'yes' : 'no',
  book_side: buyFlag ? 'bid' : 'ask',
  side: 'yes',
  action: buyFlag ? 'buy' : 'sell',
})

const shardOf = (world: KalshiWorld, ticker: string): number =>
  world.catalogue.markets.get(ticker)?.event.series.shard ?? 0
