/** Orders, fills, positions, settlements and balance, from the delayed copy (Kalshi reference, sections 6.6 and 7). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import type { EnginePosition } from '../../engine/ledger/engine-state.ts'
import { stake } from '../../engine/matching/contract-cost.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { pageOf } from '../http/page-cursor.ts'
import { badQuery, refusal } from '../http/refusal.ts'
import type { QueryReader } from '../http/request-query.ts'
import { dollars, microTime, seconds } from '../http/wire-numbers.ts'
import type { KalshiWorld } from '../world/world.ts'
import { isArchivedOrder, isArchivedPosition, isArchivedTrade, type Part } from './archive.ts'
import { eventPositionJson, fillJson, orderJson, positionJson, settlementJson } from './portfolio-json.ts'

const CENT = 10_000
const ONE = 1_000_000

export const listOrders = (call: SimulatorCall): HttpReply => ordersIn(call, 'live')

export const listArchivedOrders = (call: SimulatorCall): HttpReply => ordersIn(call, 'archive')

const ordersIn = (call: SimulatorCall, part: Part): HttpReply => {
  const { world } = call
  const query = call.query(part === 'live' ? 'GetOrders' : 'GetHistoricalOrders')
  const requested = filterOf(world, query)
  const status = query.text('status')
  const limit = query.limit(1000, 100, 1)
  const rows = newestFirst(viewOf(call).orders).filter(
    (order) =>
      isArchivedOrder(call.world, order) === (part === 'archive') &&
      requested(order.market, order.createdAt) &&
      (status === undefined || order.status === status),
  )
  const page = pageOf(rows, ({ id }) => id, limit, query.text('cursor'))
  return ok({ orders: page.items.map((order) => orderJson(world, order)), cursor: page.cursor })
}

export const getOrder = (call: SimulatorCall): HttpReply => {
  call.world.copy.catchUp()
  const order = call.world.copy.orderOf(call.account, call.params['order_id'] ?? '')
  if (order === undefined || isArchivedOrder(call.world, order)) throw refusal(404, 'not_found')
  return ok({ order: orderJson(call.world, order) })
}

export const listFills = (call: SimulatorCall): HttpReply => fillsIn(call, 'live')

export const listArchivedFills = (call: SimulatorCall): HttpReply => fillsIn(call, 'archive')

const fillsIn = (call: SimulatorCall, part: Part): HttpReply => {
  const { world } = call
  const query = call.query(part === 'live' ? 'GetFills' : 'GetHistoricalFills')
  const needed = filterOf(world, query, 100)
  const order = query.text('order_id')
  const limit = query.limit(1000, 100, 1)
  const rows = newestFirst(viewOf(call).fills).filter(
    (fill) =>
      isArchivedTrade(call.world, fill) === (part === 'archive') &&
      needed(fill.market, fill.at) &&
      (order === undefined || fill.orderId === order),
  )
  const page = pageOf(rows, ({ id }) => id, limit, query.text('cursor'))
  return ok({ fills: page.items.map((fill) => fillJson(world, fill)), cursor: page.cursor })
}

export const listPositions = (call: SimulatorCall): HttpReply => {
  const { world } = call
  const query = call.query('GetPositions')
  const wanted = filterOf(world, query)
  const limit = query.limit(1000, 100, 1)
  const settlement = query.text('settlement_status') ?? 'unsettled'
  if (!['unsettled', 'settled', 'all'].includes(settlement)) throw badQuery('GetPositions', 'SettlementStatus', 'oneof')
  const filters = query.list('count_filter') ?? []
  const rows = [...viewOf(call).positions.values()].filter(
    (position) =>
      !isArchivedPosition(call.world, position) &&
      wanted(position.market, position.updatedAt) &&
      (settlement === 'all' || isSettled(world, position) === (settlement === 'settled')) &&
      (!filters.includes('position') || position.net !== 0) &&
      (!filters.includes('total_traded') || position.traded !== 0),
  )
  const page = pageOf(rows, ({ market }) => market, limit, query.text('cursor'))
  const byEvent = Map.groupBy(page.items, ({ market }) => world.catalogue.markets.get(market)?.event.ticker ?? '')
  return ok({
    market_positions: page.items.map((position) => positionJson(world, position)),
    event_positions: [...byEvent].map(([event, positions]) => eventPositionJson(event, positions)),
    cursor: page.cursor,
  })
}

export const listSettlements = (call: SimulatorCall): HttpReply => {
  const { world } = call
  const query = call.query('GetSettlements')
  const wanted = filterOf(world, query)
  const limit = query.limit(1000, 100, 1)
  const rows = newestFirst(viewOf(call).settlements).filter(
    (row) => !isArchivedPosition(call.world, row) && wanted(row.market, row.at),
  )
  const page = pageOf(rows, ({ id }) => id, limit, query.text('cursor'))
  return ok({ settlements: page.items.map((row) => settlementJson(world, row)), cursor: page.cursor })
}

export const getBalance = (call: SimulatorCall): HttpReply => {
  const { world } = call
  const only = call.query('GetBalance').whole('exchange_index')
  const asOf = world.copy.catchUp()
  const { cash, positions } = world.copy.viewOf(call.account)
  const rows = Object.entries(cash)
    .map(([shard, amount]) => ({ shard: Number(shard), amount }))
    .filter(({ shard }) => only === undefined || shard === only)
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  const value = [...positions.values()]
    .filter(({ market }) => only === undefined || shardOf(world, market) === only)
    .reduce((sum, position) => sum + marketValue(world, position), 0)
  return ok({
    balance: Math.trunc(total / CENT),
    balance_dollars: dollars(total),
    portfolio_value: Math.trunc(value / CENT),
    updated_ts: seconds(asOf),
    balance_breakdown: rows.map(({ shard, amount }) => ({ exchange_index: shard, balance: dollars(amount) })),
  })
}

/** How fresh the reads above are. */
export const getUserDataTimestamp = ({ world }: SimulatorCall): HttpReply =>
  ok({ as_of_time: microTime(world.copy.catchUp()) })

const viewOf = ({ world, account }: SimulatorCall) => {
  world.copy.catchUp()
  return world.copy.viewOf(account)
}

/** The filters that all lists share. */
const filterOf = (world: KalshiWorld, query: QueryReader, mostTickers = 1) => {
  const tickers = mostTickers > 1 ? query.list('ticker', mostTickers) : only(query.text('ticker'))
  const events = query.list('event_ticker', 10)
  const shard = query.whole('exchange_index')
  const from = query.whole('min_ts') ?? Number.NEGATIVE_INFINITY
  const to = query.whole('max_ts') ?? Number.POSITIVE_INFINITY
  const isPrimary = (query.whole('subaccount') ?? 0) === 0
  return (market: string, at: number): boolean =>
    isPrimary &&
    (tickers === undefined || tickers.includes(market)) &&
    (events === undefined || events.includes(world.catalogue.markets.get(market)?.event.ticker ?? '')) &&
    (shard === undefined || shardOf(world, market) === shard) &&
    at >= from * 1000 &&
    at <= to * 1000
}

const only = (text: string | undefined): string[] | undefined => (text === undefined ? undefined : [text])

const newestFirst = <Row>(rows: readonly Row[]): Row[] => rows.toReversed()

const isSettled = (world: KalshiWorld, { market }: EnginePosition): boolean =>
  world.engine.ledger.markets.get(market)?.status === 'resolved'

const shardOf = (world: KalshiWorld, ticker: string): number =>
  world.catalogue.markets.get(ticker)?.event.series.shard ?? 0

const marketValue = (world: KalshiWorld, { market, net }: EnginePosition): number => {
  const price = world.engine.ledger.markets.get(market)?.lastPrice ?? 0
  return stake(true, net > 0 ? price : ONE - price, Math.abs(net))
}
