/** GET /data/order/{id} and /data/orders (Polymarket reference, section 4.2). */

import type { HttpReply } from '../../../engine/http/json-server.ts'
import type { EngineOrder } from '../../../engine/ledger/engine-state.ts'
import { type KeyedCall, ok } from '../../http/call.ts'
import { refusal } from '../../http/refusal.ts'
import { decimal, seconds } from '../../http/wire-decimals.ts'
import { membersOf, type PolymarketWorld } from '../../world/world.ts'
import { clobPage } from '../http/cursor.ts'
import { type ClobOrder, statusOf } from './order.ts'

export const getOrder = ({ world, key, params }: KeyedCall): HttpReply => {
  world.copy.catchUp()
  const order = seenOrder(world, params['id'] ?? '')
  const isOwn = order !== null && membersOf(world, key.address).some(({ id }) => id === order.account)
  if (!isOwn || (statusNow(world, order) !== 'LIVE' && !world.switches.showsEndedOrders)) {
    return unknownOrder(world)
  }
  return ok(orderJson(world, order))
}

const unknownOrder = ({ unknownOrders }: PolymarketWorld): HttpReply => {
  if (unknownOrders === '404') throw refusal(404, 'Order not found')
  return unknownOrders === 'null' ? ok(null) : { status: 200 }
}

export const listOrders = ({ world, key, http }: KeyedCall): HttpReply => {
  // Its words are not known.
  if (isNewQuery(world) && http.query.get('asset_id') && !http.query.get('market'))
    throw refusal(400, 'market is required with asset_id')
  world.copy.catchUp()
  const accounts = membersOf(world, key.address).map(({ id }) => id)
  const orders = world.copy
    .rows('clob_order')
    .map((row) => row as ClobOrder)
    .filter(({ account }) => accounts.includes(account))
    .filter((order) => statusNow(world, order) === 'LIVE')
    .filter((order) => isRequested(http.query, order))
    .sort((one, other) => one.sequence - other.sequence)
  const page = clobPage(orders, http.query.get('next_cursor'), (order) => orderJson(world, order))
  if (page === null) throw refusal(400, 'invalid next_cursor')
  return ok(page)
}

/** From 14 December 2026 a token goes with its market, and rows name no trades (changes of November 2026, EXCHANGE_B 7). */
const isNewQuery = ({ orderQueries, clock }: PolymarketWorld): boolean =>
  orderQueries === 'new' || (orderQueries === 'by_date' && clock() >= Date.UTC(2026, 11, 14))

/** The copy holds what the exchange itself has written: rows of one kind have one shape. */
const seenOrder = (world: PolymarketWorld, id: string): ClobOrder | null =>
  (world.copy.row('clob_order', id) as ClobOrder | undefined) ?? null

const bookedOf = (world: PolymarketWorld, id: string): EngineOrder | undefined =>
  world.copy.row('order', id) as EngineOrder | undefined

const statusNow = (world: PolymarketWorld, order: ClobOrder) => {
  const booked = bookedOf(world, order.id)
  const market = world.engine.ledger.markets.get(order.market)
  const endedWithMarket = market?.status === 'resolved' && booked?.updatedAt === market.updatedAt
  return statusOf(order, booked, endedWithMarket)
}

const isRequested = (query: URLSearchParams, { id, market, token }: ClobOrder): boolean =>
  [
    ['id', id],
    ['market', market],
    ['asset_id', token],
  ].every(([name, value]) => (query.get(name ?? '') ?? value) === value)

const orderJson = (world: PolymarketWorld, order: ClobOrder) => {
  const status = statusNow(world, order)
  return {
    id: order.id,
    status: world.switches.prefixedStatuses ? `ORDER_STATUS_${status}` : status,
    owner: order.owner,
    maker_address: order.maker,
    market: order.market,
    asset_id: order.token,
    side: order.side,
    original_size: decimal(order.size),
    size_matched: decimal(bookedOf(world, order.id)?.filled ?? 0),
    price: decimal(order.price),
    outcome: world.catalogue.markets.get(order.market)?.outcomes[order.outcome] ?? '',
    expiration: String(order.expiration),
    order_type: order.type,
    ...(isNewQuery(world) ? {} : { associate_trades: order.tradeIds }),
    created_at: seconds(order.createdAt),
  }
}
