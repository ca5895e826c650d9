/** Messages of the user channel: orders and trades of one key (Polymarket live reference, section 1.3). */

import type { OrderChange } from '../../engine/ledger/engine-events.ts'
import type { EngineOrder } from '../../engine/ledger/engine-state.ts'
import { tradeJson } from '../clob/account/read-trades.ts'
import type { ClobTrade } from '../clob/account/trade.ts'
import type { ClobOrder } from '../clob/orders/order.ts'
import { decimal, seconds } from '../http/wire-decimals.ts'
import type { Member, PolymarketWorld } from '../world/world.ts'

/** Orders that the exchange ends without their owner have these words; some are INVALID, as captured. */
const ENDS: Readonly<Record<Exclude<OrderChange, null>, string>> = {
  trade: 'CANCELED',
  amended: 'CANCELED',
  decreased: 'CANCELED',
  expired: 'CANCELED_EXPIRED_ORDER',
  self_trade: 'INVALID',
  market_closed: 'INVALID',
  market_resolved: 'CANCELED_MARKET_RESOLVED',
  halted: 'INVALID',
  post_only_cross: 'INVALID',
  nothing_to_reduce: 'INVALID',
  settlement_bounds: 'INVALID',
}

/** An order that arrives and trades at once is published twice: as placed, and as updated. */
export const orderMessages = (
  world: PolymarketWorld,
  order: ClobOrder,
  booked: EngineOrder,
  change: OrderChange,
  isNew: boolean,
): Record<string, unknown>[] => {
  const filled = decimal(booked.filled)
  const placed = { ...orderFields(world, order), type: 'PLACEMENT', size_matched: '0', status: 'LIVE' }
  const trades = { associate_trades: order.tradeIds.length === 0 ? null : [...order.tradeIds] }
  const isOver = booked.status !== 'resting'
  const updated = { ...orderFields(world, order), ...trades, type: 'UPDATE', size_matched: filled }
  const messages: Record<string, unknown>[] = isNew ? [placed] : []
  if (change === 'trade') messages.push({ ...updated, status: isOver ? 'MATCHED' : 'LIVE' })
  if (booked.status === 'canceled' && change !== 'trade') {
    const status = change === null ? 'CANCELED' : ENDS[change]
    messages.push({ ...updated, type: 'CANCELLATION', associate_trades: [...order.tradeIds], status })
  }
  return messages
}

/** An order that the engine never had: held back by the market's delay (`end` null), or killed, with the words of it. */
export const notedMessage = (world: PolymarketWorld, order: ClobOrder, end: string | null): Record<string, unknown> => {
  const fields = orderFields(world, order)
  if (end === null) return { ...fields, type: 'PLACEMENT', size_matched: '0', status: 'DELAYED' }
  const killed = { size_matched: '', outcome: '', created_at: '', associate_trades: [] }
  return { ...fields, ...killed, type: 'CANCELLATION', status: end }
}

export const tradeMessage = (
  world: PolymarketWorld,
  trade: ClobTrade,
  members: readonly Member[],
  owner: string,
): Record<string, unknown> => {
  const at = instantOf(world, trade.updatedAt)
  const { match_time_nano: _, ...json } = tradeJson(world, trade, members)
  return {
    ...json,
    status: trade.status,
    event_type: 'trade',
    type: 'TRADE',
    trade_owner: owner,
    match_time: instantOf(world, trade.at),
    matchtime: instantOf(world, trade.at),
    last_update: at,
    timestamp: at,
  }
}

/** A FOK or FAK order that buys counts dollars. */
const orderFields = (world: PolymarketWorld, order: ClobOrder) => ({
  event_type: 'order',
  id: order.id,
  owner: order.owner,
  order_owner: order.owner,
  market: order.market,
  asset_id: order.token,
  side: order.side,
  outcome: world.catalogue.markets.get(order.market)?.outcomes[order.outcome] ?? '',
  original_size: decimal(order.spend ?? order.size),
  price: decimal(order.price),
  order_type: order.type,
  associate_trades: null,
  created_at: instantOf(world, order.createdAt),
  expiration: String(order.expiration),
  maker_address: order.maker,
  timestamp: instantOf(world, world.clock()),
})

const instantOf = ({ streams }: PolymarketWorld, at: number): string =>
  String(streams.userTimestamps === 's' ? seconds(at) : at)
